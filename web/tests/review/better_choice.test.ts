// The feedback on an answer to the player's own mistake.
import { expect, test } from "vitest";
import type { DecisionRecord } from "../../src/client/api_types";
import { judgeAnswer, rightChoices } from "../../src/review/better_choice";

const DECISION: DecisionRecord = {
  at: 4,
  seat: 0,
  phase: "play",
  trick: 1,
  did: [7],
  verdict: "mistake",
  choices: [
    { does: [12], points: 15, behind: 0, error: 0 },
    { does: [9], points: 14.5, behind: 0.5, error: 0.3 },
    { does: [20], points: 5, behind: 10, error: 1 },
    { does: [6], points: 0, behind: 15, error: 6 },
    { does: [7], points: 0, behind: 15, error: 2 },
    { does: [8], points: -5, behind: 20, error: 11 },
  ],
};

test("judgeAnswer rates choices as right, better or worse than the actual play, or unknown", () => {
  expect([12, 9, 20, 6, 7, 8, 30].map((card) => judgeAnswer(DECISION, [card]).verdict)).toEqual([
    "right",
    "right",
    "better",
    "worse",
    "worse",
    "worse",
    "unknown",
  ]);
  expect(rightChoices(DECISION).map(({ does }) => does)).toEqual([[12], [9]]);
});

test("the card actually played is rated as worse even within the error, and so is an equal card", () => {
  const choices = [12, 7, 8].map((card, n) => ({ does: [card], points: 0, behind: n ? 0.4 : 0, error: n ? 0.5 : 0 }));
  const verdicts = [12, 7, 8].map((card) => judgeAnswer({ ...DECISION, choices }, [card]).verdict);
  expect(verdicts).toEqual(["right", "worse", "worse"]);
});

test("two discarded cards are the same answer in either order", () => {
  const discard = {
    ...DECISION,
    did: [1, 2],
    choices: [
      { does: [3, 4], points: 1, behind: 0, error: 0 },
      { does: [1, 2], points: 0, behind: 1, error: 0 },
    ],
  };
  expect(judgeAnswer(discard, [4, 3]).verdict).toBe("right");
});
