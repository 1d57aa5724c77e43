import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  BadShuffle,
  checks,
  commitment,
  drawnCut,
  drawnEntropy,
  entropy,
  hashed,
  shuffled,
  type Noted,
} from "../../src/fair/shuffle";
import type { Deck } from "../../src/client/protocol";

interface Vector {
  pack: number[];
  seed: string;
  commitment: string;
  entropy: string[];
  given: number[];
  cut: number;
  cut_given: boolean;
  deck: number[];
}

const vectors = JSON.parse(readFileSync(new URL("../fair.json", import.meta.url), "utf8")) as Vector[];

describe("the hash of an entropy", () => {
  test("a published vector", () => {
    expect(hashed("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("the shuffle is that of the server", () => {
  test.each(vectors.map((vector, i) => [i, vector] as const))("vector %i", (_, vector) => {
    expect(shuffled(vector.pack, vector)).toEqual(vector.deck);
    expect(commitment(vector.seed)).toBe(vector.commitment);
    vector.entropy.forEach((text, seat) => {
      if (!vector.given.includes(seat)) expect(drawnEntropy(vector.seed, seat)).toBe(text);
    });
    if (!vector.cut_given) expect(drawnCut(vector.seed, vector.pack.length)).toBe(vector.cut);
  });

  test("the vectors have given and drawn inputs, and both packs", () => {
    expect(new Set(vectors.map((v) => v.pack.length))).toEqual(new Set([32, 52]));
    expect(new Set(vectors.map((v) => v.cut_given))).toEqual(new Set([true, false]));
    expect(vectors.some((v) => v.given.length === v.entropy.length)).toBe(true);
    expect(vectors.some((v) => v.given.length === 0)).toBe(true);
  });
});

describe("bad inputs are refused", () => {
  const { pack, ...good } = vectors[0]!;
  test.each([
    ["not-a-seed", { ...good, seed: "zz" }],
    ["not-entropy", { ...good, entropy: ["a|b", "c", "d"] }],
    ["not-entropy", { ...good, entropy: [""] }],
    ["not-a-cut", { ...good, cut: 0 }],
    ["not-a-cut", { ...good, cut: pack.length }],
    ["not-a-cut", { ...good, cut: 1.5 }],
  ])("%s", (key, shuffle) => {
    expect(() => shuffled(pack, shuffle)).toThrowError(BadShuffle);
    expect(() => shuffled(pack, shuffle)).toThrowError(key);
  });
});

describe("a deck is checked against what was noted before it was dealt", () => {
  const vector = vectors.find((v) => v.given.length === 2)!;
  const seat = vector.given[0]!;
  const deck: Deck = {
    deal: 1,
    attempt: 1,
    seed: vector.seed,
    entropy: vector.entropy,
    cut: vector.cut,
    deck: vector.deck,
    refused: "",
    cut_from: "",
    withheld: [],
  };
  const noted: Noted = {
    commitment: vector.commitment,
    hashes: vector.entropy.map((text, s) => (vector.given.includes(s) ? hashed(text) : null)),
    mine: { seat, entropy: vector.entropy[seat]! },
    cut: vector.cut,
  };
  const bad = (changed: Deck, told: Noted = noted): string[] =>
    checks(changed, vector.pack, told)
      .filter((check) => !check.good)
      .map((check) => check.what);
  const other = (at: number): string[] => vector.entropy.map((text, s) => (s === at ? "0ther" : text));

  test("everything is right", () => {
    expect(bad(deck)).toEqual([]);
    expect(checks(deck, vector.pack, noted)).toHaveLength(5);
    expect(checks(deck, vector.pack)).toEqual([{ what: "deck", good: true }]);
  });

  test("another seed", () => {
    expect(bad({ ...deck, seed: "00".repeat(32) })).toEqual(["seed", "entropies", "deck"]);
    expect(bad({ ...deck, seed: "none" })).toEqual(["seed", "entropies", "deck"]);
  });

  test("another entropy than was promised", () => {
    expect(bad({ ...deck, entropy: other(seat) })).toEqual(["entropies", "mine", "deck"]);
  });

  test("an entropy of a computer player that does not follow from the seed", () => {
    const drawn = [0, 1, 2, 3].find((s) => s < vector.entropy.length && !vector.given.includes(s))!;
    const entropy = other(drawn);
    const remade = shuffled(vector.pack, { ...vector, entropy });
    expect(bad({ ...deck, entropy, deck: remade })).toEqual(["entropies"]);
  });

  test("another cut", () => {
    const cut = vector.cut === 1 ? 2 : 1;
    expect(bad({ ...deck, cut, deck: shuffled(vector.pack, { ...vector, cut }) })).toEqual(["cut"]);
  });

  test("two cards changed", () => {
    const [first, second, ...rest] = vector.deck;
    expect(bad({ ...deck, deck: [second!, first!, ...rest] })).toEqual(["deck"]);
  });
});

test("our own entropy is what the server takes, and never twice the same", () => {
  expect(entropy()).toMatch(/^[0-9a-f]{32}$/);
  expect(entropy()).not.toBe(entropy());
});
