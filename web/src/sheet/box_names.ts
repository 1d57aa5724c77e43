/* What the boxes of a sheet are called. */
import { words } from "../language/language.svelte";
import { opponent, type At } from "./sheet_numbers";
import type { TableState } from "../client/table_state.svelte";
import { seatInside, sideName } from "../table/players/seat_names";

/** `Pool`, or whose whists are held: `on Vera`. */
export function columnName(table: TableState, { column, side }: At): string {
  const other = opponent(column, side, table.welcome?.sides.length ?? 0);
  const name = table.words.text(`column-${column}`);
  return other === null
    ? name
    : words.text("sheet-column-on", {
        unit: table.welcome?.columns[0] ?? "",
        column: name,
        other: seatInside(table, other),
      });
}

/** `on Vera`. */
export const onName = (table: TableState, seat: number): string =>
  words.text("sheet-on", { other: seatInside(table, seat) });

/** Whose box it is, too, where there is more than one for each. */
export function boxName(table: TableState, at: At): string {
  const whose = sideName(table, at.side);
  const one = (table.welcome?.columns.length ?? 0) < 2;
  return one ? whose : words.text("sheet-box", { whose, column: columnName(table, at) });
}

/** Whether a column is written at this table: in Rostov there is no dump, unless it was agreed to keep one. */
export function isWritten(table: TableState, column: string): boolean {
  const { system, rostov_dump } = table.welcome?.rules ?? {};
  return column !== "dump" || system !== "rostov" || rostov_dump === "dump";
}

/** How a contract is called in this game. */
export function contractName(table: TableState, contract: string): string {
  const call = `call-${contract}`;
  return table.words.text(table.words.has(call) ? call : `outcome-${contract}`);
}
