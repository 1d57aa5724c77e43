// Compare the choices of a hint.
import type { HintMessage } from "../client/protocol";

/** Points that differ by less than this look equal when rounded to tenths. */
const ALIKE = 0.05;

export interface Compared {
  /** The plans that are as good as the best one. */
  best: number[][];
  /** Their advantage over the next plan, in points; null if there is no other. */
  by: number | null;
}

/** Return the best choices and their advantage; null if no points were calculated. */
export function compareChoices({ plan, worth }: HintMessage): Compared | null {
  const ownValue = worth.find((value) => String(value.plan) === String(plan));
  if (!ownValue) return null;
  const alike = (points: number): boolean => Math.abs(points - ownValue.points) < ALIKE;
  const rest = worth.filter(({ points }) => !alike(points)).map(({ points }) => points);
  const best = worth.filter(({ points }) => alike(points)).map((value) => value.plan);
  const otherPlans = best.filter((bestPlan) => String(bestPlan) !== String(plan));
  return { best: [plan, ...otherPlans], by: rest.length ? ownValue.points - Math.max(...rest) : null };
}
