import { beforeEach, expect, test } from "vitest";
import { savePlayerList, playerLists, groupTotals } from "../../src/scorer/evenings";
import {
  loadMatches,
  parseMatch,
  saveMatch,
  type MatchSettlement,
  type SavedMatch,
} from "../../src/scorer/saved_matches";
import { stubLocalStorage } from "../storage";

function match(id: string, names: string[], result?: MatchSettlement, options = "sochi players=3"): SavedMatch {
  const head = { type: "scoring", game: "g", rules: 1, options, names, dealer: 0, at: Number(id), language: "en" };
  return { ...parseMatch(JSON.stringify({ format: 1, id, head, steps: [] }))!, ...(result && { result }) };
}

const result = (names: string[], shares: number[], entries = 3): MatchSettlement => ({ names, shares, entries });

beforeEach(stubLocalStorage);

test("player lists are sorted by last use, survive deleted matches, and can be cleared", () => {
  const matches = [
    match("2", ["Anna", "Vera", "Cid"]),
    match("1", ["cid", "ANNA", "Vera "]),
    match("0", ["Anna", "Boris", "Cid"]),
  ];
  expect(playerLists(matches)).toEqual([
    ["Anna", "Vera", "Cid"],
    ["Anna", "Boris", "Cid"],
  ]);
  savePlayerList(["Anna", "Boris", "Cid"], matches);
  expect(playerLists([])).toEqual([["Anna", "Boris", "Cid"], ["Anna", "Vera", "Cid"]]);
  expect(savePlayerList([], matches)).toEqual([]);
  expect(playerLists(matches)).toEqual([]);
});

test("malformed player lists in storage are ignored", () => {
  for (const text of ["{", "7", '[[1], "x", ["Anna"]]']) {
    localStorage.setItem("prikup-players", text);
    expect(playerLists([])).toEqual(text.startsWith("[[") ? [["Anna"]] : []);
  }
});

test("totals sum each player's settlements by game and preset", () => {
  const names = ["Anna", "Vera", "Cid"];
  const matches = [
    match("4", names, result(["Anna", "Dina", "Vera", "cid"], [5, -5, 1, -1])),
    match("3", names, result(names, [10, -4, -6])),
    match("2", names, result(names, [100, -50, -50]), "rostov"),
    match("1", names, result(names, [1, 1, -2], 0)),
    match("0", names),
  ];
  expect(groupTotals(matches)).toEqual([
    {
      game: "g",
      preset: "sochi",
      standings: [
        { name: "Anna", evenings: 2, total: 15 },
        { name: "Vera", evenings: 2, total: -3 },
        { name: "Dina", evenings: 1, total: -5 },
        { name: "cid", evenings: 2, total: -7 },
      ],
    },
  ]);
});

test("a match is stored together with its settlement", () => {
  const stored = match("1", ["Anna", "Vera"], result(["Anna", "Vera"], [1, -1]));
  saveMatch(stored);
  expect(loadMatches()).toEqual([stored]);
});
