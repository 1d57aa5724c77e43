/* Names of players on pages and sheets; the reader is "You". */
import { words } from "../language/language.svelte";
import type { SheetSource } from "./sheet_source";

export const seatName = (table: SheetSource, seat: number): string =>
  seat === table.you ? words.text("you") : (table.names[seat] ?? "");

/** Return a name for use inside a sentence. */
export const seatInSentence = (table: SheetSource, seat: number): string =>
  seat === table.you ? words.text("you-inside") : (table.names[seat] ?? "");

/** Return the names of a side. */
export const sideName = (table: SheetSource, side: number): string =>
  (table.welcome?.sides[side] ?? []).map((seat) => seatName(table, seat)).join(", ");

/** Return whether a side is the reader's own. */
export const isOwn = (table: SheetSource, side: number): boolean =>
  table.you !== null && (table.welcome?.sides[side] ?? []).includes(table.you);
