import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameWords } from "../../src/language/game_words.svelte";
import { words } from "../../src/language/language.svelte";
import { Words } from "../../src/language/words";
import { GAMES } from "../game";

const [first = "", second = ""] = GAMES;

beforeEach(() => words.speak("en"));
afterEach(() => vi.restoreAllMocks());

test("the words of a game are there once they are loaded, and of no other", async () => {
  const learned = new GameWords();
  expect(learned.of(first)).toBeUndefined();
  await learned.learn(first);
  expect(learned.of(first)?.text("game")).toBe(words.text(`game-${first}`));
  expect([learned.of(second), learned.of(undefined), learned.failed]).toEqual([undefined, undefined, false]);
});

test("words that cannot be loaded are told, until others are asked for", async () => {
  const learned = new GameWords();
  vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the line is cut"));
  await learned.learn(first);
  expect([learned.failed, learned.of(first)]).toEqual([true, undefined]);
  await learned.learn(first);
  expect([learned.failed, learned.of(first)?.has("game")]).toEqual([false, true]);
});

test("of several that are asked for, the last ones count", async () => {
  const learned = new GameWords();
  vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the line is cut"));
  await Promise.all([learned.learn(first), learned.learn(second)]);
  expect([learned.failed, learned.of(first), learned.of(second)?.has("game")]).toEqual([false, undefined, true]);
});
