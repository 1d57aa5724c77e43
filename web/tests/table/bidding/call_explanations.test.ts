import { describe, expect, it } from "vitest";
import type { CallExplanation, Reason } from "../../../src/client/protocol";
import { explainCall, areAllExplained } from "../../../src/table/bidding/call_explanations";

const reasons = (...keys: string[]): Reason[] => keys.map((key) => ({ key, numbers: {} }));
const meanings: CallExplanation[] = [
  { calls: [53, 54], says: reasons("brief-a", "means-a", "more-a") },
  { calls: [52], says: reasons("brief-b") },
];
const speech = { reason: ({ key }: Reason) => key };

describe("explanations of calls", () => {
  it("consist of a brief text and sentences; a call may have none", () => {
    expect(explainCall(speech, meanings, 54)).toEqual({ brief: "brief-a", sentences: ["means-a", "more-a"] });
    expect(explainCall(speech, meanings, 52)).toEqual({ brief: "brief-b", sentences: [] });
    expect(explainCall(speech, meanings, 55)).toBeNull();
  });

  it("can be shown as cards for two calls that both have one, not for none or four calls", () => {
    expect(areAllExplained(meanings, [52, 53])).toBe(true);
    expect(areAllExplained(meanings, [52, 55])).toBe(false);
    expect(areAllExplained(meanings, [])).toBe(false);
    expect(areAllExplained([{ calls: [52, 53, 54, 55], says: reasons("brief") }], [52, 53, 54, 55])).toBe(false);
  });
});
