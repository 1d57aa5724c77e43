// How calls are divided into rows, and how the arrow keys move between rows.
import { KEYS_PER_ROW, type Level } from "../cards/layout";

export interface CallRow {
  /** The calls of the row; null for a gap. */
  actions: (number | null)[];
  /** The calls share the width of the row. */
  wide: boolean;
  /** The levels whose keys are in this row, too. */
  opens?: Level[];
}

/** Divide items into rows of about equal length with at most `maxPerRow` items each. */
function divide<T>(items: readonly T[], maxPerRow: number): T[][] {
  if (!items.length) return [];
  const perRow = Math.ceil(items.length / Math.ceil(items.length / maxPerRow));
  const rows = Math.ceil(items.length / perRow);
  return Array.from({ length: rows }, (_, row) => items.slice(row * perRow, (row + 1) * perRow));
}

/** Return the rows of calls that are no bids, with at most `maxPerRow` calls each; four calls make two rows of two. */
export const callRows = (actions: readonly number[], maxPerRow = 3): CallRow[] =>
  divide(actions, actions.length === 4 ? Math.min(2, maxPerRow) : maxPerRow).map((row) => ({
    actions: row,
    wide: true,
  }));

/** Return the rows of calls and of the keys of levels that find no room. */
export const keyRows = (calls: readonly number[], levels: readonly Level[]): CallRow[] =>
  divide<number | Level>([...calls, ...levels], KEYS_PER_ROW).map((row) => ({
    actions: row.filter((key) => typeof key === "number"),
    wide: true,
    opens: row.filter((key) => typeof key !== "number"),
  }));

/** Return the call above (`step` −1) or below (1), in a row that may be shorter; skip rows that contain only keys.
 * undefined if there is no such row, null for a gap. */
export function callInNextRow(
  rows: readonly CallRow[],
  row: number,
  step: -1 | 1,
  column: number,
): number | null | undefined {
  let target = row + step;
  while (rows[target]?.actions.length === 0) target += step;
  const [currentRow, targetActions] = [rows[row]?.actions ?? [], rows[target]?.actions];
  return targetActions?.[
    Math.min(targetActions.length - 1, Math.round((column * targetActions.length) / currentRow.length))
  ];
}
