// Card and seat layout of the table, as plain arithmetic in CSS pixels.
import { FIRST_CALL } from "../../client/presentation";
import type { Announcement } from "../../client/protocol";

export type TableSide = "self" | "left" | "top" | "right";

const SIDES_IN_ORDER: Record<number, TableSide[]> = {
  3: ["self", "left", "right"],
  4: ["self", "left", "top", "right"],
};

/** Return the place of every seat as seen from the seat `firstSeat`: the next seat by number is on the left, in every
 * direction of play. */
export function places(seats: number, firstSeat: number): TableSide[] {
  const sides = SIDES_IN_ORDER[seats] ?? [];
  return Array.from({ length: seats }, (_, seat) => sides[(seat - firstSeat + seats) % seats] ?? "top");
}

/** A card of a hand: the position of its upper left corner, and the size of the part that no later card covers. */
export interface PlacedCard {
  card: number;
  x: number;
  y: number;
  row: number;
  target: number;
  targetHeight: number;
}

/** A hand laid out in a box of this size; `card` is the card width. */
export interface HandLayout {
  cards: PlacedCard[];
  card: number;
  width: number;
  height: number;
}

/** Card widths by the user's setting, as a factor of the normal width. */
export const SIZE_FACTORS = { small: 0.85, usual: 1, large: 1.15 };
/** Trick cards that would be narrower than this, in pixels, are placed side by side. */
const MIN_STACKED_WIDTH = 56;
const MIN_CARD_WIDTH = 48;

/** Return the layout of a trick in a space of this size: the card width, whether the cards are side by side, and the
 * total height. `hasTopCard`: a card may be at the top, so cards may be below each other. */
export function trickLayout(
  height: number,
  width: number,
  maxCardWidth: number,
  hasTopCard: boolean,
): { card: number; flat: boolean; totalHeight: number } {
  const flat = hasTopCard && height / 3 < MIN_STACKED_WIDTH;
  const rows = flat ? 1.9 : hasTopCard ? 3 : 2;
  const card = Math.max(MIN_CARD_WIDTH, Math.min(maxCardWidth, height / rows, width / (flat ? 4.6 : 3.4)));
  return { card, flat, totalHeight: card * (rows - 0.1) };
}

/** The minimum size of a touch target, in pixels. */
export const TOUCH_SIZE = 44;
export const CARD_ASPECT = 1.4;
/** The part of a card's width that its index takes, at most: that of the 10. */
export const INDEX_WIDTH = 0.51;
/** The pitch of a fan, as a fraction of the card width. */
const FAN_PITCH = 88 / 112;
/** How much wider the last card of a tight row is than its touch target, in pixels. */
const LAST_CARD_EXTRA = 7;
/** The overlap of a row with the row above, in pixels. */
const ROW_OVERLAP = 14;
const MAX_IN_ONE_ROW = 6;
/** The lift of a selected card, as a fraction of its height. */
export const LIFT = { fan: 0.18, stack: 0.13, strip: 0 };

/** Return one row as wide as the space allows, or two if less than `minVisible` of each card would be visible (by
 * default a touch target). */
export function fan(suits: number[][], room: number, card: number, minVisible = TOUCH_SIZE): HandLayout {
  const allCards = suits.flat();
  const pitch = (longest: number) => Math.min(card * FAN_PITCH, (room - card) / Math.max(1, longest - 1));
  if (pitch(allCards.length) >= minVisible) return layOutRows([allCards], card, pitch(allCards.length), 0);
  const rows = splitIntoRows(suits, Math.max(1, Math.floor((room - card) / minVisible) + 1), 2);
  return layOutRows(rows, card, pitch(longestOf(rows)), Math.max(card * 0.7, TOUCH_SIZE));
}

/** Return the rows of a phone's hand: one for up to six cards, then two, then more, each with as many cards as fit
 * touch targets. With few cards, a card is at most `maxCardWidth` wide. */
export function stack(suits: number[][], room: number, maxCardWidth = 72): HandLayout {
  const allCards = suits.flat();
  const perRow = Math.max(1, Math.floor((room - LAST_CARD_EXTRA) / TOUCH_SIZE));
  const rows =
    allCards.length <= MAX_IN_ONE_ROW
      ? [allCards]
      : splitIntoRows(suits, perRow, Math.max(2, Math.ceil(allCards.length / perRow)));
  const longest = longestOf(rows);
  const isTight = longest >= MAX_IN_ONE_ROW;
  const pitch = isTight
    ? Math.floor((room - LAST_CARD_EXTRA) / longest)
    : Math.min(maxCardWidth, Math.floor((room - 20) / Math.max(longest, 4)));
  const card = isTight ? pitch + LAST_CARD_EXTRA : pitch - 4;
  return layOutRows(rows, card, pitch, card * CARD_ASPECT - ROW_OVERLAP);
}

/** Return the maximum height of a phone's two rows, including the lift of a card. */
export function stackHeight(room: number, maxCardWidth = 72): number {
  const heights = Array.from({ length: MAX_IN_ONE_ROW }, (_, n) => {
    const { card, height } = stack(
      [Array.from({ length: MAX_IN_ONE_ROW + n + 1 }, (_, card) => card)],
      room,
      maxCardWidth,
    );
    return height + card * CARD_ASPECT * LIFT.stack;
  });
  return Math.ceil(Math.max(...heights));
}

/** Return one row for display only, as wide as the space allows: cards up to `maxCardWidth` wide whose indices are
 * visible. */
