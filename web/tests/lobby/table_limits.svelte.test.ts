import { beforeAll, expect, test } from "vitest";
import type { LobbyRow } from "../../src/client/api_types";
import { words } from "../../src/language/language.svelte";
import { tableLimits } from "../../src/lobby/table_limits";

const ROW: LobbyRow = {
  id: "t1",
  game: "preferans",
  options: "sochi",
  more: 0,
  host: "Anna",
  key: "",
  rating: null,
  seats: [],
  keys: [],
  computers: [],
  rated: false,
  clock: null,
  turns: 0,
  deals: 0,
  minutes: 0,
  often_absent: [],
  wants: {},
  age: 0,
};

beforeAll(async () => {
  await words.switchTo("en");
  await words.topic("opentables");
});

test("a table without limits has no limit texts", () => {
  expect(tableLimits(ROW)).toEqual([]);
});

test("a rated table shows its clock, its number of deals and its duration", () => {
  const wants = { accounts: true };
  const row: LobbyRow = { ...ROW, rated: true, wants, clock: [300_000, 5000], minutes: 60, deals: 1 };
  expect(tableLimits(row)).toEqual(["rated", "5 min + 5 s", "1 deal", "60 min"]);
});

test("a turn-based table shows who may join and the hours for each decision", () => {
  const row: LobbyRow = { ...ROW, wants: { accounts: true }, turns: 24 };
  expect(tableLimits(row)).toEqual(["for people with an account", "24 h for each decision"]);
});

test("a turn-based table names the players who are often absent", () => {
  const row: LobbyRow = { ...ROW, turns: 24, often_absent: ["Anna", "Boris"] };
  expect(tableLimits(row)).toEqual(["24 h for each decision", "often absent: Anna", "often absent: Boris"]);
});

test("a table limited to some ratings shows their range", () => {
  expect(tableLimits({ ...ROW, wants: { rating: [1400, 1800] } })).toEqual(["ratings from 1400 to 1800"]);
});
