// The sentences about a table that was found: who plays there, for how long it waits, and whether the match is rated.
import { beforeAll, expect, test } from "vitest";
import type { FoundMessage } from "../../src/client/lobby_protocol";
import { words } from "../../src/language/language.svelte";
import { foundText } from "../../src/seek/found_texts";

const FOUND: FoundMessage = {
  type: "found",
  table: "t1",
  lane: "preferans",
  left_ms: 19_600,
  seats: [["Anna", 1500], ["Boris", 1614], null],
  rated: false,
};

beforeAll(async () => {
  await words.switchTo("en");
  await words.topic("seek");
});

test("the other players are named with their ratings, or as bots or guests", () => {
  expect(foundText(FOUND, "Anna")).toBe("You have 20 seconds to sit down. You play with Boris (1614) and a bot.");
  const unrated: FoundMessage = { ...FOUND, seats: [["", null], ["Boris", null], ["", null]] };
  expect(foundText(unrated, "")).toBe("You have 20 seconds to sit down. You play with Boris and Guest.");
});

test("the text shows the time left in whole seconds", () => {
  expect(foundText({ ...FOUND, left_ms: 900 }, "Anna")).toMatch(/^You have 1 second to sit down\./);
});

test("a rated match is described as rated", () => {
  expect(foundText({ ...FOUND, rated: true }, "Anna")).toContain(words.text("wait-rated"));
});
