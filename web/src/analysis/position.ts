// A position as set up here, and its line of text (docs/notation.md). Lines are written here and parsed by the server.
import type { Analysis } from "../client/api_types";
import { cards, RANKS, SUITS } from "../language/speech";

export interface AnalysisPosition {
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
export type CardLocation = number | "out";

/** Return the position of an analysis. */
export function positionOf(analysis: Analysis): AnalysisPosition {
  const { game, options, contract, player, leader, played, out, known } = analysis;
  const hands = analysis.hands.map((hand) => (hand === null ? null : cards(hand)));
  return { game, options, hands, contract, player, leader, played, out: cards(out), known };
}

const cardText = (card: number): string => SUITS.charAt(Math.floor(card / 13)) + RANKS.charAt(card % 13);

function handText(hand: readonly number[] | null): string {
  if (hand === null) return "-";
  const highFirst = [...hand].sort((first, second) => second - first);
  const suit = (suitIndex: number) =>
    highFirst.filter((card) => Math.floor(card / 13) === suitIndex).map((card) => RANKS.charAt(card % 13));
  return [0, 1, 2, 3].map((suitIndex) => suit(suitIndex).join("")).join(".");
}

/** Return the line of text of a position. */
export function positionText({
  game,
  options,
  hands,
  contract,
  player,
  leader,
  played,
  out,
  known,
}: AnalysisPosition): string {
  const parts = [hands.map(handText).join(" | "), `${game} ${options}`];
  if (contract) parts.push(player === null ? contract : `${contract} ${player}`);
  if (leader !== null) parts.push(`leads ${leader}`);
  if (played.length) parts.push(["played", ...played.map(cardText)].join(" "));
  if (out.length) parts.push(["out", ...[...out].sort((first, second) => first - second).map(cardText)].join(" "));
  if (known) parts.push(["known", ...known].join(" "));
  return parts.join(" ; ");
}

/** Return the address fragment of a line of text. */
export const fragment = (line: string): string =>
  encodeURI(line.replaceAll(" | ", "|").replaceAll(" ; ", ";").replaceAll(" ", "+"));

/** Return where a card is; null if it has not been placed. */
export function locationOf({ hands, out }: AnalysisPosition, card: number): CardLocation | null {
  if (out.includes(card)) return "out";
  const seat = hands.findIndex((hand) => hand?.includes(card));
  return seat < 0 ? null : seat;
}

/** Return the position with a card placed, or removed if it was already there. The position has no cards played. */
export function placeCard(position: AnalysisPosition, card: number, place: CardLocation): AnalysisPosition {
  const oldPlace = locationOf(position, card);
  const withoutCard = (cards: readonly number[]) => cards.filter((heldCard) => heldCard !== card);
  const changedHand = (cards: readonly number[], handPlace: CardLocation) =>
    oldPlace !== place && handPlace === place ? [...withoutCard(cards), card] : withoutCard(cards);
  return {
    ...position,
    hands: position.hands.map((hand, seat) => (hand === null && seat !== place ? null : changedHand(hand ?? [], seat))),
    out: changedHand(position.out, "out"),
    played: [],
  };
}

/** Return the next hand to give cards to: this one until it is full, then the next that is not full. */
export function nextHand({ hands }: AnalysisPosition, place: CardLocation, handSize: number): CardLocation {
  if (place === "out" || (hands[place]?.length ?? 0) < handSize) return place;
  const otherSeats = hands.map((_, n) => (place + 1 + n) % hands.length);
  return otherSeats.find((seat) => hands[seat] !== null && (hands[seat]?.length ?? 0) < handSize) ?? place;
}

const isPrefix = (line: readonly number[], otherLine: readonly number[]): boolean =>
  line.every((card, n) => otherLine[n] === card);

/** Return the lines of play with another one added, without lines that are the start of another. */
export function addLine(lines: readonly number[][], cardsPlayed: number[]): number[][] {
  if (!cardsPlayed.length || lines.some((line) => isPrefix(cardsPlayed, line))) return [...lines];
  return [...lines.filter((line) => !isPrefix(line, cardsPlayed)), cardsPlayed];
}
