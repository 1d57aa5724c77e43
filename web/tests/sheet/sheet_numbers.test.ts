import { describe, expect, test } from "vitest";
import type { SheetEntry, Line, SheetMessage } from "../../src/client/protocol";
import {
  expectedPoints,
  lastLine,
  marksOf,
  minus,
  openingPoints,
  playedContract,
  ratingText,
  signedNumber,
  total,
  writtenNumbers,
} from "../../src/sheet/sheet_numbers";

const COLUMNS = ["pool", "dump", "left", "right"];
const entry = (column: string, side: number, amount: number): SheetEntry => ({
  column,
  side,
  amount,
  reason: { key: "made", numbers: {} },
});
const line = (deal: number, outcome: unknown, ...entries: SheetEntry[]): Line => ({
  deal,
  dealer: 0,
  outcome,
  row: { entries },
});

const sheet: SheetMessage = {
  type: "sheet",
  lines: [
    line(1, { type: "played", contract: "6S", declarer: 1 }, entry("pool", 1, 2), entry("left", 0, 4)),
    line(2, { type: "played", contract: "all-pass", declarer: null }, entry("dump", 0, 0), entry("dump", 2, 3)),
    line(3, { type: "played", contract: "7S", declarer: 1 }, entry("left", 0, 12), entry("left", 0, 8)),
    line(3, null, entry("left", 0, -4)),
  ],
  totals: [
    [0, 62, 60],
    [0, 0, 3],
    [20, 0, 0],
    [0, 0, 0],
  ],
  settlement: ["0", "0", "0"],
  winners: [], taken_back: [],
};

const LEFT = { column: "left", side: 0 };

describe("a box of the sheet", () => {
  test("has one number per deal, with all entries of the deal in that box", () => {
    const marks = writtenNumbers(sheet, COLUMNS, LEFT);
    expect(marks.map((mark) => mark.number)).toEqual([4, 24, 20]);
    expect(marks.map((mark) => mark.before)).toEqual([0, 4, 24]);
    expect(marks[1]?.entries.map(({ amount }) => amount)).toEqual([12, 8]);
    expect(marks[1]?.line).toBe(sheet.lines[2]);
  });

  test("starts with its total before the first deal", () => {
    const pool = { column: "pool", side: 1 };
    expect(openingPoints(sheet, COLUMNS, pool)).toBe(60);
    const [first, second] = writtenNumbers(sheet, COLUMNS, pool);
    expect(first).toEqual({ number: 60, before: 60, entries: [] });
    expect(second?.number).toBe(62);
    expect(total(sheet, COLUMNS, pool)).toBe(62);
  });

  test("leaves out an entry of zero, which the table of deals shows", () => {
    const dump = { column: "dump", side: 0 };
    expect(writtenNumbers(sheet, COLUMNS, dump)).toEqual([]);
    expect(marksOf(sheet, COLUMNS, dump).map((mark) => mark?.number)).toEqual([undefined, 0, undefined, undefined]);
  });

  test("is empty if no deal has an entry in it", () => {
    expect(writtenNumbers(sheet, COLUMNS, { column: "right", side: 2 })).toEqual([]);
  });
});

test("lastLine returns the last line of a sheet, or undefined if there is none", () => {
  expect(lastLine(sheet)).toBe(sheet.lines[3]);
  expect(lastLine({ ...sheet, lines: [] })).toBeUndefined();
});

test("playedContract returns the contract and its player, or why the deal is void", () => {
  expect(sheet.lines.map(playedContract)).toEqual([
    { contract: "6S", seat: 1 },
    { contract: "all-pass" },
    { contract: "7S", seat: 1 },
    {},
  ]);
  expect(playedContract(line(1, { type: "played", contract: "grand", player: 3 }))).toEqual({
    contract: "grand",
    seat: 3,
  });
  expect(playedContract(line(1, { type: "played", game: "betl", declarer: 0 }))).toEqual({ contract: "betl", seat: 0 });
  expect(playedContract(line(1, { type: "played", game: null, declarer: null }))).toEqual({});
  const reason = { key: "passed", numbers: { seat: 1 } };
  expect(playedContract(line(1, { type: "void", reason }))).toEqual({ void: reason });
});

test("numbers are formatted with a real minus sign, and signed ones also with a plus sign", () => {
  expect([minus(-4), minus(0), minus(12)]).toEqual(["−4", "0", "12"]);
  expect([signedNumber(-4), signedNumber(0), signedNumber(12)]).toEqual(["−4", "0", "+12"]);
});

test("a provisional rating has a question mark", () => {
  expect(ratingText(1614, true)).toBe("1614?");
  expect(ratingText(1614, false)).toBe("1614");
  expect(ratingText(-20, false)).toBe("−20");
});

test("expected points are formatted in tenths, with the decimal separator of the language", () => {
  const written = [3.44, -0.5, -0.04, 12].map((points) => expectedPoints(points, "en"));
  expect(written).toEqual(["+3.4", "−0.5", "0.0", "+12.0"]);
  expect(expectedPoints(-9.25, "ru")).toBe("−9,3");
});
