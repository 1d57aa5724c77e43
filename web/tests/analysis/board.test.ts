// A position with all hands open: the layout of its cards.
import { expect, test } from "vitest";
import { layoutOverlapping, placeWithoutPlayer, layoutSideBySide } from "../../src/analysis/board";

test("cards side by side are as wide as allowed, and wrap into rows if they would be too narrow", () => {
  expect(layoutSideBySide(3, 600, 70, 44)).toEqual({ card: 70, pitch: 76, columns: 3 });
  const tight = layoutSideBySide(10, 320, 60, 56);
  expect(tight.columns).toBe(5);
  expect(tight.card).toBeGreaterThanOrEqual(56);
  expect(tight.pitch * tight.columns).toBeLessThanOrEqual(320 + 6);
  expect(layoutSideBySide(0, 320, 60, 56).columns).toBe(1);
});

test("overlapping cards show their index, in two rows if one row would hide it", () => {
  expect(layoutOverlapping(10, 280, 50)).toEqual({ card: 50, pitch: 230 / 9, columns: 10 });
  const large = layoutOverlapping(10, 350, 72); // of the 10, a narrower card shows more than its first figure
  expect(large.card).toBeGreaterThan(60);
  expect(large.pitch).toBeGreaterThan(0.5 * large.card);
  const many = layoutOverlapping(13, 200, 46);
  expect(many.columns).toBe(7);
  expect(many.pitch).toBeGreaterThanOrEqual(24);
  expect(many.pitch * (many.columns - 1) + many.card).toBeLessThanOrEqual(200);
});

test("a card that belongs to no player is placed at an empty side of the table", () => {
  expect(placeWithoutPlayer(["self", "left", "top", "right"], [0, 2, 3])).toBe("left");
  expect(placeWithoutPlayer(["self", "left", "right"], [0, 1, 2])).toBe("top");
});
