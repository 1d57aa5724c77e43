import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProfileRating } from "../../src/client/api_types";
import { PersonRating } from "../../src/ratings/person_rating.svelte";

const rating = (value: number): ProfileRating => ({
  rating: value,
  error: 80,
  matches: 30,
  provisional: false,
  places: null,
  leaders: 3,
  points: [],
});

/** Functions that answer the requests, in their order. */
let answers: ((response: Response) => void)[];

/** Load a rating; return a function that answers the request and waits until the page has read the answer. */
async function load(shown: PersonRating, name: string, game: string) {
  const number = answers.length;
  const loading = shown.load(name, game);
  await vi.waitFor(() => expect(answers).toHaveLength(number + 1));
  return async (body: unknown, status = 200): Promise<void> => {
    answers[number]!(Response.json(body, { status }));
    await loading;
  };
}

beforeEach(() => {
  answers = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => answers.push(resolve)));
  vi.stubGlobal("navigator", {});
});
afterEach(() => void vi.unstubAllGlobals());

test("a late response for an earlier person or game is ignored", async () => {
  const shown = new PersonRating();
  const answerAnna = await load(shown, "Anna", "short");
  const answerBoris = await load(shown, "Boris", "short");
  await answerBoris(rating(1600));
  await answerAnna(rating(1500));
  expect(shown.rating?.rating).toBe(1600);
  await load(shown, "Boris", "long");
  expect(shown.rating).toBeNull();
});

test("the reason of a refusal is shown until the rating is loaded again", async () => {
  const shown = new PersonRating();
  const answer = await load(shown, "Anna", "short");
  await answer({ reason: { key: "too-many", numbers: { seconds: 3 } } }, 429);
  expect([shown.rating, shown.problem?.key]).toEqual([null, "too-many"]);
  const answerAgain = await load(shown, "Anna", "short");
  expect(shown.problem).toBeNull();
  await answerAgain(rating(1500));
  expect(shown.rating?.rating).toBe(1500);
});
