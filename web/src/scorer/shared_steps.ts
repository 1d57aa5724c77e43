// Compare the steps of a shared match on this phone with those at its server.
import type { HistoryLine } from "../client/api_types";

const isSame = (first: HistoryLine | undefined, second: HistoryLine | undefined): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** Return the length of the common start of both lists. */
export function commonLength(ownSteps: readonly HistoryLine[], theirSteps: readonly HistoryLine[]): number {
  const end = ownSteps.findIndex((step, index) => !isSame(step, theirSteps[index]));
  return end < 0 ? ownSteps.length : end;
}

/** Return the steps from `start` on without those undone; null if they undo a step before `start`. */
export function appliedSteps(steps: readonly HistoryLine[], start: number): HistoryLine[] | null {
  const appliedList: HistoryLine[] = [];
  let undoneList: HistoryLine[] = [];
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
