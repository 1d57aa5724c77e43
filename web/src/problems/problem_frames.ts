// A problem as frames to draw, card by card, from the text format of the server.
import type { MoveRecord, ProblemRecord } from "../client/api_types";
import { RANKS, SUITS } from "../language/speech";
import type { CardOnTable } from "../client/view_selectors";

/** Return the card of a text such as `SK`. */
export const cardOf = (text: string): number => 13 * SUITS.indexOf(text.charAt(0)) + RANKS.indexOf(text.charAt(1));
export const textOf = (card: number): string => SUITS.charAt(Math.floor(card / 13)) + RANKS.charAt(card % 13);
export const cardsOf = (text: string): number[] => text.split(" ").filter(Boolean).map(cardOf);
/** Return the text of discarded cards, lowest first. */
export const discardText = (cards: readonly number[]): string => [...cards].sort((a, b) => a - b).map(textOf).join(" ");

/** Return the cards of a hand such as `AKQ.J..7` as a card mask; 0 for a seat that is not in the deal. */
export function maskOf(text: string): number {
  if (text.trim() === "-") return 0;
  const suits = text.trim().split(".");
  return suits
    .flatMap((ranks, suit) => [...ranks].map((rank) => 2 ** (13 * suit + RANKS.indexOf(rank))))
    .reduce(sum, 0);
}

const sum = (first: number, second: number): number => first + second;

export const handsOf = (problem: ProblemRecord): number[] => problem.hands.split("|").map(maskOf);
/** Return the seats that play. */
export const seatsOf = (problem: ProblemRecord): number[] =>
  handsOf(problem).flatMap((hand, seat) => (hand ? [seat] : []));

/** The state after a card: hands as card masks, the trick, and the tricks of the side so far. */
export interface Frame {
  hands: readonly number[];
  trick: readonly CardOnTable[];
  /** The winner of a full trick; null if it is not full, and for the last trick. */
  winner: number | null;
  taken: number;
}

/** Return the frames of a problem: the start, after the discard of `discards`, and one after each card. A full trick is
 * shown for one frame and removed in the next; for the last one only the side's total, `sideTotal`, is known. */
export function frames(
  problem: ProblemRecord,
  discards: readonly number[],
  moves: readonly MoveRecord[],
  sideTotal: number | null,
): Frame[] {
  const seats = seatsOf(problem).length;
  const discardMask = discards.map((card) => 2 ** card).reduce(sum, 0);
  const hands = handsOf(problem).map((hand, seat) => (seat === problem.you ? hand - discardMask : hand));
  let current: Frame = {
    hands,
    trick: problem.lying.map(({ seat, card }) => ({ seat, card: cardOf(card) })),
    winner: null,
    taken: 0,
  };
  const frameList = [current];
  moves.forEach(({ seat, card: text }, index) => {
    const card = cardOf(text);
    const trick = [...current.trick, { seat, card }];
    const handsLeft = current.hands.map((hand, owner) => (owner === seat ? hand - 2 ** card : hand));
    const full = trick.length === seats;
    const isLast = !handsLeft.some(Boolean);
    // The next leader has won the trick; after the last known card it is the reader's turn.
    const winner = full && !isLast ? (moves[index + 1]?.seat ?? problem.you) : null;
    current = { hands: handsLeft, trick, winner, taken: isLast && sideTotal !== null ? sideTotal : current.taken };
    frameList.push(current);
    if (winner === null) return;
    current = { ...current, trick: [], winner: null, taken: current.taken + Number(problem.side.includes(winner)) };
    frameList.push(current);
  });
  return frameList;
}

/** Return the cards by trick; the first trick includes cards played before the problem. */
export function groupByTrick(problem: ProblemRecord, moves: readonly MoveRecord[]): MoveRecord[][] {
  const seats = seatsOf(problem).length;
  const allMoves = [...problem.lying, ...moves];
  return Array.from({ length: Math.ceil(allMoves.length / seats) }, (_, index) =>
    allMoves.slice(index * seats, (index + 1) * seats),
  );
}
