// What a board shows: a position with all hands open.
import type { Place } from "../table/cards/layout";
import type { Lies } from "../table/view_selectors";

/** What stands beside a card, in words of one or two short numbers. The tone only repeats what they say: `best`, something
 * it `cost`, or a cost that only all cards tell (`hind`). */
export interface CardValue {
  text: string;
  also?: string;
  tone?: "best" | "cost" | "hind";
}

export type CardValues = ReadonlyMap<number, CardValue>;

export const NO_VALUES: CardValues = new Map();

/** The cards of a trick as they lie: `lead` is one that nobody played, `best` is the seat that is winning it. */
export interface LyingCards {
  lies: readonly Lies[];
  lead: number | null;
  best: number | null;
}

/** Return the place of a card that nobody played: where nobody sits or plays. */
export function placeOfNobody(places: readonly Place[], playing: readonly number[]): Place {
  const out = places.findIndex((_, seat) => !playing.includes(seat));
  return out < 0 ? "top" : (places[out] ?? "top");
}

/** How a row of cards lies in a box: the pitch of the cards, how wide a card is, and how many lie in a row. */
export interface Row {
  card: number;
  pitch: number;
  columns: number;
}

const GAP = 6;
/** The least of a card that is bare, in pixels: its index. */
const BARE = 24;

/** Return cards one beside the other, as wide as `widest`; in several rows where each would be narrower than `least`. */
export function sideBySide(count: number, room: number, widest: number, least: number): Row {
  const most = Math.max(1, Math.floor((room + GAP) / (least + GAP)));
  const rows = Math.max(1, Math.ceil(count / most));
  const columns = Math.max(1, Math.ceil(count / rows));
  const pitch = Math.min(widest + GAP, (room + GAP) / columns);
  return { card: pitch - GAP, pitch, columns };
}

/** Return cards one over the other, so that the index of each is in sight: in two rows where one would hide it. */
export function overlapping(count: number, room: number, card: number): Row {
  const pitch = (columns: number) => Math.min(card + 2, (room - card) / Math.max(1, columns - 1));
  const columns = Math.max(1, pitch(count) < BARE ? Math.ceil(count / 2) : count);
  return { card, pitch: pitch(columns), columns };
}
