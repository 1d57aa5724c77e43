import { expect, it } from "vitest";
import type { ProblemSet } from "../../src/client/api_types";
import {
  withSolved,
  chosenIds,
  dayOf,
  nextUnsolved,
  missingFrom,
  addDays,
  longestStreak,
  canStillSolve,
  NO_PROGRESS,
  parseProgress,
  streak,
  mergeProgress,
} from "../../src/problems/progress";

const TODAY = "2026-03-01";

it("days are dates in local time, and are counted correctly across months and clock changes", () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  expect([addDays("2026-02-28", 1), addDays(TODAY, -1), addDays("2026-12-31", 1)]).toEqual([
    TODAY,
    "2026-02-28",
    "2027-01-01",
  ]);
  const year = Array.from({ length: 365 }, (_, n) => addDays("2026-01-01", n));
  expect(new Set(year).size).toBe(365);
  expect(year.at(-1)).toBe("2026-12-31");
});

it("parseProgress returns the stored progress, or no progress if it is damaged", () => {
  for (const text of [null, "", "{", "[]", "7", '{"solved":{"a":1},"days":[3]}', '{"days":["soon"]}'])
    expect(parseProgress(text), String(text)).toEqual(NO_PROGRESS);
  const kept = { solved: { a: true, b: false }, days: [TODAY] };
  expect(parseProgress(JSON.stringify(kept))).toEqual(kept);
});

it("streak counts consecutive days up to today or yesterday; longestStreak finds the longest run", () => {
  const days = [-5, -4, -3, -1, 0].map((n) => addDays(TODAY, n));
  const progress = { solved: {}, days };
  expect([streak(progress, TODAY), streak(progress, addDays(TODAY, 1)), streak(progress, addDays(TODAY, 2))]).toEqual([
    2, 2, 0,
  ]);
  expect(longestStreak(progress)).toBe(3);
  expect([streak(NO_PROGRESS, TODAY), longestStreak(NO_PROGRESS)]).toEqual([0, 0]);
});

it("a missed day can be made up on the next day, and no later", () => {
  const on = (days: number) => withSolved(NO_PROGRESS, "a", true, addDays(TODAY, days), TODAY).days;
  expect([on(0), on(1), on(2), on(-1)]).toEqual([[TODAY], [TODAY], [], []]);
  expect(withSolved(NO_PROGRESS, "a", true, TODAY, null).days).toEqual([]);
  expect([-2, -1, 0].map((n) => canStillSolve(NO_PROGRESS, addDays(TODAY, n), TODAY))).toEqual([false, true, false]);
  expect(canStillSolve(on(1).length ? { solved: {}, days: on(1) } : NO_PROGRESS, TODAY, addDays(TODAY, 1))).toBe(false);
});

it("the result of the first try at a problem is not changed by later tries", () => {
  const first = withSolved(NO_PROGRESS, "a", true, TODAY, null);
  expect(withSolved(first, "a", false, TODAY, null).solved).toEqual({ a: true });
  const second = withSolved(NO_PROGRESS, "a", false, TODAY, null);
  expect(withSolved(second, "a", true, TODAY, null).solved).toEqual({ a: false });
});

it("mergeProgress combines the progress of two devices; missingFrom returns what one of them misses", () => {
  const here = { solved: { a: false, b: true }, days: [TODAY] };
  const there = { solved: { a: true }, days: [addDays(TODAY, -1)] };
  const both = mergeProgress(here, there);
  expect(both).toEqual({ solved: { a: true, b: true }, days: [addDays(TODAY, -1), TODAY] });
  expect(mergeProgress(there, here)).toEqual(both);
  expect(missingFrom(both, there, 10)).toEqual({ solved: { b: true }, days: [TODAY] });
  expect(missingFrom(both, here, 10)).toEqual({ solved: { a: true }, days: [addDays(TODAY, -1)] });
  expect(missingFrom(both, NO_PROGRESS, 1)).toEqual({ solved: { a: true }, days: [addDays(TODAY, -1)] });
  expect(missingFrom(both, both, 10)).toEqual(NO_PROGRESS);
});

it("chosenIds sorts problems by level, and nextUnsolved returns the next unsolved one", () => {
  const set = (theme: string, level: number, ...ids: string[]): ProblemSet => ({ game: "g", theme, level, ids });
  const sets = [set("x", 1, "a", "b"), set("x", 3, "c"), set("y", 1, "d"), { ...set("x", 1, "e"), game: "h" }];
  expect(chosenIds(sets, { game: "g" })).toEqual(["a", "b", "d", "c"]);
  expect(chosenIds(sets, { game: "g", theme: "x" })).toEqual(["a", "b", "c"]);
  expect(chosenIds(sets, { game: "g", level: 1 })).toEqual(["a", "b", "d"]);
  const ids = ["a", "b", "c"];
  const solved = (...all: string[]) => ({ solved: Object.fromEntries(all.map((id) => [id, true])), days: [] });
  expect(nextUnsolved(ids, NO_PROGRESS)).toBe("a");
  expect(nextUnsolved(ids, solved("b"), "a")).toBe("c");
  expect(nextUnsolved(ids, NO_PROGRESS, "c")).toBe("a");
  expect(nextUnsolved(ids, NO_PROGRESS, "elsewhere")).toBe("a");
  expect(nextUnsolved(ids, solved("b", "c"), "a"), "the one that is being solved is none").toBeNull();
});