export function strip(suits: number[][], room: number, maxCardWidth: number): HandLayout {
  const allCards = suits.flat();
  const card = Math.min(maxCardWidth, room / (1 + INDEX_WIDTH * (allCards.length - 1)));
  return layOutRows([allCards], card, Math.min(card + 2, (room - card) / Math.max(1, allCards.length - 1)), 0);
}

const longestOf = (rows: number[][]): number => Math.max(1, ...rows.map((row) => row.length));

/** Return centred rows below each other. */
function layOutRows(rows: number[][], card: number, pitch: number, rowStep: number): HandLayout {
  const width = (longestOf(rows) - 1) * pitch + card;
  const cards = rows.flatMap((row, rowIndex) => {
    const leftEdge = (width - (row.length - 1) * pitch - card) / 2;
    return row.map((rowCard, n) => ({
      card: rowCard,
      x: leftEdge + n * pitch,
      y: rowIndex * rowStep,
      row: rowIndex,
      target: n === row.length - 1 ? card : Math.min(pitch, card),
      targetHeight: rowIndex < rows.length - 1 ? rowStep : card * CARD_ASPECT,
    }));
  });
  return { cards, card, width, height: card * CARD_ASPECT + (rows.length - 1) * rowStep };
}

/** Return cards in rows of at most `maxPerRow`: whole suits together if they fit, otherwise as even as possible. */
function splitIntoRows(suits: number[][], maxPerRow: number, rows: number): number[][] {
  const wholeSuits = rows === 2 ? splitWholeSuits(suits, maxPerRow) : null;
  if (wholeSuits) return wholeSuits;
  const allCards = suits.flat();
  const perRow = Math.ceil(allCards.length / rows);
  return Array.from({ length: rows }, (_, row) => allCards.slice(row * perRow, (row + 1) * perRow));
}

/** Return the most even split of whole suits into two rows: in hand order if possible, otherwise in any order. */
function splitWholeSuits(suits: number[][], maxPerRow: number): number[][] | null {
  const orderedSplits = suits.map((_, upper) => suits.map((_, suit) => suit < upper));
  const allSplits = Array.from({ length: 2 ** suits.length }, (_, bits) =>
    suits.map((_, suit) => (bits >> suit) % 2 === 1),
  );
  for (const choices of [orderedSplits, allSplits]) {
    const fitting = choices
      .map((upper) => [true, false].map((side) => suits.filter((_, suit) => upper[suit] === side).flat()))
      .filter((twoRows) => twoRows.every((row) => row.length > 0 && row.length <= maxPerRow))
      .sort((first, second) => longestOf(first) - longestOf(second));
    if (fitting[0]) return fitting[0];
  }
  return null;
}

/** The bids of a level (a number of tricks in a suit, such as `6S`) as a row, and the calls that rank above these
 * bids. */
export interface Level {
  level: number;
  bids: (number | null)[];
  above: number[];
}

const BID = /^(\d+)([SCDH]|NT)$/;

/** Return the bids among the names of the actions 52, 53, …, by level; empty if the game has no such bids. */
export function bidGrid(calls: readonly string[]): { strains: string[]; levels: Level[] } {
  const bids = calls.map((name) => BID.exec(name));
  const strains = [...new Set(bids.flatMap((bid) => bid?.[2] ?? []))];
  const lastBidIndex = bids.map(Boolean).lastIndexOf(true);
  const levels: Level[] = [];
  calls.forEach((_, index) => {
    const bid = bids[index];
    let level = levels.at(-1);
    if (!bid) {
      if (level && index < lastBidIndex) level.above.push(FIRST_CALL + index);
      return;
    }
    if (level?.level !== Number(bid[1])) {
      level = { level: Number(bid[1]), bids: strains.map(() => null), above: [] };
      levels.push(level);
    }
    level.bids[strains.indexOf(bid[2] ?? "")] = FIRST_CALL + index;
  });
  return { strains, levels };
}

/** Maximum number of keys (of levels, and of calls that are no bid on a level) in a row. */
export const KEYS_PER_ROW = 3;

/** Return how many of some levels have a row of their own if at most `maxRows` rows find room and there are keys for
 * the other levels and some `extras`. */
export function levelsInRows(levels: number, extras: number, maxRows: number): number {
  let shownCount = levels - 1;
  while (shownCount > 0 && shownCount + Math.ceil((levels - shownCount + extras) / KEYS_PER_ROW) > maxRows)
    shownCount -= 1;
  return shownCount;
}

/** Return the announcements in rounds, starting with the first caller: by seat, the actions of each. Cards that a
 * player turned up are grouped. */
export function auctionRounds(
  announcements: readonly Announcement[],
  seats: number,
): { order: number[]; rows: number[][][] } {
  const first = announcements[0]?.seat ?? 0;
  const order = Array.from({ length: seats }, (_, n) => (first + n) % seats);
  const rows: number[][][] = [];
  let previous: Announcement | undefined;
  for (const announcement of announcements) {
    const column = order.indexOf(announcement.seat);
    const isSameTurn =
      previous?.seat === announcement.seat && previous.action < FIRST_CALL && announcement.action < FIRST_CALL;
    if (!isSameTurn && (!previous || column <= order.indexOf(previous.seat))) rows.push(order.map(() => []));
    rows.at(-1)?.[column]?.push(announcement.action);
    previous = announcement;
  }
  return { order, rows };
}
