// Card and seat layout of the table, as plain arithmetic in CSS pixels.
import { CALLS } from "../../client/presentation";
import type { Announcement } from "../../client/protocol";

export type TableSide = "self" | "left" | "top" | "right";

const ROUND: Record<number, TableSide[]> = {
  3: ["self", "left", "right"],
  4: ["self", "left", "top", "right"],
};

/** Return the place of every seat as seen from the seat `firstSeat`: the next seat by number is on the left, in every
 * direction of play. */
export function places(seats: number, firstSeat: number): TableSide[] {
  const round = ROUND[seats] ?? [];
  return Array.from({ length: seats }, (_, seat) => round[(seat - firstSeat + seats) % seats] ?? "top");
}

/** A card of a hand: the position of its upper left corner, and the size of the part that no later card covers. */
export interface Lying {
  card: number;
  x: number;
  y: number;
  row: number;
  target: number;
  targetHeight: number;
}

/** A hand laid out in a box of this size; `card` is the card width. */
export interface Spread {
  cards: Lying[];
  card: number;
  width: number;
  height: number;
}

/** Card widths by the user's setting, as a factor of the normal width. */
export const SIZE = { small: 0.85, usual: 1, large: 1.15 };
/** Trick cards that would be narrower than this, in pixels, are placed side by side. */
const FLAT = 56;
const NARROWEST = 48;

/** Return the layout of a trick in a space of this size: the card width, whether the cards are side by side, and the
 * total height. `widest` is the maximum card width; `deep` says that cards may be below each other. */
export function trickIn(
  height: number,
  width: number,
  widest: number,
  deep: boolean,
): { card: number; flat: boolean; high: number } {
  const flat = deep && height / 3 < FLAT;
  const rows = flat ? 1.9 : deep ? 3 : 2;
  const card = Math.max(NARROWEST, Math.min(widest, height / rows, width / (flat ? 4.6 : 3.4)));
  return { card, flat, high: card * (rows - 0.1) };
}

/** The minimum size of a touch target, in pixels. */
export const TOUCH = 44;
export const TALL = 1.4;
/** The part of a card's width that its index takes, at most: that of the 10. */
export const INDEX = 0.51;
/** The pitch of a fan, as a fraction of the card width. */
const FAN = 88 / 112;
/** How much wider the last card of a tight row is than its touch target, in pixels. */
const EDGE = 7;
/** The overlap of a row with the row above, in pixels. */
const LAP = 14;
const ONE_ROW = 6;
/** The lift of a selected card, as a fraction of its height. */
export const LIFT = { fan: 0.18, stack: 0.13, strip: 0 };

/** Return one row as wide as the space allows, or two if less than `least` of each card would be visible (by default a
 * touch target). */
export function fan(suits: number[][], room: number, card: number, least = TOUCH): Spread {
  const allCards = suits.flat();
  const pitch = (longest: number) => Math.min(card * FAN, (room - card) / Math.max(1, longest - 1));
  if (pitch(allCards.length) >= least) return spread([allCards], card, pitch(allCards.length), 0);
  const rows = splitIntoRows(suits, Math.max(1, Math.floor((room - card) / least) + 1), 2);
  return spread(rows, card, pitch(longestOf(rows)), Math.max(card * 0.7, TOUCH));
}

/** Return the rows of a phone's hand: one for up to six cards, then two, then more, each with as many cards as fit
 * touch targets. With few cards, a card is at most `widest` wide. */
export function stack(suits: number[][], room: number, widest = 72): Spread {
  const allCards = suits.flat();
  const perRow = Math.max(1, Math.floor((room - EDGE) / TOUCH));
  const rows =
    allCards.length <= ONE_ROW
      ? [allCards]
      : splitIntoRows(suits, perRow, Math.max(2, Math.ceil(allCards.length / perRow)));
  const longest = longestOf(rows);
  const tight = longest >= ONE_ROW;
  const pitch = tight
    ? Math.floor((room - EDGE) / longest)
    : Math.min(widest, Math.floor((room - 20) / Math.max(longest, 4)));
  const card = tight ? pitch + EDGE : pitch - 4;
  return spread(rows, card, pitch, card * TALL - LAP);
}

