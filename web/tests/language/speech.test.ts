import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Reason } from "../../src/client/protocol";
import { bySuit, cards, Speech } from "../../src/language/speech";
import { LANGUAGES, load } from "../../src/language/words";

interface Vector extends Reason {
  sides: number[][];
  said: Record<string, [drawn: string, spoken: string]>;
}
interface Game {
  names: string[];
  calls: string[];
  vectors: Vector[];
}

// Made by tests/server/test_speech_vectors.py from prikup.locale.speech, a file for each game.
const GOLDEN = new URL("../../../tests/golden/", import.meta.url);
const games = readdirSync(GOLDEN);
const sentences = (game: string): Game =>
  JSON.parse(readFileSync(new URL(`${game}/speech.json`, GOLDEN), "utf-8"));

describe.each(LANGUAGES)("speech in %s", (lang) => {
  it.each(games)("says in %s what Python says", async (game) => {
    const { names, calls, vectors } = sentences(game);
    const words = await (await load(lang)).game(game);
    for (const { key, numbers, sides, said } of vectors) {
      const table = { calls, sides, names };
      const heard = [false, true].map((spoken) => new Speech(words, table, spoken).reason({ key, numbers }));
      expect(said, "run: make golden").toHaveProperty(lang);
      expect(heard, key).toEqual(said[lang]);
    }
    expect(vectors.length).toBeGreaterThan(30);
  });
});

describe("the table's own words", () => {
  const speech = async (spoken: boolean) =>
    new Speech(await load("en"), { calls: ["pass"], names: ["Anna", "Vera"], sides: [[0, 1]] }, spoken);

  it("name sides, suits and ranks", async () => {
    const said = await speech(false);
    expect([said.side(0), said.suit(3), said.suitLetter(2)]).toEqual(["Anna + Vera", "hearts", "D"]);
    expect([said.rank(8), said.rank(12), said.rank(13)]).toEqual(["10", "A", "2"]);
  });

  it("begin with a capital where the reader is meant, and not where a word only begins alike", async () => {
    const words = await load("en");
    const said = (text: string) => Object.assign(Object.create(words), { text: (key: string) => (key === "reader" ? "you" : text) });
    const table = { calls: [], names: ["Anna", "Vera"], you: 0, sides: [] };
    expect(new Speech(said("your own ten cards"), table).text("any", { cards: 10 })).toBe("your own ten cards");
    expect(new Speech(said("you take it"), table).text("any", { player: 0 })).toBe("You take it");
  });

  it("show hands suit by suit, however high the cards", async () => {
    const hand = 2 ** 51 + 2 ** 39 + 2 ** 12;
    expect((await speech(false)).hand(hand)).toBe("♠ A  ♥ A 2");
    expect((await speech(true)).hand(hand)).toBe("spades ace; hearts ace, two");
    expect(cards(hand)).toEqual([12, 39, 51]);
    expect(bySuit(hand, [3, 0])).toEqual([[3, [51, 39]], [0, [12]]]);
  });
});
