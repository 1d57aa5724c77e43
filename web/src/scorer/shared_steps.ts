// Compare the steps of a shared match on this phone with those at its server.
import type { Step } from "../client/score_client";

const isSame = (one: Step | undefined, other: Step | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Return the length of the common start of both lists. */
export function commonLength(mine: readonly Step[], theirs: readonly Step[]): number {
  const end = mine.findIndex((step, index) => !isSame(step, theirs[index]));
  return end < 0 ? mine.length : end;
}

/** Return the steps from `start` on without those undone; null if they undo a step before `start`. */
export function appliedSince(steps: readonly Step[], start: number): Step[] | null {
  const applied: Step[] = [];
  let undone: Step[] = [];
  for (const step of steps.slice(start)) {
    if (step.type === "undo" || step.type === "redo") {
      const [from, to] = step.type === "undo" ? [applied, undone] : [undone, applied];
      const moved = from.pop();
      if (!moved) return null;
      to.push(moved);
    } else {
      applied.push(step);
      undone = [];
    }
  }
  return applied;
}
