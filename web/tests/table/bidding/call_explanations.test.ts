import { describe, expect, it } from "vitest";
import type { CallExplanation, Reason } from "../../../src/client/protocol";
import { meaningOf, areAllExplained } from "../../../src/table/bidding/call_explanations";

const says = (...keys: string[]): Reason[] => keys.map((key) => ({ key, numbers: {} }));
const meanings: CallExplanation[] = [
  { calls: [53, 54], says: says("brief-a", "means-a", "more-a") },
  { calls: [52], says: says("brief-b") },
];
const speech = { reason: ({ key }: Reason) => key };

describe("what a call means", () => {
  it("is a few words, and then sentences", () => {
    expect(meaningOf(speech, meanings, 54)).toEqual({ brief: "brief-a", sentences: ["means-a", "more-a"] });
    expect(meaningOf(speech, meanings, 52)).toEqual({ brief: "brief-b", sentences: [] });
    expect(meaningOf(speech, meanings, 55)).toBeNull();
  });

  it("is told of few calls, if it is told of each", () => {
    expect(areAllExplained(meanings, [52, 53])).toBe(true);
    expect(areAllExplained(meanings, [52, 55])).toBe(false);
    expect(areAllExplained(meanings, [])).toBe(false);
    expect(areAllExplained([{ calls: [52, 53, 54, 55], says: says("brief") }], [52, 53, 54, 55])).toBe(false);
  });
});
