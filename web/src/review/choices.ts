// The choices of a decision for display: equal cards share a row, and each measure is shown separately.
import type { ChoiceRecord, DecisionRecord } from "../client/api_types";
import type { CardValue } from "../analysis/board";
import { FIRST_CALL } from "../client/presentation";
import { marginOf } from "../archive/result_breakdown";
import { minus } from "../sheet/sheet_numbers";

/** Choices of equal value. `played`: the original decision is among them. */
export interface ChoiceRow {
  plans: number[][];
  choice: ChoiceRecord;
  played: boolean;
}

/** Return whether two choices have the same actions, in any order. */
export const isSame = (first: readonly number[], second: readonly number[]): boolean =>
  first.length === second.length && first.every((action) => second.includes(action));

const isCard = ({ does }: ChoiceRecord): boolean => does.length === 1 && (does[0] ?? FIRST_CALL) < FIRST_CALL;

/** Return the choices of a decision, best first; cards that are equal by both measures share a row. */
export function choiceRows({ choices = [], did }: DecisionRecord): ChoiceRow[] {
  const rows: ChoiceRow[] = [];
  for (const choice of choices) {
    const equal = rows.find(
      (row) =>
        isCard(choice) &&
        isCard(row.choice) &&
        row.choice.points === choice.points &&
        row.choice.error === choice.error &&
        row.choice.all_seen === choice.all_seen,
    );
    if (equal) equal.plans.push(choice.does);
    else rows.push({ plans: [choice.does], choice, played: false });
  }
  return rows.map((row) => ({ ...row, played: row.plans.some((plan) => isSame(plan, did)) }));
}

/** Return the choice that was made. */
export const choiceMade = ({ choices = [], did }: DecisionRecord): ChoiceRecord | undefined =>
  choices.find(({ does }) => isSame(does, did));

/** Return the double-dummy points of the best choice; null if not solved. */
export function bestDoubleDummy({ choices = [] }: DecisionRecord): number | null {
  const doubleDummyValues = choices.flatMap(({ all_seen }) => (all_seen === undefined ? [] : [all_seen]));
  return doubleDummyValues.length ? Math.max(...doubleDummyValues) : null;
}

const MAX_WITH_DECIMAL = 9.95;

/** Return points as shown next to a card: `+6.6`, `−51`; a decimal only if there is room for it. */
export function shortPoints(points: number, lang: string): string {
  const digits = Math.abs(points) < MAX_WITH_DECIMAL ? 1 : 0;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" } as const;
  return minus(new Intl.NumberFormat(lang, format).format(points));
}

/** Return a number with one decimal and no sign. */
export const tenthsText = (number: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

/** A smaller difference in points is not visible when rounded to tenths. */
export const TENTH = 0.05;

/** Return the texts next to each card of a decision: its single-dummy and double-dummy values. */
export function cardValues({ choices = [] }: DecisionRecord, lang: string): Map<number, CardValue> {
  const valuesByCard = new Map<number, CardValue>();
  for (const choice of choices.filter(isCard)) {
    const extraText = choice.all_seen === undefined ? {} : { also: shortPoints(choice.all_seen, lang) };
    const tone = toneOf(choice);
    const text = shortPoints(choice.points, lang);
    valuesByCard.set(choice.does[0] ?? 0, { text, ...extraText, ...(tone && { tone }) });
  }
  return valuesByCard;
}

function toneOf({ behind, error }: ChoiceRecord): CardValue["tone"] | undefined {
  if (behind < TENTH) return "best";
  return behind > marginOf(error) ? "cost" : undefined;
}
