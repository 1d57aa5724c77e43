/* A match as CSV: one row per entry, with the change and the new value of each box. */
import type { Reply } from "../../client/api_types";
import type { SheetSource } from "../../sheet/sheet_source";
import { words } from "../../language/language.svelte";
import { boxName } from "../../sheet/box_names";
import { entryText } from "../entry_texts";

/** Return a text that no spreadsheet interprets as a formula. */
const escapeFormula = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text);

const cell = (value: string | number): string => {
  const text = typeof value === "number" ? String(value) : escapeFormula(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Return the CSV of a match. Its boxes are those of the current seating; entries of an earlier one have only text. */
export function matchCsv(tables: readonly SheetSource[], { game, entries, sheet }: Reply): string {
  const table = tables.at(-1)!;
  const boxes = game.columns.flatMap((column, i) => game.sides.map((_, side) => ({ column, side, i })));
  const head = [
    ...["print-entry", "print-deal", "print-dealer", "print-what"].map((key) => words.text(key)),
    ...boxes.flatMap((box) => [`${boxName(table, box)} ±`, boxName(table, box)]),
    "!",
  ];
  const rows = entries.map((entry): (string | number)[] => {
    const entryTable = tables[entry.seating] ?? table;
    const line = entry.line === null || entryTable !== table ? undefined : sheet.lines[entry.line];
    const change = (column: string, side: number) =>
      line?.row.entries
        .filter((sheetEntry) => sheetEntry.column === column && sheetEntry.side === side)
        .reduce((sum, sheetEntry) => sum + sheetEntry.amount, 0) ?? 0;
    return [
      entry.number,
      entry.deal ?? "",
      entry.dealer === null ? "" : (entryTable.names[entry.dealer] ?? ""),
      entryText(entryTable, entry.told),
      ...boxes.flatMap(({ column, side, i }): (string | number)[] =>
        line ? [change(column, side), entry.totals[i]?.[side] ?? 0] : ["", ""],
      ),
      entry.flag ? words.text("print-flagged", { why: entryTable.speech.reason(entry.flag) }) : "",
    ];
  });
  return [head, ...rows].map((row) => row.map(cell).join(",") + "\n").join("");
}
