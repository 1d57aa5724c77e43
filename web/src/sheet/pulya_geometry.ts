/* The geometry of a pulya, a sheet of sectors: three or four sectors meet in a circle. Each holds, from the centre
 * outwards, the dump, the pool and the whists on the others, with the left neighbour's box on the player's left.
 * Lengths are in pixels.
 *
 * A sector is measured from its outer edge: `depth` goes inwards, `along` runs along the edge from the player's
 * left. */

export interface SheetPoint {
  x: number;
  y: number;
}

export interface Rect extends SheetPoint {
  width: number;
  height: number;
}

/** A box of the sheet: `place` counts clockwise from the player at the bottom (1 is on their left). */
export interface Box {
  column: string;
  place: number;
  area: SheetPoint[];
  /** The rectangle for its label and numbers. */
  room: Rect;
}

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  boxes: Box[];
  /** The lines between the sectors. */
  borders: [SheetPoint, SheetPoint][];
  hub: SheetPoint & { radius: number };
}

interface Sector {
  place: number;
  depth: number;
  startAlong: (depth: number) => number;
  endAlong: (depth: number) => number;
  pointAt: (depth: number, along: number) => SheetPoint;
  /** The depths of the strips of whists and of the pool. */
  whists: number;
  pool: number;
  /** The fraction of the depth inside them that the dump's text uses. */
  textDepth: number;
}

interface Frame {
  width: number;
  height: number;
  narrow: boolean;
  hub: SheetPoint & { radius: number };
}

/** Below this width the proportions for phones are used. */
const NARROW_WIDTH = 520;
/** The height of a sheet of three, unless its width is less. */
const MAX_HEIGHT = 620;
/** The distance between the edge of a box and its text. */
const PADDING = 3;
const TOP_MARGIN = { narrow: 4, wide: 9 };
const BOTTOM_MARGIN = 3;
/** Character widths as fractions of the font size: digits and the minus are tabular. */
const DIGIT_WIDTH = 0.58;
const DOT_WIDTH = 0.27;
const GAP_WIDTH = 0.3;

/** The columns that each player has once; all others are held on neighbours. */
export interface PulyaColumns {
  pool: string;
  dump: string;
}

/** Return the layout for three or four players, `width` pixels wide; `columns` are the sheet's, with the whists from
 * left to right. */
export function layout(seats: 3 | 4, columns: readonly string[], roles: PulyaColumns, width: number): Layout {
  const frame = seats === 3 ? frameOfThree(width) : frameOfFour(width);
  const sectors = seats === 3 ? sectorsOfThree(frame) : sectorsOfFour(frame);
  const whists = columns.filter((column) => column !== roles.pool && column !== roles.dump);
  const { hub, height } = frame;
  const corners = [
    { x: 0, y: height },
    { x: width, y: height },
    ...(seats === 3
      ? [{ x: width / 2, y: 0 }]
      : [
          { x: 0, y: 0 },
          { x: width, y: 0 },
        ]),
  ];
  return {
    ...frame,
    boxes: sectors.flatMap((sector) => boxes(sector, whists, roles, frame)),
    borders: corners.map((corner) => [corner, { x: hub.x, y: hub.y }]),
  };
}

function frameOfThree(width: number): Frame {
  const narrow = width < NARROW_WIDTH;
  const height = Math.round(narrow ? width * 1.24 : Math.max(width * 0.868, Math.min(width * 1.05, MAX_HEIGHT)));
  const hub = { x: width / 2, y: Math.round(height * (narrow ? 0.4 : 0.455)), radius: narrow ? 23 : 34 };
  return { width, height, narrow, hub };
}

function frameOfFour(width: number): Frame {
  const narrow = width < NARROW_WIDTH;
  const height = Math.round(width * (narrow ? 1.33 : 1));
  return { width, height, narrow, hub: { x: width / 2, y: height / 2, radius: narrow ? 21 : 36 } };
}

function sectorsOfThree({ width, height, narrow, hub }: Frame): Sector[] {
  const bottomDepth = height - hub.y;
  const bottom: Sector = {
    place: 0,
    depth: bottomDepth,
    startAlong: (d) => (d / bottomDepth) * hub.x,
    endAlong: (d) => width - (d / bottomDepth) * hub.x,
    pointAt: (d, a) => ({ x: a, y: height - d }),
    whists: narrow ? 62 : height * 0.127,
    pool: narrow ? 54 : Math.max(57, height * 0.115),
    textDepth: 0.62,
  };
  // The other two players write from the top edge, where their sectors are square.
  const side = { depth: hub.x, whists: narrow ? 52 : width * 0.121, pool: narrow ? 44 : width * 0.1105, textDepth: 1 };
  const slant = (d: number): number => (d / hub.x) * bottomDepth;
  return [
    bottom,
    { ...side, place: 1, startAlong: () => 0, endAlong: (d) => height - slant(d), pointAt: (d, a) => ({ x: d, y: a }) },
    {
      ...side,
      place: 2,
      startAlong: slant,
      endAlong: () => height,
      pointAt: (d, a) => ({ x: width - d, y: height - a }),
    },
  ];
}

