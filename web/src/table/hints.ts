// Compare the choices of a hint.
import type { HintMessage } from "../client/protocol";

/** Points that differ by less than this look equal when rounded to tenths. */
const TIE_POINTS = 0.05;

export interface ComparedChoices {
  /** The plans that are as good as the best one. */
  best: number[][];
  /** Their advantage over the next plan, in points; null if there is no other. */
  advantage: number | null;
}

/** Return the best choices and their advantage; null if no points were calculated. */
export function compareChoices({ plan, worth }: HintMessage): ComparedChoices | null {
  const ownValue = worth.find((value) => String(value.plan) === String(plan));
  if (!ownValue) return null;
  const isTied = (points: number): boolean => Math.abs(points - ownValue.points) < TIE_POINTS;
  const rest = worth.filter(({ points }) => !isTied(points)).map(({ points }) => points);
  const best = worth.filter(({ points }) => isTied(points)).map((value) => value.plan);
  const otherPlans = best.filter((bestPlan) => String(bestPlan) !== String(plan));
  return { best: [plan, ...otherPlans], advantage: rest.length ? ownValue.points - Math.max(...rest) : null };
}
