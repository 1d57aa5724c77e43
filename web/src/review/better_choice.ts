// Whether an answer to the question of a mistake is better than what was done then, by the review of its deal.
import type { Choice, Decision } from "../client/archive_client";
import { marginOf } from "../archive/result_parts";
import { isSame, madeIn, TENTH } from "./choices";

/** An answer: `right` is as good as the best within the error, `better` than what was done then, `worse` is not. The review
 * has not judged one that is `unknown`. */
export type AnswerVerdict = "right" | "better" | "worse" | "unknown";

export interface Attempt {
  acts: readonly number[];
  /** What the review says of it. */
  choice: Choice | null;
  verdict: AnswerVerdict;
}

/** Return what was lost by what was done. */
export const lostBy = (decision: Decision): number => madeIn(decision)?.behind ?? decision.lost ?? 0;

/** Return whether a choice is right: as good as the best within the error, and better than what was done. */
const isRight = (choice: Choice, decision: Decision): boolean =>
  choice.behind < lostBy(decision) && choice.behind <= Math.max(marginOf(choice.error), TENTH);

/** Return the right choices, the best first. */
export const rightChoices = (decision: Decision): Choice[] =>
  (decision.choices ?? []).filter((choice) => isRight(choice, decision));

/** Return what the review says of an answer. */
export function attempt(decision: Decision, acts: readonly number[]): Attempt {
  const choice = decision.choices?.find(({ does }) => isSame(does, acts)) ?? null;
  if (!choice) return { acts, choice, verdict: "unknown" };
  if (isRight(choice, decision)) return { acts, choice, verdict: "right" };
  return { acts, choice, verdict: choice.behind < lostBy(decision) - TENTH ? "better" : "worse" };
}
