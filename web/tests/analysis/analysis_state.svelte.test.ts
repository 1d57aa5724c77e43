import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnalysisState } from "../../src/analysis/analysis_state.svelte";
import type { Analysis } from "../../src/client/api_types";
import { words } from "../../src/language/language.svelte";
import type { Words } from "../../src/language/words";
import { GAMES } from "../game";
import { untilPasses } from "../waiting";

const [first = "", second = ""] = GAMES;
const EMPTY = { type: "analysis", hands: [null], played: [], out: 0, names: ["Anna"], contracts: [] };
const analysisOf = (game: string): Analysis => ({ ...EMPTY, game }) as unknown as Analysis;

/** Answer the requests, in the order in which they were sent. */
let answers: ((body: unknown) => void)[] = [];
let analysis: AnalysisState;

beforeEach(async () => {
  await words.switchTo("en");
  answers = [];
  vi.stubGlobal("history", { replaceState: () => undefined });
  vi.stubGlobal("fetch", () => new Promise((resolve) => answers.push((body) => resolve(Response.json(body)))));
  analysis = new AnalysisState("/analyse");
  const opening = analysis.open("");
  await untilPasses(() => answers[0]!(analysisOf(first)));
  await opening;
});
afterEach(() => {
  analysis.cancelRequests();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a pasted text that a newer change has replaced is not read, and changes nothing", async () => {
  const paste = analysis.paste("a match");
  await untilPasses(() => expect(answers).toHaveLength(2));
  const next = { ...analysis.position!, played: [7] };
  analysis.change(next);
  answers[1]!(analysisOf(second));
  expect(await paste).toBe(false);
  expect([analysis.position, analysis.earlierPositions.length, analysis.playerNames]).toEqual([next, 1, []]);
});

test("why a text could not be read is not shown after a newer change", async () => {
  let arrive: (gameWords: Words) => void = () => undefined;
  vi.spyOn(words, "game").mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  const paste = analysis.paste("a match");
  await untilPasses(() => expect(answers).toHaveLength(2));
  answers[1]!({ type: "unread", reason: { key: "undo-empty", numbers: {} }, game: second, line: 0 });
  await untilPasses(() => expect(words.game).toHaveBeenCalled());
  analysis.change(analysis.position!);
  arrive(words.current);
  expect(await paste).toBe(false);
  expect(analysis.pasteError).toBe("");
});

test("the messages of an earlier language that arrive late are not used", async () => {
  const english = await words.game(first);
  let arrive: (gameWords: Words) => void = () => undefined;
  await words.switchTo("ru");
  await analysis.reloadWords();
  await words.switchTo("en");
  vi.spyOn(words, "game").mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  const loading = analysis.reloadWords();
  await words.switchTo("ru");
  arrive(english);
  await loading;
  expect(analysis.words?.lang).toBe("ru");
});
