/* What the players are called on pages and sheets: oneself is "You". */
import { words } from "../../language/language.svelte";
import type { TableState } from "../../client/table_state.svelte";

export const seatName = (table: TableState, seat: number): string =>
  seat === table.you ? words.text("you") : (table.names[seat] ?? "");

/** A name inside a sentence or behind a word. */
export const seatInside = (table: TableState, seat: number): string =>
  seat === table.you ? words.text("you-inside") : (table.names[seat] ?? "");

/** The names of a side. */
export const sideName = (table: TableState, side: number): string =>
  (table.welcome?.sides[side] ?? []).map((seat) => seatName(table, seat)).join(", ");

/** The seats of all sides that are the reader's own. */
export const isOwn = (table: TableState, side: number): boolean =>
  table.you !== null && (table.welcome?.sides[side] ?? []).includes(table.you);
