import { describe, expect, test } from "vitest";
import {
  layout,
  countLines,
  fittingCount,
  textWidth,
  type Box,
  type Layout,
  type SheetPoint,
  type Rect,
} from "../../src/sheet/pulya_geometry";

const COLUMNS = { 3: ["pool", "dump", "left", "right"], 4: ["pool", "dump", "left", "across", "right"] } as const;
const OWN = { pool: "pool", dump: "dump" };
const WIDTHS = [296, 328, 380, 519, 520, 620, 760, 1000];
const CASES = ([3, 4] as const).flatMap((seats) => WIDTHS.map((width) => [seats, width] as const));

/** Return whether a point is inside a convex area. */
function inside(area: readonly SheetPoint[], { x, y }: SheetPoint): boolean {
  const sides = area.map((a, i) => {
    const b = area[(i + 1) % area.length]!;
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  });
  return sides.every((side) => side >= -1e-6) || sides.every((side) => side <= 1e-6);
}

function areaOf(area: readonly SheetPoint[]): number {
  const twice = area.reduce((sum, a, i) => {
    const b = area[(i + 1) % area.length]!;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(twice) / 2;
}

const corners = ({ x, y, width, height }: Rect): SheetPoint[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

/** Yield points all over the sheet, none of them on a line. */
function* points({ width, height }: Layout): Generator<SheetPoint> {
  for (let x = Math.PI; x < width; x += 13.777) for (let y = Math.E; y < height; y += 14.1391) yield { x, y };
}

const name = (box: Box): string => `${box.place} ${box.column}`;

describe.each(CASES)("the sheet of %i players, %i pixels wide", (seats, width) => {
  const sheet = layout(seats, COLUMNS[seats], OWN, width);
  const font = sheet.narrow ? 13 : 16;

  test("has one box for each player and column", () => {
    const expected = Array.from({ length: seats }, (_, place) => COLUMNS[seats].map((column) => `${place} ${column}`));
    expect(sheet.boxes.map(name).sort()).toEqual(expected.flat().sort());
  });

  test("is covered by its boxes without overlap", () => {
    for (const point of points(sheet)) {
      expect(sheet.boxes.filter((box) => inside(box.area, point))).toHaveLength(1);
    }
    const all = sheet.boxes.reduce((sum, box) => sum + areaOf(box.area), 0);
    expect(all).toBeCloseTo(sheet.width * sheet.height, 3);
  });

  test("keeps each box inside the frame, and each writing area inside its box and outside the hub", () => {
    for (const box of sheet.boxes) {
      for (const { x, y } of box.area) {
        expect(x >= 0 && x <= sheet.width && y >= 0 && y <= sheet.height, name(box)).toBe(true);
      }
      const { hub } = sheet;
      for (const corner of corners(box.room)) {
        expect(inside(box.area, corner), name(box)).toBe(true);
        expect(Math.hypot(corner.x - hub.x, corner.y - hub.y) > hub.radius, name(box)).toBe(true);
      }
    }
  });

  test("has room for a label and a three-digit number in each box", () => {
    const [label, line] = sheet.narrow ? [14, 18] : [20, 22];
    for (const { room, ...box } of sheet.boxes) {
      expect(room.width, name({ room, ...box })).toBeGreaterThanOrEqual(textWidth("188", font));
      // The dump has the player's name above its label.
      const head = box.column === "dump" ? 2 * label : label;
      expect(room.height, name({ room, ...box })).toBeGreaterThanOrEqual(head + line);
    }
  });

  test("places the box for a player's left neighbour on the player's left", () => {
    const [left, right] = ["left", "right"].map((column) =>
      sheet.boxes.find((box) => box.place === 0 && box.column === column)!,
    );
    expect(left!.room.x).toBeLessThan(right!.room.x);
    // The left neighbour of the player at the bottom sits on the left and looks to the right: their left is up.
    const [up, down] = ["left", "right"].map((column) =>
      sheet.boxes.find((box) => box.place === 1 && box.column === column)!,
    );
    expect(up!.room.x + up!.room.width).toBeLessThan(sheet.width / 2);
    expect(up!.room.y).toBeLessThan(down!.room.y);
  });
});

describe("the numbers in a box", () => {
  const texts = ["2.", "6.", "10.", "16.", "22.", "42"];

  test("take as many lines as their width needs", () => {
    expect(countLines([], 100, 16)).toBe(0);
    expect(countLines(["42"], 5, 16)).toBe(1);
    expect(countLines(texts, 1000, 16)).toBe(1);
    expect(countLines(texts, textWidth("42", 16) + 1, 16)).toBeGreaterThanOrEqual(5);
  });

  test("are reduced to the last ones if not all of them fit", () => {
    expect(fittingCount(texts, { width: 1000, height: 22 }, 16, 22)).toBe(6);
    expect(fittingCount(texts, { width: 60, height: 44 }, 16, 22)).toBe(3);
    expect(fittingCount(texts, { width: 60, height: 22 }, 16, 22)).toBe(1);
    expect(fittingCount(texts, { width: 1, height: 1 }, 16, 22)).toBe(1);
    expect(fittingCount([], { width: 60, height: 44 }, 16, 22)).toBe(0);
  });

  test.each([40, 60, 90, 140])("fit into a width of %i pixels once they are reduced", (width) => {
    for (let lines = 1; lines < 6; lines++) {
      const shown = fittingCount(texts, { width, height: lines * 22 }, 16, 22);
      const ellipsis = shown < texts.length ? ["…"] : [];
      const needed = countLines([...ellipsis, ...texts.slice(-shown)], width, 16);
      expect(needed <= lines || shown === 1).toBe(true);
    }
  });
});
