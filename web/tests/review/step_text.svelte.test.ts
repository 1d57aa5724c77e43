import { afterEach, expect, test, vi } from "vitest";
import { words } from "../../src/language/language.svelte";
import type { Words } from "../../src/language/words";
import { DealReview } from "../../src/review/deal_review.svelte";
import { StepText } from "../../src/review/step_text.svelte";
import { GAMES } from "../game";

const [game = ""] = GAMES;

afterEach(() => vi.restoreAllMocks());

test("the messages of an earlier language that arrive late are not used", async () => {
  await words.switchTo("ru");
  const russian = await words.game(game);
  const review = new DealReview("m", 1);
  review.match = { table: { game, calls: [], sides: [] }, seats: [] } as unknown as typeof review.match;
  review.record = { steps: [] } as unknown as typeof review.record;
  const stepText = new StepText(review);
  let arrive: (gameWords: Words) => void = () => undefined;
  vi.spyOn(words, "game").mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  const loading = stepText.load(game);
  await words.switchTo("en");
  await stepText.load(game);
  arrive(russian);
  await loading;
  expect(stepText.table?.words.lang).toBe("en");
});
