// The steps of a finished deal, for browsing by card, by trick or by mistake.
import type { DealStep, DecisionRecord, Verdict } from "../client/api_types";
import { MISTAKE_VERDICTS } from "../client/archive_client";
import { FIRST_CALL } from "../client/presentation";

/** A step of a deal. `trick` counts from 1, and `place` is the card's position in it; both are 0 if the step is not a
 * card of a trick. `owner` is the seat whose card or call it is. */
export interface ReviewStep {
  at: number;
  trick: number;
  place: number;
  owner: number | null;
  act: number | null;
}

/** Return the moments of a deal, one per step. */
export function momentsOf(steps: readonly DealStep[]): ReviewStep[] {
  return steps.map(({ before, moved }, index) => {
    const { tricks, phase, turn } = before.public;
    const act = moved?.act ?? null;
    const isCardPlayed = phase === "play" && tricks !== null && act !== null && act < FIRST_CALL;
    if (!isCardPlayed) return { at: index, trick: 0, place: 0, owner: moved?.seat ?? null, act };
    return { at: index, trick: tricks.past.length + 1, place: tricks.table.length + 1, owner: turn, act };
  });
}

/** Return the moments by trick; moments outside tricks are omitted. */
export function tricksOf(moments: readonly ReviewStep[]): ReviewStep[][] {
  const tricks: ReviewStep[][] = [];
  for (const moment of moments) if (moment.trick) (tricks[moment.trick - 1] ??= []).push(moment);
  return tricks.filter(Boolean);
}

/** Return the step at which the next (or previous) trick starts; the end (or start) of the deal if there is none. */
export function nextTrickStart(moments: readonly ReviewStep[], index: number, direction: 1 | -1): number {
  const starts = [0, ...moments.filter(({ place }) => place === 1).map((moment) => moment.at), moments.length];
  const ahead = starts.filter((start) => (direction > 0 ? start > index : start < index));
  return (direction > 0 ? ahead[0] : ahead.at(-1)) ?? index;
}

/** Return the decision that a step belongs to: cards discarded together are one decision. */
export const decisionAt = (decisions: readonly DecisionRecord[], index: number): DecisionRecord | undefined =>
  decisions.find((decision) => decision.at <= index && index < decision.at + decision.did.length);

/** Return whether a verdict is a mistake of any size. */
export const isMistake = (verdict: Verdict | undefined): boolean => MISTAKE_VERDICTS.some((fault) => fault === verdict);

/** Return the mistakes in the order of the deal. */
export const mistakesOf = (decisions: readonly DecisionRecord[]): DecisionRecord[] =>
  decisions.filter(({ verdict }) => isMistake(verdict)).sort((first, second) => first.at - second.at);

/** Return the next mistake after a step, or the last one before it. */
export function nextMistakeFrom(
  decisions: readonly DecisionRecord[],
  index: number,
  direction: 1 | -1,
): DecisionRecord | undefined {
  const mistakes = mistakesOf(decisions);
  return direction > 0
    ? mistakes.find((mistake) => mistake.at > index)
    : mistakes.filter((mistake) => mistake.at < index).at(-1);
}

/** Return the costliest mistake of a seat; if it made none or is null, the costliest of all. */
export function costliestOf(decisions: readonly DecisionRecord[], seat: number | null): DecisionRecord | undefined {
  const mistakes = mistakesOf(decisions).sort((first, second) => (second.lost ?? 0) - (first.lost ?? 0));
  return mistakes.find((mistake) => mistake.seat === seat) ?? mistakes[0];
}

/** Return the step of an address such as `#17`; 0 if it names none. */
export function stepInAddress(place: string, steps: number): number {
  const digits = /^#(\d{1,4})$/.exec(place)?.[1];
  return digits === undefined ? 0 : Math.min(Number(digits), steps);
}
