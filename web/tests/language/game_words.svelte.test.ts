import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameWords } from "../../src/language/game_words.svelte";
import { words } from "../../src/language/language.svelte";
import { Words } from "../../src/language/words";
import { GAMES } from "../game";

const [first = "", second = ""] = GAMES;

beforeEach(() => words.switchTo("en"));
afterEach(() => vi.restoreAllMocks());

test("only the messages of a loaded game are available", async () => {
  const gameWords = new GameWords();
  expect(gameWords.wordsOf(first)).toBeUndefined();
  await gameWords.load(first);
  expect(gameWords.wordsOf(first)?.text("game")).toBe(words.text(`game-${first}`));
  expect([gameWords.wordsOf(second), gameWords.wordsOf(undefined), gameWords.hasFailed]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test("hasFailed is true after a failed load, until the next load", async () => {
  const gameWords = new GameWords();
  vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the connection is lost"));
  await gameWords.load(first);
  expect([gameWords.hasFailed, gameWords.wordsOf(first)]).toEqual([true, undefined]);
  await gameWords.load(first);
  expect([gameWords.hasFailed, gameWords.wordsOf(first)?.has("game")]).toEqual([false, true]);
});

test("if two games are requested at once, only the messages of the later one are available", async () => {
  const gameWords = new GameWords();
  vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the connection is lost"));
  await Promise.all([gameWords.load(first), gameWords.load(second)]);
  expect([gameWords.hasFailed, gameWords.wordsOf(first), gameWords.wordsOf(second)?.has("game")]).toEqual([
    false,
    undefined,
    true,
  ]);
});
