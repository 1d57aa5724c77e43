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

it("messages are found by their keys, with all their lines", () => {
  expect([...ENGLISH.keys()]).toEqual(["close", "left", "rules"]);
  expect(ENGLISH.get("rules")).toBe("rules =\n    One.\n\n    Two.");
  expect(ENGLISH.get("left")).toMatch(/^left = [^]*cards\n }$/);
});

it("English fills in for what a language lacks, unless its words elsewhere have it", () => {
  const said = messages("close = Закрити\n");
  expect([...messages(completeFile(said, ENGLISH))]).toEqual([...said, ...[...ENGLISH].slice(1)]);
  expect([...messages(completeFile(said, ENGLISH, messages("left = карти\n"))).keys()]).toEqual(["close", "rules"]);
  expect([...messages(completeFile(new Map(), ENGLISH))]).toEqual([...ENGLISH]);
});

it("a site says its own words where others speak of a server", () => {
  const own = messages("alone-close = Close it here\nalone-open = Open\n");
  expect([...staticSiteMessages(ENGLISH, own)]).toEqual([["close", "close = Close it here"], ...[...ENGLISH].slice(1)]);
});

it("every letter of a message is in the fonts", () => {
  const texts = import.meta.glob<string>(
    ["../src/words/*.ftl", "../../src/prikup/{locale,table,server,review,problems,games/*}/*.ftl"],
    { eager: true, query: "?raw", import: "default" },
  );
  const css = readFileSync(new URL("../src/styles/base.css", import.meta.url), "utf-8");
  const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, first = "", last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const,
  );
  const within = (point: number) => ranges.some(([low, high]) => low <= point && point <= high);
  const drawn = (letter: string) => within(letter.codePointAt(0) ?? 0);
  const kept = new Set(letters());
  for (const [file, text] of Object.entries(texts)) {
    expect([...new Set(text)].filter((character) => character !== "\n" && !kept.has(character)), file).toEqual([]);
    const bare = [...new Set(text)].filter((letter) => /\p{L}/u.test(letter) && !drawn(letter));
    expect(bare, `${file}: give base.css a font with these letters`).toEqual([]);
  }
  expect(Object.keys(texts).length).toBeGreaterThan(10);
});

it("a name may be written in capitals, and a number below zero with its sign", () => {
  expect([letters().includes("Ъ"), letters().includes("−")]).toEqual([true, true]);
});
