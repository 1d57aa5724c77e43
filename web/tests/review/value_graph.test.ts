// The value graph of a deal.
import { expect, test } from "vitest";
import type { DecisionRecord } from "../../src/client/api_types";
import { doubleDummyMarks, singleDummyMarks, scaleOf, stepPath } from "../../src/review/value_graph";

test("doubleDummyMarks and singleDummyMarks return the points of one side, by step", () => {
  expect(doubleDummyMarks([{ at: 3, points: [1, -1] }, { at: 4, points: [2, -2] }], 1)).toEqual([
    { at: 3, points: -1 },
    { at: 4, points: -2 },
  ]);
  const decision = (at: number, seat: number, points: number): DecisionRecord => ({
    at, seat, phase: "", trick: 0, did: [0], verdict: "right", choices: [{ does: [0], points, behind: 0, error: 0 }],
  });
  const only: DecisionRecord = { at: 1, seat: 0, phase: "", trick: 0, did: [0], verdict: "only" };
  expect(singleDummyMarks([decision(5, 2, 4), decision(2, 0, 3), decision(3, 1, 9), only], [0, 2])).toEqual([
    { at: 2, points: 3 },
    { at: 5, points: 4 },
  ]);
});

test("scaleOf includes zero, has at most six ticks, and fits all points into the graph", () => {
  for (const points of [[-50.7, 15.3], [0.4, 0.2], [-3], [8, 120], []]) {
    const scale = scaleOf(points.map((value, at) => ({ at, points: value })), 10, 300, 100);
    expect(scale.ticks).toContain(0);
    expect(scale.ticks.length).toBeLessThanOrEqual(6);
    for (const value of [...points, 0]) {
      expect(scale.y(value)).toBeGreaterThanOrEqual(-1e-9);
      expect(scale.y(value)).toBeLessThanOrEqual(100 + 1e-9);
    }
    expect(scale.x(10)).toBe(300);
  }
});

test("stepPath draws each number up to the next one, and the last one to the end", () => {
  const scale = { x: (at: number) => 10 * at, y: (points: number) => 50 - points, ticks: [] };
  expect(stepPath([{ at: 1, points: 10 }, { at: 3, points: -5 }], 8, scale)).toBe("M10 40H30V55H80");
  expect(stepPath([], 8, scale)).toBe("");
});
