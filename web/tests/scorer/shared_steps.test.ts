import { expect, test } from "vitest";
import type { HistoryLine } from "../../src/client/api_types";
import { appliedSteps, commonLength } from "../../src/scorer/shared_steps";

const UNDO: HistoryLine = { type: "undo" };
const REDO: HistoryLine = { type: "redo" };
const note = (id: string): HistoryLine => ({ type: "append", entry: { id, at: 1, what: { type: "note", text: id } } });
const [A, B, C] = [note("a"), note("b"), note("c")];

test("commonLength counts the equal steps at the start of two lists", () => {
  expect(commonLength([], [A])).toBe(0);
  expect(commonLength([A, B], [A])).toBe(1);
  expect(commonLength([A], [note("a"), B])).toBe(1);
  expect(commonLength([A, B], [A, C])).toBe(1);
});

test("appliedSteps drops undone steps, and returns null if a step before the start is undone", () => {
  expect(appliedSteps([A, B, C], 1)).toEqual([B, C]);
  expect(appliedSteps([A, B, UNDO, C], 1)).toEqual([C]);
  expect(appliedSteps([A, B, C, UNDO, UNDO, REDO], 1)).toEqual([B]);
  expect(appliedSteps([A, B, UNDO, UNDO], 1)).toBeNull();
  expect(appliedSteps([A, UNDO, REDO], 2)).toBeNull();
  expect(appliedSteps([A, UNDO, B, REDO], 2)).toBeNull();
});
