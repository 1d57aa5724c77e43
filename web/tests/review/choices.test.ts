// The text about the choices of a decision.
import { expect, test } from "vitest";
import type { DecisionRecord } from "../../src/client/api_types";
import { bestDoubleDummy, shortPoints, choiceMade, choiceRows, cardValues } from "../../src/review/choices";

const DECISION: DecisionRecord = {
  at: 4,
  seat: 0,
  phase: "play",
  trick: 1,
  did: [7],
  verdict: "mistake",
  choices: [
    { does: [12], points: 15.25, behind: 0, error: 0, all_seen: 3 },
    { does: [11], points: 15.25, behind: 0, error: 0, all_seen: 3 },
    { does: [10], points: 15.25, behind: 0, error: 0, all_seen: -3 },
    { does: [9], points: 14.9, behind: 0.35, error: 0.3, all_seen: 3 },
    { does: [7], points: -0.04, behind: 15.29, error: 2, all_seen: -60.4 },
  ],
};

test("choiceRows puts cards that are equal by both measures in one row, and marks the played one", () => {
  expect(choiceRows(DECISION).map(({ plans, played }) => [plans, played])).toEqual([
    [[[12], [11]], false],
    [[[10]], false],
    [[[9]], false],
    [[[7]], true],
  ]);
  const calls = [52, 53].map((act) => ({ does: [act], points: 1, behind: 0, error: 0 }));
  expect(choiceRows({ ...DECISION, did: [52], choices: calls })).toHaveLength(2);
  const pair = { ...DECISION, did: [3, 4], choices: [{ does: [4, 3], points: 1, behind: 0, error: 0 }] };
  expect(choiceRows(pair)[0]?.played).toBe(true);
  expect(choiceMade(pair)?.does).toEqual([4, 3]);
});

test("cardValues gives each card its points by both measures, and no colour to a loss within the error", () => {
  const values = cardValues(DECISION, "en");
  expect(values.get(12)).toEqual({ text: "+15", also: "+3.0", tone: "best" });
  expect(values.get(9)).toEqual({ text: "+15", also: "+3.0" });
  expect(values.get(7)).toEqual({ text: "0.0", also: "−60", tone: "cost" });
  expect(cardValues({ ...DECISION, choices: [{ does: [1, 2], points: 0, behind: 0, error: 0 }] }, "en").size).toBe(0);
});

test("bestDoubleDummy returns the best double-dummy value, or null if no choice has one", () => {
  expect(bestDoubleDummy(DECISION)).toBe(3);
  expect(bestDoubleDummy({ ...DECISION, choices: [{ does: [52], points: 0, behind: 0, error: 0 }] })).toBeNull();
});

test("shortPoints shows a decimal only for numbers below ten", () => {
  expect([9.94, -9.96, 120.4, 0].map((points) => shortPoints(points, "en"))).toEqual(["+9.9", "−10", "+120", "0.0"]);
  expect(shortPoints(-4.35, "ru")).toBe("−4,4");
});
