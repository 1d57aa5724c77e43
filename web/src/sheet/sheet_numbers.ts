/* The score sheet as it is drawn: what each deal made of each box. */
import type { Entry, Line, Sheet } from "../client/protocol";

/** A number in a box: what stood there after a deal. `line` is undefined for what the sheet began with. */
export interface Mark {
  number: number;
  before: number;
  line?: Line;
  /** What the deal wrote in this box. */
  entries: Entry[];
}

/** A box of the sheet. */
export interface At {
  column: string;
  side: number;
}

const of = (line: Line, { column, side }: At): Entry[] =>
  line.row.entries.filter((entry) => entry.column === column && entry.side === side);

const sum = (entries: readonly Entry[]): number => entries.reduce((total, entry) => total + entry.amount, 0);

/** Return what stands in a box now. */
export function total(sheet: Sheet, columns: readonly string[], { column, side }: At): number {
  return sheet.totals[columns.indexOf(column)]?.[side] ?? 0;
}

/** Return what stood in a box before the first deal. */
export function opening(sheet: Sheet, columns: readonly string[], at: At): number {
  return sheet.lines.reduce((left, line) => left - sum(of(line, at)), total(sheet, columns, at));
}

/** Return what each deal made of a box, a mark for each line of the sheet; undefined where it wrote nothing there. */
export function marksOf(sheet: Sheet, columns: readonly string[], at: At): (Mark | undefined)[] {
  let stands = opening(sheet, columns, at);
  return sheet.lines.map((line) => {
    const entries = of(line, at);
    if (!entries.length) return undefined;
    const before = stands;
    stands += sum(entries);
    return { number: stands, before, line, entries };
  });
}

/** Return the numbers that players write in a box, in order: the opening if it is not zero, then every change. */
export function written(sheet: Sheet, columns: readonly string[], at: At): Mark[] {
  const first = opening(sheet, columns, at);
  const begin: Mark[] = first ? [{ number: first, before: first, entries: [] }] : [];
  const changes = marksOf(sheet, columns, at).filter((mark) => mark !== undefined && mark.number !== mark.before);
  return [...begin, ...(changes as Mark[])];
}

/** Return the last deal on the sheet. */
export const lastLine = (sheet: Sheet): Line | undefined => sheet.lines.at(-1);

/** Return a number as it is written, with a true minus. */
export const minus = (number: number | string): string => String(number).replace("-", "−");

/** Return a settlement as a number, to compare it with others: `+6 2/3`, `-1/3`, `0`. */
export function shareValue(share: string): number {
  const parts = share.replace(/^[+-]/, "").split(" ");
  const value = parts.reduce((sum, part) => sum + part.split("/").map(Number).reduce((over, under) => over / under), 0);
  return share.startsWith("-") ? -value : value;
}

/** Return a change, always with its sign. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : minus(number));

/** Return an expected number of points in tenths, as a language writes them: `+3.4`, `−0,5`, `0.0`. */
export const expected = (number: number, lang: string): string =>
  minus(
    new Intl.NumberFormat(lang, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    }).format(Number(number.toFixed(1))), // the tenths of a double, as Python rounds them
  );

/** What every game tells alike of a deal: the contract that was played, and by whom. */
export interface Played {
  contract?: string;
  seat?: number;
  /** The message of a deal that counted for nothing. */
  void?: { key: string; numbers: Record<string, number | string | number[]> };
}

export function played(line: Line): Played {
  const outcome = (line.outcome ?? {}) as Record<string, unknown>;
  if (outcome.type === "void") return { void: outcome.reason as NonNullable<Played["void"]> };
  const seat = outcome.declarer ?? outcome.player;
  const contract = outcome.contract ?? outcome.game;
  return {
    ...(typeof contract === "string" && { contract }),
    ...(typeof seat === "number" && { seat }),
  };
}
