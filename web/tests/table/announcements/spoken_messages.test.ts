import { describe, expect, it } from "vitest";
import type { SheetMessage, UpdateMessage } from "../../../src/client/protocol";
import { soundOf, hasWon } from "../../../src/table/announcements/spoken_messages";
import { after, tricks, update, view } from "../../messages";

const lying = (cards: number[], changes: Partial<UpdateMessage> = {}): UpdateMessage =>
  update(2, { view: view({ tricks: tricks({ table: cards }) }), ...changes });

describe("what is heard at a table", () => {
  it("is a card that comes to lie there, and a trick that is full", () => {
    expect(soundOf(lying([]), lying([5]))).toBe("card");
    expect(soundOf(lying([5]), lying([5, 6]))).toBe("card");
    expect(soundOf(lying([5, 6]), after(3, 1))).toBe("trick");
  });

  it("is the next deal", () => {
    const match = { deal: 2, dealer: 1, totals: [], carry: null };
    expect(soundOf(after(3, 10), update(4, { view: view({ match }) }))).toBe("deal");
  });

  it("is nothing of what nobody sees: a discard, a sealed bid, cards that change hands", () => {
    const mine = update(1, { view: view({}, 0b111) });
    const theirs = update(2, { view: view({ laid: 2, face_down: 1 }, 0b11), moved: [{ seat: 1, act: null }] });
    expect(soundOf(mine, theirs)).toBe(null);
  });

  it("is nothing when one comes, comes back, or cards are taken back", () => {
    expect(soundOf(null, after(3, 1))).toBe(null);
    expect(soundOf(lying([5]), lying([]))).toBe(null);
    expect(soundOf(lying([5]), lying([5]))).toBe(null);
  });
});

it("is one's own victory only", () => {
  const sheet: SheetMessage = { type: "sheet", lines: [], totals: [], settlement: [], winners: [1], taken_back: [] };
  const sides = [[0, 2], [1, 3]];
  expect([0, 1, 3, null].map((you) => hasWon(sheet, sides, you))).toEqual([false, true, true, false]);
  expect(hasWon(null, sides, 1)).toBe(false);
});
