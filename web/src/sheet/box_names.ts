/* Names of the boxes of a sheet. */
import { opponent } from "../client/presentation";
import type { SheetSource } from "./sheet_source";
import { words } from "../language/language.svelte";
import { seatInSentence, sideName } from "./seat_names";
import type { BoxId } from "./sheet_numbers";

/** Return the seat or side against which a box is written; null if the box is the side's own. */
export const opponentOf = (table: SheetSource, { column, side }: BoxId): number | null =>
  table.welcome ? opponent(table.welcome, column, side) : null;

/** Return the name of a column: `Pool`, or `whists on Vera` for points held on a neighbour. */
export function columnName(table: SheetSource, box: BoxId): string {
  const opponent = opponentOf(table, box);
  const column = table.words.text(`column-${box.column}`);
  return opponent === null
    ? column
    : table.words.text("column-on", {
        column,
        other: seatInSentence(table, opponent),
        you: String(opponent === table.you),
      });
}

/** Return `on Vera`. */
export const opponentLabel = (table: SheetSource, seat: number): string =>
  words.text("sheet-on", { other: seatInSentence(table, seat) });

/** Return the name of a box: its owner, and its column if sides have several. */
export function boxName(table: SheetSource, box: BoxId): string {
  const owner = sideName(table, box.side);
  const hasOneColumn = (table.welcome?.columns.length ?? 0) < 2;
  return hasOneColumn ? owner : words.text("sheet-box", { whose: owner, column: columnName(table, box) });
}

/** Return the name of a contract in this game. */
export function contractName(table: SheetSource, contract: string): string {
  return table.words.optional(`call-${contract}`) || table.words.optional(`outcome-${contract}`) || contract;
}
