import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { staticSiteMessages, completeFile, letters, messages } from "../language_files";

const ENGLISH = messages(`# Of the table
close = Close
left = { $n ->
    [one] a card
   *[other] cards
 }

rules =
    One.

    Two.
`);

it("messages maps each key to its message, including all its lines", () => {
  expect([...ENGLISH.keys()]).toEqual(["close", "left", "rules"]);
  expect(ENGLISH.get("rules")).toBe("rules =\n    One.\n\n    Two.");
  expect(ENGLISH.get("left")).toMatch(/^left = [^]*cards\n }$/);
});

it("completeFile adds missing messages in English, unless another file of the language has them", () => {
  const ukrainian = messages("close = Закрити\n");
  expect([...messages(completeFile(ukrainian, ENGLISH))]).toEqual([...ukrainian, ...[...ENGLISH].slice(1)]);
  const otherFile = messages("left = карти\n");
  expect([...messages(completeFile(ukrainian, ENGLISH, otherFile)).keys()]).toEqual(["close", "rules"]);
  expect([...messages(completeFile(new Map(), ENGLISH))]).toEqual([...ENGLISH]);
});

it("staticSiteMessages replaces messages by their variants for a site without a server", () => {
  const own = messages("alone-close = Close it here\nalone-open = Open\n");
  expect([...staticSiteMessages(ENGLISH, own)]).toEqual([["close", "close = Close it here"], ...[...ENGLISH].slice(1)]);
});

it("every letter of every message is in the fonts", () => {
  const texts = import.meta.glob<string>(
    ["../src/words/*.ftl", "../../src/prikup/{locale,table,server,review,problems,games/*}/*.ftl"],
    { eager: true, query: "?raw", import: "default" },
  );
  const css = readFileSync(new URL("../src/styles/base.css", import.meta.url), "utf-8");
  const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, first = "", last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const,
  );
  const isInRanges = (point: number) => ranges.some(([low, high]) => low <= point && point <= high);
  const hasFont = (letter: string) => isInRanges(letter.codePointAt(0) ?? 0);
  const subset = new Set(letters());
  for (const [file, text] of Object.entries(texts)) {
    expect([...new Set(text)].filter((character) => character !== "\n" && !subset.has(character)), file).toEqual([]);
    const uncovered = [...new Set(text)].filter((letter) => /\p{L}/u.test(letter) && !hasFont(letter));
    expect(uncovered, `${file}: give base.css a font with these letters`).toEqual([]);
  }
  expect(Object.keys(texts).length).toBeGreaterThan(10);
});

it("the font letters include capitals for names and the minus sign for numbers", () => {
  expect([letters().includes("Ъ"), letters().includes("−")]).toEqual([true, true]);
});
