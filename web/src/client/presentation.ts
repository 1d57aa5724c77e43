// Queries about how a game is presented. Table components use these and nothing else that is specific to a game.
import type { Reason, Welcome } from "./protocol";

/** The fields of a welcome message that define how the game is drawn. */
export type Drawn = Pick<Welcome, "calls" | "presentation" | "rules" | "sides">;

/** Actions below this are cards (13 · suit + rank); from it on they are calls. */
export const CALLS = 52;
const SUITS = "SCDH";

export const callName = (of: Pick<Welcome, "calls">, action: number): string => of.calls[action - CALLS] ?? "";

/** Return whether an action is a call that declines. */
export const isQuiet = (of: Drawn, action: number): boolean => of.presentation.quiet.includes(callName(of, action));

/** Return the message key of the confirmation that a call needs; null if it needs none. */
export const sureKey = (of: Drawn, action: number): string | null => of.presentation.sure[callName(of, action)] ?? null;

/** Return the keyboard letter of a call; "" if it has none. */
export const keyOf = (of: Drawn, action: number): string => of.presentation.keys[callName(of, action)] ?? "";

/** Return the calls that have keyboard letters, by letter, in the order of the letters' first calls. */
export function callsByKey(of: Drawn): Map<string, number[]> {
  const found = new Map<string, number[]>();
  of.calls.forEach((_, at) => {
    const letter = keyOf(of, CALLS + at);
    if (letter) found.set(letter, [...(found.get(letter) ?? []), CALLS + at]);
  });
  return found;
}

/** Return the suit that a call is drawn with; null where it has none. */
export function suitOfCall(of: Drawn, action: number): number | null {
  const suit = SUITS.indexOf(of.presentation.suits[callName(of, action)] ?? "-");
  return suit < 0 ? null : suit;
}

/** Return whether bids are sealed (made face down). */
export const bidsSealed = (of: Drawn): boolean => of.presentation.aloud.length > 0;

/** Return the seat or side against which a column is written; null if the column is the side's own. */
export function opponent(of: Drawn, column: string, side: number): number | null {
  const steps = of.presentation.neighbours[column];
  const sides = of.sides.length;
  return steps === undefined ? null : (side + steps + sides) % sides;
}

/** Return whether anything is written in a column under the rules of this table. */
export function isWritten(of: Drawn, column: string): boolean {
  const unused = of.presentation.unused[column];
  return !unused || Object.entries(unused).some(([option, value]) => of.rules[option] !== value);
}

/** Return the fact shown next to a seat instead of among the deal's facts. */
export const platedFact = (of: Drawn, facts: readonly Reason[], seat: number): Reason | undefined =>
  facts.find(({ key, numbers }) => of.presentation.plated.includes(key) && numbers.seat === seat);
