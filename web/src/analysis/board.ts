// The data of a board: a position with all hands open.
import { INDEX_WIDTH, type TableSide } from "../table/cards/layout";
import type { CardOnTable } from "../client/view_selectors";

/** The text next to a card, of one or two short numbers. The tone only repeats it: `best`, a `cost`, or a cost in
 * double dummy only (`hind`). */
export interface CardValue {
  text: string;
  also?: string;
  tone?: "best" | "cost" | "hind";
}

export type CardValues = ReadonlyMap<number, CardValue>;

export const NO_VALUES: CardValues = new Map();

/** The cards of a trick: `lead` is a card that no player played, `best` is the seat that currently wins. */
export interface TrickCards {
  cards: readonly CardOnTable[];
  lead: number | null;
  best: number | null;
}

/** Return the place of a card that no player played: one without a seat or whose seat sits out. */
export function placeWithoutPlayer(places: readonly TableSide[], playing: readonly number[]): TableSide {
  const idleSeat = places.findIndex((_, seat) => !playing.includes(seat));
  return idleSeat < 0 ? "top" : (places[idleSeat] ?? "top");
}

/** The layout of a row of cards in a box: the card width, the pitch, and the number of cards per row. */
export interface CardRow {
  card: number;
  pitch: number;
  columns: number;
}

const GAP = 6;
/** The minimum visible width of a card, in pixels, which shows its index. */
const MIN_VISIBLE_WIDTH = 24;

/** Return a layout of cards side by side, each up to `maxWidth` wide; in several rows if they would be narrower than
 * `minWidth`. */
export function layoutSideBySide(count: number, room: number, maxWidth: number, minWidth: number): CardRow {
  const maxColumns = Math.max(1, Math.floor((room + GAP) / (minWidth + GAP)));
  const rows = Math.max(1, Math.ceil(count / maxColumns));
  const columns = Math.max(1, Math.ceil(count / rows));
  const pitch = Math.min(maxWidth + GAP, (room + GAP) / columns);
  return { card: pitch - GAP, pitch, columns };
}

/** Return a layout of overlapping cards, each up to `maxWidth` wide, with visible indices, in two rows if needed. */
export function layoutOverlapping(count: number, room: number, maxWidth: number): CardRow {
  const isTooNarrow = (room - maxWidth) / Math.max(1, count - 1) < MIN_VISIBLE_WIDTH;
  const columns = Math.max(1, isTooNarrow ? Math.ceil(count / 2) : count);
  const card = Math.min(maxWidth, room / (1 + INDEX_WIDTH * (columns - 1)));
  return { card, pitch: Math.min(card + 2, (room - card) / Math.max(1, columns - 1)), columns };
}
