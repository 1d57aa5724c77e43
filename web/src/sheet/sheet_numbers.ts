/* The contents of the score sheet: the changes of each deal to each box. */
import type { WrittenSheet } from "../client/api_types";
import type { SheetEntry, Line } from "../client/protocol";

/** A value of a box after a deal. `line` is undefined for the opening value. */
export interface BoxNumber {
  number: number;
  before: number;
  line?: Line;
  /** The entries of the deal in this box. */
  entries: SheetEntry[];
}

/** A box of the sheet. */
export interface BoxId {
  column: string;
  side: number;
}

const entriesOf = (line: Line, { column, side }: BoxId): SheetEntry[] =>
  line.row.entries.filter((entry) => entry.column === column && entry.side === side);

const sum = (entries: readonly SheetEntry[]): number => entries.reduce((total, entry) => total + entry.amount, 0);

/** Return the current value of a box. */
export function total(sheet: WrittenSheet, columns: readonly string[], { column, side }: BoxId): number {
  return sheet.totals[columns.indexOf(column)]?.[side] ?? 0;
}

/** Return the value of a box before the first deal. */
export function openingPoints(sheet: WrittenSheet, columns: readonly string[], box: BoxId): number {
  return sheet.lines.reduce((value, line) => value - sum(entriesOf(line, box)), total(sheet, columns, box));
}

/** Return the values of a box, one mark per line of the sheet; undefined if the deal wrote nothing there. */
export function marksOf(sheet: WrittenSheet, columns: readonly string[], box: BoxId): (BoxNumber | undefined)[] {
  let currentValue = openingPoints(sheet, columns, box);
  return sheet.lines.map((line) => {
    const entries = entriesOf(line, box);
    if (!entries.length) return undefined;
    const oldValue = currentValue;
    currentValue += sum(entries);
    return { number: currentValue, before: oldValue, line, entries };
  });
}

/** Return the numbers that players write in a box, in order: the opening value if it is not zero, then every change. */
export function writtenNumbers(sheet: WrittenSheet, columns: readonly string[], box: BoxId): BoxNumber[] {
  const openingValue = openingPoints(sheet, columns, box);
  const openingNumbers: BoxNumber[] = openingValue ? [{ number: openingValue, before: openingValue, entries: [] }] : [];
  const changes = marksOf(sheet, columns, box).filter((mark) => mark !== undefined && mark.number !== mark.before);
  return [...openingNumbers, ...(changes as BoxNumber[])];
}

/** Return the last deal on the sheet. */
export const lastLine = (sheet: WrittenSheet): Line | undefined => sheet.lines.at(-1);

/** Return a number with a typographic minus sign. */
export const minus = (number: number | string): string => String(number).replace("-", "−");

/** Return a rating, with a question mark if it is provisional: `1614?`. */
export const ratingText = (rating: number, isProvisional: boolean): string =>
  `${minus(rating)}${isProvisional ? "?" : ""}`;

/** Return a settlement such as `+6 2/3`, `-1/3` or `0` as a number, for comparison. */
export function shareValue(share: string): number {
  const parts = share.replace(/^[+-]/, "").split(" ");
  const value = parts.reduce(
    (sum, part) =>
      sum +
      part
        .split("/")
        .map(Number)
        .reduce((numerator, denominator) => numerator / denominator),
    0,
  );
  return share.startsWith("-") ? -value : value;
}

/** Return a change with its sign. */
export const signedNumber = (number: number): string => (number > 0 ? `+${number}` : minus(number));

/** Return an expected number of points, rounded to tenths, in a language's format: `+3.4`, `−0,5`, `0.0`. */
export const expectedPoints = (number: number, lang: string): string =>
  minus(
    new Intl.NumberFormat(lang, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    }).format(Number(number.toFixed(1))), // round the double as Python does
  );

/** The facts about a deal that every game provides: the contract and its declarer. */
export interface PlayedContract {
  contract?: string;
  seat?: number;
  /** The message of a cancelled deal, which did not count. */
  void?: { key: string; numbers: Record<string, number | string | number[]> };
}

export function playedContract(line: Line): PlayedContract {
  const outcome = (line.outcome ?? {}) as Record<string, unknown>;
  if (outcome.type === "void") return { void: outcome.reason as NonNullable<PlayedContract["void"]> };
  const seat = outcome.declarer ?? outcome.player;
  const contract = outcome.contract ?? outcome.game;
  return {
    ...(typeof contract === "string" && { contract }),
    ...(typeof seat === "number" && { seat }),
  };
}
