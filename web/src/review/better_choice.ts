// Judge an answer to a mistake problem: whether it is better than the original decision, according to the deal's
// review.
import type { ChoiceRecord, DecisionRecord } from "../client/api_types";
import { marginOf } from "../archive/result_breakdown";
import { isSame, choiceMade, TENTH } from "./choices";

/** The verdict on an answer: `right` is as good as the best within the error, `better` than the original decision,
 * `worse` is neither; `unknown` has not been judged by the review. */
export type AnswerVerdict = "right" | "better" | "worse" | "unknown";

export interface Attempt {
  acts: readonly number[];
  /** The review's entry for it; null if it has none. */
  choice: ChoiceRecord | null;
  verdict: AnswerVerdict;
}

/** Return the points lost by the original decision. */
export const pointsLost = (decision: DecisionRecord): number => choiceMade(decision)?.behind ?? decision.lost ?? 0;

/** Return whether a choice is right: as good as the best within the error, and better than the original decision. */
const isRight = (choice: ChoiceRecord, decision: DecisionRecord): boolean =>
  choice.behind < pointsLost(decision) && choice.behind <= Math.max(marginOf(choice.error), TENTH);

/** Return the right choices, best first. */
export const rightChoices = (decision: DecisionRecord): ChoiceRecord[] =>
  (decision.choices ?? []).filter((choice) => isRight(choice, decision));

/** Return the verdict on an answer. */
export function judgeAnswer(decision: DecisionRecord, acts: readonly number[]): Attempt {
  const choice = decision.choices?.find(({ does }) => isSame(does, acts)) ?? null;
  if (!choice) return { acts, choice, verdict: "unknown" };
  if (isRight(choice, decision)) return { acts, choice, verdict: "right" };
  return { acts, choice, verdict: choice.behind < pointsLost(decision) - TENTH ? "better" : "worse" };
}
