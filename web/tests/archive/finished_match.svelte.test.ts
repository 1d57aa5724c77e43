// A match of the archive: the breakdown of its result, its players, and its date.
import { beforeAll, expect, test } from "vitest";
import { partnersAndOpponents, drawableMatch, endText, nameOf } from "../../src/archive/finished_match.svelte";
import { dealtResult, isUncertain, breakdownOf } from "../../src/archive/result_breakdown";
import type { ReviewSummary } from "../../src/client/api_types";
import { queryParameters, RESULT_PARTS, type LocatedMatch } from "../../src/client/archive_client";
import { words } from "../../src/language/language.svelte";
import { parsePath } from "../../src/address/router.svelte";
import { spoken, told } from "../game";

const reviewed = (deal: string, calls: string, cards: string, error = "0.000000"): ReviewSummary => {
  const errors = { deal_error: error, calls_error: error, cards_error: error, others_error: "0.000000" };
  const parts = {
    settlement: "",
    deal,
    calls,
    cards,
    others: "0.000000",
    ...errors,
    dealt: "-3.000000",
    dealt_error: "1.600000",
  };
  return { decisions: [], unsure: [], mistakes: [], lost: [], worst: [], parts: [parts] };
};

beforeAll(() => words.switchTo("en"));

test("the rounded components of a result add up to its rounded total", () => {
  const parts = breakdownOf([reviewed("0.333333", "0.333333", "0.333334"), reviewed("1.04", "-2.55", "0.07")], 0);
  expect(parts.map(({ part }) => part)).toEqual([...RESULT_PARTS]);
  const sum = 0.333333 + 0.333333 + 0.333334 + 1.04 - 2.55 + 0.07;
  expect(parts.reduce((all, { tenths }) => all + tenths, 0)).toBe(Math.round(sum * 10));
});

test("a component of a result is uncertain if its margin is larger than its value", () => {
  const [deal, calls, , others] = breakdownOf([reviewed("20", "-1", "0", "1.5"), reviewed("1", "-1", "0", "2")], 0);
  expect(deal).toEqual({ part: "deal", tenths: 210, margin: 50 });
  expect(calls).toEqual({ part: "calls", tenths: -20, margin: 50 });
  expect(others).toEqual({ part: "others", tenths: 0, margin: 0 });
  expect([deal, calls, others].map((mean) => mean && isUncertain(mean))).toEqual([false, true, false]);
  expect(dealtResult(reviewed("1", "0", "0"), 0)).toEqual({ tenths: -30, margin: 32 });
});

test("partners and opponents are named separately, with default names for guests and deleted players", async () => {
  const game = await spoken("en");
  const seats = [
    { name: "Anna" },
    { name: "", deleted: true },
    { name: "Pekka", level: "rule" },
    { name: "Vera", level: "rule" },
  ];
  const sides = [
    [0, 2],
    [1, 3],
  ];
  expect(partnersAndOpponents(game, { seats, sides, you: 0 })).toEqual({ partners: "Pekka", others: "a player, Vera" });
  expect(partnersAndOpponents(game, { seats, sides: [[0], [1], [2], [3]], you: 1 })).toEqual({
    partners: "",
    others: "Anna, Pekka, Vera",
  });
  expect(nameOf(game, { name: "" })).toBe("Guest");
  const table = told({}, { sides });
  const shown = drawableMatch({ table, seats, you: 1, sheet: null } as unknown as LocatedMatch, game);
  expect(shown.speech.text("contract", { seat: 3, call: "6♠" })).toBe("Vera plays 6♠.");
});

test("a match that ended today shows the time, others show the date", () => {
  const now = new Date(2026, 10, 23, 20, 50);
  const at = (...when: [number, number, number, number, number]) => endText(new Date(...when).getTime(), "en", now);
  expect(at(2026, 10, 23, 8, 5)).toMatch(/8:05/);
  expect(at(2026, 10, 22, 8, 5)).toMatch(/Nov 22/);
  expect(at(2025, 10, 22, 8, 5)).toMatch(/2025/);
});

test("paths of the archive lead to their pages, and queries leave out empty filters", () => {
  expect(parsePath("/matches")).toEqual({ page: "matches" });
  expect(parsePath("/matches/k7Qm2xVd")).toEqual({ page: "match", id: "k7Qm2xVd" });
  expect(parsePath("/matches/k7Qm2xVd/12")).toEqual({ page: "deal", id: "k7Qm2xVd", deal: 12 });
  expect(parsePath("/matches/k7Qm2xVd/find")).toEqual({ page: "find", id: "k7Qm2xVd" });
  expect(parsePath("/matches/find")).toEqual({ page: "find" });
  expect(parsePath("/deal")).toEqual({ page: "shared" });
  expect(parsePath("/matches/k7Qm2xVd/0")).toEqual({ page: "match", id: "k7Qm2xVd" });
  expect(queryParameters({ game: "whist", result: "", cursor: undefined })).toEqual({ game: "whist" });
});
