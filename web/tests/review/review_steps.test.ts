// A finished deal, step by step: two calls, a discard of two cards, two tricks of three cards.
import { expect, test } from "vitest";
import type { DealStep, DecisionRecord, Verdict } from "../../src/client/api_types";
import {
  decisionAt,
  nextMistakeFrom,
  momentsOf,
  stepInAddress,
  nextTrickStart,
  tricksOf,
  costliestOf,
} from "../../src/review/review_steps";

function step(phase: string, seat: number, act: number, past: number, table: number, turn = seat): DealStep {
  const tricks = phase === "play" ? { past: Array(past).fill({}), table: Array(table).fill(0) } : null;
  return { before: { public: { phase, tricks, turn } }, moved: { seat, act }, did: [] } as unknown as DealStep;
}

const STEPS = [
  step("auction", 0, 52, 0, 0),
  step("auction", 1, 53, 0, 0),
  step("discard", 1, 3, 0, 0),
  step("discard", 1, 4, 0, 0),
  step("play", 0, 5, 0, 0),
  step("play", 1, 6, 0, 1),
  step("play", 1, 7, 0, 2, 2), // from a partner's open hand
  step("play", 2, 8, 1, 0),
  step("play", 0, 9, 1, 1),
  {
    before: { public: { phase: "play", tricks: { past: [], table: [] }, turn: 0 } },
    moved: null,
    did: [],
  } as unknown as DealStep,
];
const MOMENTS = momentsOf(STEPS);

const judged = (at: number, verdict: Verdict, lost = 0, did = [0], seat = 0): DecisionRecord => ({
  at, seat, phase: "", trick: 0, did, verdict, lost,
});

test("momentsOf numbers the cards of each trick, and assigns them to the hand they come from", () => {
  expect(MOMENTS.map(({ trick, place }) => [trick, place].join())).toEqual(
    ["0,0", "0,0", "0,0", "0,0", "1,1", "1,2", "1,3", "2,1", "2,2", "0,0"],
  );
  expect(MOMENTS[6]?.owner).toBe(2);
  expect(MOMENTS[9]).toMatchObject({ owner: null, act: null });
  expect(tricksOf(MOMENTS).map((row) => row.map(({ at }) => at))).toEqual([[4, 5, 6], [7, 8]]);
});

test("nextTrickStart returns the next or previous trick, and stops at both ends", () => {
  expect([0, 4, 5, 7, 10].map((at) => nextTrickStart(MOMENTS, at, 1))).toEqual([4, 7, 7, 10, 10]);
  expect([10, 8, 7, 4, 2, 0].map((at) => nextTrickStart(MOMENTS, at, -1))).toEqual([7, 7, 4, 0, 0, 0]);
});

test("decisionAt finds one decision for both cards of a discard", () => {
  const discard = judged(2, "right", 0, [3, 4]);
  expect([1, 2, 3, 4].map((at) => decisionAt([discard], at))).toEqual([undefined, discard, discard, undefined]);
});

test("nextMistakeFrom skips unsure and unlucky decisions, and costliestOf prefers the given player's mistake", () => {
  const skipped = [judged(5, "unlucky", 9), judged(6, "unsure"), judged(7, "right")];
  const all = [judged(8, "inaccuracy", 2), ...skipped, judged(4, "blunder", 7, [0], 1)];
  expect(nextMistakeFrom(all, 0, 1)?.at).toBe(4);
  expect(nextMistakeFrom(all, 4, 1)?.at).toBe(8);
  expect(nextMistakeFrom(all, 8, 1)).toBeUndefined();
  expect(nextMistakeFrom(all, 8, -1)?.at).toBe(4);
  expect(costliestOf(all, null)?.at).toBe(4);
  expect(costliestOf(all, 0)?.at, "the player's own mistake first").toBe(8);
  expect(costliestOf(all, 2)?.at).toBe(4);
  expect(costliestOf([], 0)).toBeUndefined();
});

test("stepInAddress reads a step of the deal from a URL fragment, and defaults to the start", () => {
  expect(["", "#", "#7", "#99999", "#12", "#-1", "#x"].map((place) => stepInAddress(place, 10))).toEqual([
    0, 0, 7, 0, 10, 0, 0,
  ]);
});
