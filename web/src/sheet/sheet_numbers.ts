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

/** What stands in a box now. */
export function total(sheet: Sheet, columns: readonly string[], { column, side }: At): number {
  return sheet.totals[columns.indexOf(column)]?.[side] ?? 0;
}

/** What stood in a box before the first deal. */
export function opening(sheet: Sheet, columns: readonly string[], at: At): number {
  return sheet.lines.reduce((left, line) => left - sum(of(line, at)), total(sheet, columns, at));
}

/** Box by box what a deal came to, one mark a line of the sheet; undefined where it wrote nothing there. */
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

/** The numbers that players write in a box, one behind the other: the opening if it is not zero, then every change. */
export function written(sheet: Sheet, columns: readonly string[], at: At): Mark[] {
  const first = opening(sheet, columns, at);
  const begin: Mark[] = first ? [{ number: first, before: first, entries: [] }] : [];
  const changes = marksOf(sheet, columns, at).filter((mark) => mark !== undefined && mark.number !== mark.before);
  return [...begin, ...(changes as Mark[])];
}

/** The last deal on the sheet. */
export const lastLine = (sheet: Sheet): Line | undefined => sheet.lines.at(-1);

/** Numbers as they are written: with a true minus. */
export const minus = (number: number | string): string => String(number).replace("-", "−");

/** A change, always with its sign. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : minus(number));

/** What is to be expected, in tenths as a language writes them: `+3.4`, `−0,5`, `0.0`. */
export const expected = (number: number, lang: string): string =>
  minus(
    new Intl.NumberFormat(lang, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    }).format(number),
  );

/** What happened in a deal, as far as every game tells it alike: what was played, and by whom. */
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
  return {
    ...(typeof outcome.contract === "string" && { contract: outcome.contract }),
    ...(typeof seat === "number" && { seat }),
  };
}
