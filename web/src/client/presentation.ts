// Queries about how a game is presented. Table components use these and nothing else that is specific to a game.
import type { Reason, WelcomeMessage } from "./protocol";

/** The fields of a welcome message that define how the game is drawn. */
export type GamePresentation = Pick<WelcomeMessage, "calls" | "presentation" | "rules" | "sides">;

/** Actions below this are cards (13 · suit + rank); from it on they are calls. */
export const FIRST_CALL = 52;
const SUITS = "SCDH";

export const callName = (game: Pick<WelcomeMessage, "calls">, action: number): string =>
  game.calls[action - FIRST_CALL] ?? "";

/** Return whether an action is a call that declines. */
export const isQuiet = (game: GamePresentation, action: number): boolean =>
  game.presentation.quiet.includes(callName(game, action));

/** Return the message key of the confirmation that a call needs; null if it needs none. */
export const confirmationKey = (game: GamePresentation, action: number): string | null =>
  game.presentation.sure[callName(game, action)] ?? null;

/** Return the keyboard letter of a call; "" if it has none. */
export const keyboardLetter = (game: GamePresentation, action: number): string =>
  game.presentation.keys[callName(game, action)] ?? "";

/** Return the calls that have keyboard letters, by letter, in the order of the letters' first calls. */
export function groupCallsByKey(game: GamePresentation): Map<string, number[]> {
  const callsByKey = new Map<string, number[]>();
  game.calls.forEach((_, index) => {
    const letter = keyboardLetter(game, FIRST_CALL + index);
    if (letter) callsByKey.set(letter, [...(callsByKey.get(letter) ?? []), FIRST_CALL + index]);
  });
  return callsByKey;
}

/** Return the suit that a call is drawn with; null where it has none. */
export function suitOfCall(game: GamePresentation, action: number): number | null {
  const suit = SUITS.indexOf(game.presentation.suits[callName(game, action)] ?? "-");
  return suit < 0 ? null : suit;
}

/** Return whether bids are sealed (made face down). */
export const hasSealedBids = (game: GamePresentation): boolean => game.presentation.aloud.length > 0;

/** Return the seat or side against which a column is written; null if the column is the side's own. */
export function opponent(game: GamePresentation, column: string, side: number): number | null {
  const steps = game.presentation.neighbours[column];
  const sides = game.sides.length;
  return steps === undefined ? null : (side + steps + sides) % sides;
}

/** Return whether anything is written in a column under the rules of this table. */
export function isColumnUsed(game: GamePresentation, column: string): boolean {
  const unusedRules = game.presentation.unused[column];
  return !unusedRules || Object.entries(unusedRules).some(([option, value]) => game.rules[option] !== value);
}

/** Return the fact shown next to a seat instead of among the deal's facts. */
export const plateFact = (game: GamePresentation, facts: readonly Reason[], seat: number): Reason | undefined =>
  facts.find(({ key, numbers }) => game.presentation.plated.includes(key) && numbers.seat === seat);
