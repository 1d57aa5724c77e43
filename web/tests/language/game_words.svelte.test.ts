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
  expect(learned.wordsOf(first)).toBeUndefined();
  await learned.learn(first);
  expect(learned.wordsOf(first)?.text("game")).toBe(words.text(`game-${first}`));
  expect([learned.wordsOf(second), learned.wordsOf(undefined), learned.hasFailed]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test("words that cannot be loaded are told, until others are asked for", async () => {
  const learned = new GameWords();
  vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the line is cut"));
  await learned.learn(first);
  expect([learned.hasFailed, learned.wordsOf(first)]).toEqual([true, undefined]);
  await learned.learn(first);
  expect([learned.hasFailed, learned.wordsOf(first)?.has("game")]).toEqual([false, true]);
});

test("of several that are asked for, the last ones count", async () => {
  const learned = new GameWords();
  vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the line is cut"));
  await Promise.all([learned.learn(first), learned.learn(second)]);
  expect([learned.hasFailed, learned.wordsOf(first), learned.wordsOf(second)?.has("game")]).toEqual([
    false,
    undefined,
    true,
  ]);
});
