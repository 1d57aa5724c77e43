// Compare the steps of a shared match on this phone with those at its server.
import type { ScoreStep } from "../client/score_client";

const isSame = (first: ScoreStep | undefined, second: ScoreStep | undefined): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** Return the length of the common start of both lists. */
export function commonLength(ownSteps: readonly ScoreStep[], theirSteps: readonly ScoreStep[]): number {
  const end = ownSteps.findIndex((step, index) => !isSame(step, theirSteps[index]));
  return end < 0 ? ownSteps.length : end;
}

/** Return the steps from `start` on without those undone; null if they undo a step before `start`. */
export function appliedSteps(steps: readonly ScoreStep[], start: number): ScoreStep[] | null {
  const appliedList: ScoreStep[] = [];
  let undoneList: ScoreStep[] = [];
  for (const step of steps.slice(start)) {
    if (step.type === "undo" || step.type === "redo") {
      const [source, target] = step.type === "undo" ? [appliedList, undoneList] : [undoneList, appliedList];
      const lastStep = source.pop();
      if (!lastStep) return null;
      target.push(lastStep);
    } else {
      appliedList.push(step);
      undoneList = [];
    }
  }
  return appliedList;
}
