import { expect, test } from "vitest";
import { readSetup } from "../../src/house_rules/remembered_setup";

const DEFAULTS = readSetup(null);

test("readSetup returns the defaults if nothing is stored", () => {
  expect(DEFAULTS).toEqual({
    game: "",
    rules: {},
    level: "rule",
    absent: "bot",
    away_s: 60,
    clock: null,
    minutes: 0,
    after: "round",
    turns: null,
    spectators: true,
    delayed: false,
    chat: true,
  });
});

test("readSetup returns the stored setup", () => {
  const chosen = {
    game: "made-up",
    rules: { "made-up": "tournament" },
    level: "random",
    absent: "vote" as const,
    away_s: 15,
    clock: [300_000, 5000] as [number, number],
    minutes: 90,
    after: "deal" as const,
    turns: null,
    spectators: false,
    delayed: true,
    chat: false,
  };
  expect(readSetup(JSON.stringify(chosen))).toEqual(chosen);
});

test("readSetup drops the clock and the time limit of a turn-based setup, and turns with invalid hours", () => {
  const turns = { hours: 24, reserve_h: 72 };
  const stored = readSetup(JSON.stringify({ turns, clock: [300_000, 5000], minutes: 60 }));
  expect([stored.turns, stored.clock, stored.minutes]).toEqual([turns, null, 0]);
  expect(readSetup(JSON.stringify({ turns: { hours: 5 } })).turns).toBeNull();
});

test.each([
  "{",
  "7",
  "null",
  '{"game":3,"rules":{"made-up":4},"absent":"flee","clock":[1,2],"level":null}',
  '{"minutes":14,"after":0}',
])("readSetup returns the defaults for the invalid text %s", (text) => {
  expect(readSetup(text)).toEqual(DEFAULTS);
});
