import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  BadShuffle,
  commitment,
  drawnCut,
  drawnEntropy,
  entropy,
  hashText,
  shuffleDeck,
} from "../../src/fair/shuffle";

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

describe("hashText", () => {
  test("returns the hash of a published test vector", () => {
    expect(hashText("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("shuffleDeck", () => {
  test.each(vectors.map((vector, i) => [i, vector] as const))("gives the server's deck for vector %i", (_, vector) => {
    expect(shuffleDeck(vector.pack, vector)).toEqual(vector.deck);
    expect(commitment(vector.seed)).toBe(vector.commitment);
    vector.entropy.forEach((text, seat) => {
      if (!vector.given.includes(seat)) expect(drawnEntropy(vector.seed, seat)).toBe(text);
    });
    if (!vector.cut_given) expect(drawnCut(vector.seed, vector.pack.length)).toBe(vector.cut);
  });

  test("is tested by vectors with given and drawn inputs, and with both packs", () => {
    expect(new Set(vectors.map((v) => v.pack.length))).toEqual(new Set([32, 52]));
    expect(new Set(vectors.map((v) => v.cut_given))).toEqual(new Set([true, false]));
    expect(vectors.some((v) => v.given.length === v.entropy.length)).toBe(true);
    expect(vectors.some((v) => v.given.length === 0)).toBe(true);
  });
});

describe("shuffleDeck, with an invalid input", () => {
  const { pack, ...good } = vectors[0]!;
  test.each([
    ["not-a-seed", { ...good, seed: "zz" }],
    ["not-entropy", { ...good, entropy: ["a|b", "c", "d"] }],
    ["not-entropy", { ...good, entropy: [""] }],
    ["not-a-cut", { ...good, cut: 0 }],
    ["not-a-cut", { ...good, cut: pack.length }],
    ["not-a-cut", { ...good, cut: 1.5 }],
  ])("throws %s", (key, shuffle) => {
    expect(() => shuffleDeck(pack, shuffle)).toThrowError(BadShuffle);
    expect(() => shuffleDeck(pack, shuffle)).toThrowError(key);
  });
});

test("entropy returns 32 hexadecimal digits, which differ each time", () => {
  expect(entropy()).toMatch(/^[0-9a-f]{32}$/);
  expect(entropy()).not.toBe(entropy());
});
