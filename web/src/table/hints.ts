// What a hint says of each choice, beside what it was asked for.
import type { Hinted } from "../client/protocol";

/** A difference below this cannot be told in tenths. */
const ALIKE = 0.05;

export interface Compared {
  /** The plans that are worth as much as the best. */
  best: number[][];
  /** By how many points they are better than the next; null where there is no other. */
  by: number | null;
}

/** Return the choices that are best, and by how much; null where points were not worked out. */
export function compared({ plan, worth }: Hinted): Compared | null {
  const own = worth.find((one) => String(one.plan) === String(plan));
  if (!own) return null;
  const alike = (points: number): boolean => Math.abs(points - own.points) < ALIKE;
  const rest = worth.filter(({ points }) => !alike(points)).map(({ points }) => points);
  const best = worth.filter(({ points }) => alike(points)).map((one) => one.plan);
  const others = best.filter((one) => String(one) !== String(plan));
  return { best: [plan, ...others], by: rest.length ? own.points - Math.max(...rest) : null };
}