/** Return the maximum height of a phone's two rows, including the lift of a card. */
export function stackHeight(room: number, widest = 72): number {
  const high = Array.from({ length: ONE_ROW }, (_, n) => {
    const { card, height } = stack([Array.from({ length: ONE_ROW + n + 1 }, (_, card) => card)], room, widest);
    return height + card * TALL * LIFT.stack;
  });
  return Math.ceil(Math.max(...high));
}

/** Return one row for display only, as wide as the space allows: cards up to `widest` wide whose indices are
 * visible. */
export function strip(suits: number[][], room: number, widest: number): Spread {
  const allCards = suits.flat();
  const card = Math.min(widest, room / (1 + INDEX * (allCards.length - 1)));
  return spread([allCards], card, Math.min(card + 2, (room - card) / Math.max(1, allCards.length - 1)), 0);
}

const longestOf = (rows: number[][]): number => Math.max(1, ...rows.map((row) => row.length));

/** Return centred rows below each other. */
function spread(rows: number[][], card: number, pitch: number, step: number): Spread {
  const width = (longestOf(rows) - 1) * pitch + card;
  const cards = rows.flatMap((row, rowIndex) => {
    const leftEdge = (width - (row.length - 1) * pitch - card) / 2;
    return row.map((rowCard, n) => ({
      card: rowCard,
      x: leftEdge + n * pitch,
      y: rowIndex * step,
      row: rowIndex,
      target: n === row.length - 1 ? card : Math.min(pitch, card),
      targetHeight: rowIndex < rows.length - 1 ? step : card * TALL,
    }));
  });
  return { cards, card, width, height: card * TALL + (rows.length - 1) * step };
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
  const last = bids.map(Boolean).lastIndexOf(true);
  const levels: Level[] = [];
  calls.forEach((_, index) => {
    const bid = bids[index];
    let level = levels.at(-1);
    if (!bid) {
      if (level && index < last) level.above.push(CALLS + index);
      return;
    }
    if (level?.level !== Number(bid[1])) {
      level = { level: Number(bid[1]), bids: strains.map(() => null), above: [] };
      levels.push(level);
    }
    level.bids[strains.indexOf(bid[2] ?? "")] = CALLS + index;
  });
  return { strains, levels };
}

/** Maximum number of keys (of levels, and of calls that are no bid on a level) in a row. */
export const KEYS = 3;

/** Return how many of some levels have a row of their own if at most `maxRows` rows find room and there are keys for
 * the other levels and some `extras`. */
export function levelsInRows(levels: number, extras: number, maxRows: number): number {
  let shownCount = levels - 1;
  while (shownCount > 0 && shownCount + Math.ceil((levels - shownCount + extras) / KEYS) > maxRows) shownCount -= 1;
  return shownCount;
}

/** Return the announcements in rounds, starting with the first caller: by seat, the actions of each. Cards that a
 * player turned up are grouped. */
export function rounds(announcements: readonly Announcement[], seats: number): { order: number[]; rows: number[][][] } {
  const first = announcements[0]?.seat ?? 0;
  const order = Array.from({ length: seats }, (_, n) => (first + n) % seats);
  const rows: number[][][] = [];
  let previous: Announcement | undefined;
  for (const word of announcements) {
    const column = order.indexOf(word.seat);
    const isSameTurn = previous?.seat === word.seat && previous.action < CALLS && word.action < CALLS;
    if (!isSameTurn && (!previous || column <= order.indexOf(previous.seat))) rows.push(order.map(() => []));
    rows.at(-1)?.[column]?.push(word.action);
    previous = word;
  }
  return { order, rows };
}
