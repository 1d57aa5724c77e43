// Queries about how a game is presented. Table components use these and nothing else that is specific to a game.
import type { Reason, WelcomeMessage } from "./protocol";

/** The fields of a welcome message that define how the game is drawn. */
export type Drawn = Pick<WelcomeMessage, "calls" | "presentation" | "rules" | "sides">;

/** Actions below this are cards (13 · suit + rank); from it on they are calls. */
export const CALLS = 52;
const SUITS = "SCDH";

export const callName = (game: Pick<WelcomeMessage, "calls">, action: number): string =>
  game.calls[action - CALLS] ?? "";

/** Return whether an action is a call that declines. */
export const isQuiet = (game: Drawn, action: number): boolean =>
  game.presentation.quiet.includes(callName(game, action));

/** Return the message key of the confirmation that a call needs; null if it needs none. */
export const sureKey = (game: Drawn, action: number): string | null =>
  game.presentation.sure[callName(game, action)] ?? null;

/** Return the keyboard letter of a call; "" if it has none. */
export const keyOf = (game: Drawn, action: number): string => game.presentation.keys[callName(game, action)] ?? "";

/** Return the calls that have keyboard letters, by letter, in the order of the letters' first calls. */
export function groupCallsByKey(game: Drawn): Map<string, number[]> {
  const callsByKey = new Map<string, number[]>();
  game.calls.forEach((_, index) => {
    const letter = keyOf(game, CALLS + index);
    if (letter) callsByKey.set(letter, [...(callsByKey.get(letter) ?? []), CALLS + index]);
  });
  return callsByKey;
}

/** Return the suit that a call is drawn with; null where it has none. */
export function suitOfCall(game: Drawn, action: number): number | null {
  const suit = SUITS.indexOf(game.presentation.suits[callName(game, action)] ?? "-");
  return suit < 0 ? null : suit;
}

/** Return whether bids are sealed (made face down). */
export const bidsSealed = (game: Drawn): boolean => game.presentation.aloud.length > 0;

/** Return the seat or side against which a column is written; null if the column is the side's own. */
export function opponent(game: Drawn, column: string, side: number): number | null {
  const steps = game.presentation.neighbours[column];
  const sides = game.sides.length;
  return steps === undefined ? null : (side + steps + sides) % sides;
}

/** Return whether anything is written in a column under the rules of this table. */
export function isWritten(game: Drawn, column: string): boolean {
  const unusedRules = game.presentation.unused[column];
  return !unusedRules || Object.entries(unusedRules).some(([option, value]) => game.rules[option] !== value);
}

/** Return the fact shown next to a seat instead of among the deal's facts. */
export const platedFact = (game: Drawn, facts: readonly Reason[], seat: number): Reason | undefined =>
  facts.find(({ key, numbers }) => game.presentation.plated.includes(key) && numbers.seat === seat);
