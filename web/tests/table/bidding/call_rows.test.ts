import { expect, it } from "vitest";
import { callInNextRow, callRows, keyRows, type CallRow } from "../../../src/table/bidding/call_rows";

const actionsOf = (rows: CallRow[]) => rows.map(({ actions }) => actions);

it("callRows divides calls into rows of about equal length", () => {
  expect(callRows([])).toEqual([]);
  expect(actionsOf(callRows([60]))).toEqual([[60]]);
  expect(actionsOf(callRows([60, 61, 62]))).toEqual([[60, 61, 62]]);
  expect(actionsOf(callRows([60, 61, 62, 63]))).toEqual([[60, 61], [62, 63]]);
  expect(actionsOf(callRows([60, 61, 62, 63, 64]))).toEqual([[60, 61, 62], [63, 64]]);
  expect(actionsOf(callRows([60, 61], 1))).toEqual([[60], [61]]);
});

it("keyRows puts the keys of levels after the calls, in rows of equal length", () => {
  const levels = [8, 9, 10].map((level) => ({ level, bids: [], above: [] }));
  expect(keyRows([60], levels)).toEqual([
    { actions: [60], wide: true, opens: levels.slice(0, 1) },
    { actions: [], wide: true, opens: levels.slice(1) },
  ]);
});

it("callInNextRow finds the call above or below in a shorter row, and skips rows with only keys", () => {
  const rows: CallRow[] = [[52, 53, 54, 55], [], [60, 61], [null]].map((actions) => ({ actions, wide: false }));
  expect(callInNextRow(rows, 0, 1, 3)).toBe(61);
  expect(callInNextRow(rows, 2, -1, 1)).toBe(54);
  expect(callInNextRow(rows, 2, 1, 0)).toBeNull();
  expect(callInNextRow(rows, 0, -1, 0)).toBeUndefined();
  expect(callInNextRow(rows, 3, 1, 0)).toBeUndefined();
});