function sectorsOfFour({ width, height, narrow }: Frame): Sector[] {
  const horizontalSizes = {
    depth: height / 2,
    whists: narrow ? 56 : height * 0.113,
    pool: narrow ? 43 : Math.max(57, height * 0.087),
  };
  const verticalSizes = { depth: width / 2, whists: narrow ? 45 : width * 0.113, pool: narrow ? 44 : width * 0.087 };
  const across = (d: number): number => (d / horizontalSizes.depth) * (width / 2);
  const down = (d: number): number => (d / verticalSizes.depth) * (height / 2);
  const horizontal = {
    ...horizontalSizes,
    startAlong: across,
    endAlong: (d: number) => width - across(d),
    textDepth: 0.6,
  };
  const vertical = {
    ...verticalSizes,
    startAlong: down,
    endAlong: (d: number) => height - down(d),
    textDepth: narrow ? 0.66 : 0.56,
  };
  return [
    { ...horizontal, place: 0, pointAt: (d, a) => ({ x: a, y: height - d }) },
    { ...vertical, place: 1, pointAt: (d, a) => ({ x: d, y: a }) },
    { ...horizontal, place: 2, pointAt: (d, a) => ({ x: width - a, y: d }) },
    { ...vertical, place: 3, pointAt: (d, a) => ({ x: width - d, y: height - a }) },
  ];
}

/** Return the boxes of one player. */
function boxes(sector: Sector, whists: readonly string[], roles: PulyaColumns, { hub, narrow }: Frame): Box[] {
  const { place } = sector;
  const [start, end] = [sector.startAlong(sector.whists), sector.endAlong(sector.whists)];
  const share = (end - start) / whists.length;
  const strip = whists.map((column, i) => {
    const first = i === 0 ? -Infinity : start + i * share;
    const last = i === whists.length - 1 ? Infinity : start + (i + 1) * share;
    return box(sector, column, 0, sector.whists, first, last);
  });
  const inner = sector.whists + sector.pool;
  const pool = box(sector, roles.pool, sector.whists, inner);
  const dump = box(sector, roles.dump, inner, sector.depth);
  const reach = inner + (sector.depth - inner) * sector.textDepth;
  const room = avoidCircle(textRectangle(sector, inner, reach), hub);
  const allBoxes = [{ ...dump, place, room }, pool, ...strip];
  return allBoxes.map((box) => ({ ...box, room: lowerTop(box.room, narrow ? TOP_MARGIN.narrow : TOP_MARGIN.wide) }));
}

/** Return a box: the part of a sector between two depths and between two positions along the edge. */
function box(sector: Sector, column: string, outer: number, inner: number, first = -Infinity, last = Infinity): Box {
  const startOf = (d: number): number => Math.max(first, sector.startAlong(d));
  const right = (d: number): number => Math.min(last, sector.endAlong(d));
  const area = [
    sector.pointAt(outer, startOf(outer)),
    sector.pointAt(outer, right(outer)),
    sector.pointAt(inner, right(inner)),
    sector.pointAt(inner, startOf(inner)),
  ];
  return { column, place: sector.place, area, room: textRectangle(sector, outer, inner, first, last) };
}

/** Return the upright rectangle that fits between two depths; a sector narrows inwards. */
function textRectangle(sector: Sector, outer: number, inner: number, first = -Infinity, last = Infinity): Rect {
  const outerCorner = sector.pointAt(outer, Math.max(first, sector.startAlong(inner)));
  const innerCorner = sector.pointAt(inner, Math.min(last, sector.endAlong(inner)));
  return {
    x: Math.min(outerCorner.x, innerCorner.x) + PADDING,
    y: Math.min(outerCorner.y, innerCorner.y),
    width: Math.abs(outerCorner.x - innerCorner.x) - 2 * PADDING,
    height: Math.abs(outerCorner.y - innerCorner.y),
  };
}

/** Return a rectangle without overlap with the circle: it ends above the circle if necessary. */
function avoidCircle(room: Rect, { x, y, radius }: Frame["hub"]): Rect {
  const nearestPoint = { x: clamp(x, room.x, room.width), y: clamp(y, room.y, room.height) };
  if (Math.hypot(nearestPoint.x - x, nearestPoint.y - y) > radius) return room;
  return { ...room, height: Math.min(room.height, y - radius - PADDING - room.y) };
}

const clamp = (value: number, low: number, size: number): number => Math.min(Math.max(value, low), low + size);

function lowerTop(room: Rect, distance: number): Rect {
  return { ...room, y: room.y + distance, height: room.height - distance - BOTTOM_MARGIN };
}

/** Return the width of a text, in pixels. */
export function textWidth(text: string, font: number): number {
  const widths: Record<string, number> = { ".": DOT_WIDTH, "…": 3 * DOT_WIDTH };
  return [...text].reduce((sum, sign) => sum + (widths[sign] ?? DIGIT_WIDTH), 0) * font;
}

/** Return the number of lines that some texts take at this width, in pixels. A text that is wider takes a line of its
 * own. */
export function countLines(texts: readonly string[], width: number, font: number): number {
  let lines = 0;
  let usedWidth = Infinity;
  for (const text of texts) {
    const itemWidth = textWidth(text, font);
    if (usedWidth + GAP_WIDTH * font + itemWidth <= width) usedWidth += GAP_WIDTH * font + itemWidth;
    else [lines, usedWidth] = [lines + 1, itemWidth];
  }
  return lines;
}

/** Return how many of the last numbers fit in a box, at least one. If not all fit, space is kept for an ellipsis. */
export function fittingCount(
  texts: readonly string[],
  room: { width: number; height: number },
  font: number,
  line: number,
): number {
  const lines = Math.max(1, Math.floor(room.height / line));
  if (countLines(texts, room.width, font) <= lines) return texts.length;
  let count = texts.length - 1;
  while (count > 1 && countLines(["…", ...texts.slice(-count)], room.width, font) > lines) count -= 1;
  return count;
}
