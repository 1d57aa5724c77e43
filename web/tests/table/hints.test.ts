import { describe, expect, it } from "vitest";
import type { HintMessage } from "../../src/client/protocol";
import { compareChoices } from "../../src/table/hints";

/** Return a hint that advises `plan`, with the points of single actions. */
const hint = (plan: number[], points: Record<number, number>): HintMessage => ({
  type: "hint",
  n: 1,
  plan,
  worth: Object.entries(points).map(([action, worth]) => ({ plan: [Number(action)], points: worth })),
  why: null,
});

describe("compareChoices", () => {
  it("returns the plans of equal value, and their advantage over the next plan", () => {
    expect(compareChoices(hint([7], { 7: 13, 8: 13.01, 9: 0 }))).toEqual({ best: [[7], [8]], advantage: 13 });
  });

  it("returns null without points, and no advantage if only one plan has points", () => {
    expect(compareChoices(hint([7], {}))).toBeNull();
    expect(compareChoices(hint([7], { 7: 1 }))).toEqual({ best: [[7]], advantage: null });
  });
});
