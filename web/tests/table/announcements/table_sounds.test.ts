import { describe, expect, it } from "vitest";
import type { SheetMessage, UpdateMessage } from "../../../src/client/protocol";
import { soundOf, hasWon } from "../../../src/table/announcements/table_sounds";
import { after, tricks, update, view } from "../../messages";

const withTrick = (cards: number[], changes: Partial<UpdateMessage> = {}): UpdateMessage =>
  update(2, { view: view({ tricks: tricks({ table: cards }) }), ...changes });

describe("the sound of an update", () => {
  it("is `card` for a card played to a trick, and `trick` for a complete trick", () => {
    expect(soundOf(withTrick([]), withTrick([5]))).toBe("card");
    expect(soundOf(withTrick([5]), withTrick([5, 6]))).toBe("card");
    expect(soundOf(withTrick([5, 6]), after(3, 1))).toBe("trick");
  });

  it("is `deal` for the first update of the next deal", () => {
    const match = { deal: 2, dealer: 1, totals: [], carry: null };
    expect(soundOf(after(3, 10), update(4, { view: view({ match }) }))).toBe("deal");
  });

  it("is null for face-down actions such as a discard or a sealed bid", () => {
    const old = update(1, { view: view({}, 0b111) });
    const current = update(2, { view: view({ laid: 2, face_down: 1 }, 0b11), moved: [{ seat: 1, act: null }] });
    expect(soundOf(old, current)).toBe(null);
  });

  it("is null on joining, after an undo, and if the table has not changed", () => {
    expect(soundOf(null, after(3, 1))).toBe(null);
    expect(soundOf(withTrick([5]), withTrick([]))).toBe(null);
    expect(soundOf(withTrick([5]), withTrick([5]))).toBe(null);
  });
});

it("hasWon is true only for players of a winning side", () => {
  const sheet: SheetMessage = { type: "sheet", lines: [], totals: [], settlement: [], winners: [1], taken_back: [] };
  const sides = [[0, 2], [1, 3]];
  expect([0, 1, 3, null].map((you) => hasWon(sheet, sides, you))).toEqual([false, true, true, false]);
  expect(hasWon(null, sides, 1)).toBe(false);
});
