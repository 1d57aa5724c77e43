// The graph of a rating: round numbers around the interval, from the first match to the last.
import { expect, test } from "vitest";
import { ratingLines } from "../../src/ratings/rating_graph";

test("the graph has round ratings around the interval as ticks, and ends at the last rating", () => {
  const points: [string, number, number][] = [
    ["2026-11-01", 1500, 400],
    ["2026-11-02", 1600, 300],
    ["2026-11-02", 1550, 250],
  ];
  const lines = ratingLines(points, 200, 100);
  expect(lines.ticks.map(({ rating }) => rating)).toEqual([1000, 1500, 2000]);
  expect(lines.ticks.map(({ y }) => y)).toEqual([100, 50, 0]);
  expect(lines.course).toBe("M0 50L100 40L200 45");
  expect(lines.band).toBe("M0 10L100 10L200 20L200 70L100 70L0 90Z");
  expect(lines.end).toEqual({ x: 200, y: 45 });
});

test("a single rating without uncertainty has a scale with several ticks", () => {
  const lines = ratingLines([["2026-11-01", 1500, 0]], 200, 100);
  expect(lines.end.x).toBe(200);
  expect(lines.ticks.length).toBeGreaterThan(1);
  expect(lines.ticks.every(({ y }) => Number.isFinite(y))).toBe(true);
});
