// A position as set up here, and its line of text (docs/notation.md). Lines are written here and parsed by the server.
import type { Analysis } from "../client/analysis_client";
import { cards, RANKS, SUITS } from "../language/speech";

export interface Position {
  game: string;
  options: string;
  /** The cards by seat; null for a seat that is not in the deal. */
  hands: (number[] | null)[];
  contract: string;
  player: number | null;
  leader: number | null;
  played: number[];
  out: number[];
  /** The seats with open hands in a single-dummy analysis; null in a double-dummy one. */
  known: number[] | null;
}

/** The seat of a hand, or "out" for the cards in no hand. */
export type Place = number | "out";

/** Return the position of an analysis. */
export function positionOf(found: Analysis): Position {
  const { game, options, contract, player, leader, played, out, known } = found;
  const hands = found.hands.map((hand) => (hand === null ? null : cards(hand)));
  return { game, options, hands, contract, player, leader, played, out: cards(out), known };
}

const cardText = (card: number): string => SUITS.charAt(Math.floor(card / 13)) + RANKS.charAt(card % 13);

function handText(hand: readonly number[] | null): string {
  if (hand === null) return "-";
  const sorted = [...hand].sort((one, other) => other - one);
  const suit = (of: number) => sorted.filter((card) => Math.floor(card / 13) === of).map((card) => RANKS.charAt(card % 13));
  return [0, 1, 2, 3].map((of) => suit(of).join("")).join(".");
}

/** Return the line of text of a position. */
export function written({ game, options, hands, contract, player, leader, played, out, known }: Position): string {
  const parts = [hands.map(handText).join(" | "), `${game} ${options}`];
  if (contract) parts.push(player === null ? contract : `${contract} ${player}`);
  if (leader !== null) parts.push(`leads ${leader}`);
  if (played.length) parts.push(["played", ...played.map(cardText)].join(" "));
  if (out.length) parts.push(["out", ...[...out].sort((one, other) => one - other).map(cardText)].join(" "));
  if (known) parts.push(["known", ...known].join(" "));
  return parts.join(" ; ");
}

/** Return the address fragment of a line of text. */
export const fragment = (line: string): string =>
  encodeURI(line.replaceAll(" | ", "|").replaceAll(" ; ", ";").replaceAll(" ", "+"));

/** Return where a card is; null if it has not been placed. */
export function placeOf({ hands, out }: Position, card: number): Place | null {
  if (out.includes(card)) return "out";
  const seat = hands.findIndex((hand) => hand?.includes(card));
  return seat < 0 ? null : seat;
}

/** Return the position with a card placed, or removed if it was already there. The position has no cards played. */
export function placed(position: Position, card: number, place: Place): Position {
  const was = placeOf(position, card);
  const without = (held: readonly number[]) => held.filter((one) => one !== card);
  const put = (held: readonly number[], here: Place) => (was !== place && here === place ? [...without(held), card] : without(held));
  return {
    ...position,
    hands: position.hands.map((hand, seat) => (hand === null && seat !== place ? null : put(hand ?? [], seat))),
    out: put(position.out, "out"),
    played: [],
  };
}

/** Return the next hand to give cards to: this one until it is full, then the next that is not full. */
export function following({ hands }: Position, place: Place, full: number): Place {
  if (place === "out" || (hands[place]?.length ?? 0) < full) return place;
  const others = hands.map((_, n) => (place + 1 + n) % hands.length);
  return others.find((seat) => hands[seat] !== null && (hands[seat]?.length ?? 0) < full) ?? place;
}

const begins = (line: readonly number[], other: readonly number[]): boolean => line.every((card, n) => other[n] === card);

/** Return the lines of play with another one added, without lines that are the start of another. */
export function withLine(lines: readonly number[][], played: number[]): number[][] {
  if (!played.length || lines.some((line) => begins(played, line))) return [...lines];
  return [...lines.filter((line) => !begins(line, played)), played];
}
