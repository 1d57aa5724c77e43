// What a game says of how it is drawn, as the parts of a table ask for it: nothing else tells one game from another.
import type { Reason, Welcome } from "./protocol";

/** What of a welcome says how the game is drawn. */
export type Drawn = Pick<Welcome, "calls" | "presentation" | "rules" | "sides">;

/** The actions below this are cards: 13 · suit + rank; those from it on are calls. */
export const CALLS = 52;
const SUITS = "SCDH";

export const callName = (of: Pick<Welcome, "calls">, action: number): string => of.calls[action - CALLS] ?? "";

/** Return whether an action is a call that declines. */
export const isQuiet = (of: Drawn, action: number): boolean => of.presentation.quiet.includes(callName(of, action));

/** Return the key of the message with which a call is asked about once more; null where it is not. */
export const sureKey = (of: Drawn, action: number): string | null => of.presentation.sure[callName(of, action)] ?? null;

/** Return the letter of the key that stands for a call; empty where it has none. */
export const keyOf = (of: Drawn, action: number): string => of.presentation.keys[callName(of, action)] ?? "";

/** Return the calls that have keys, by letter, in the order of the letters' first calls. */
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

/** Return whether bids are laid face down. */
export const bidsSealed = (of: Drawn): boolean => of.presentation.aloud.length > 0;

/** Return the seat or side on which a column is written; null where it is the side's own. */
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

/** Return the fact that is told beside a seat rather than among the others. */
export const platedFact = (of: Drawn, facts: readonly Reason[], seat: number): Reason | undefined =>
  facts.find(({ key, numbers }) => of.presentation.plated.includes(key) && numbers.seat === seat);
