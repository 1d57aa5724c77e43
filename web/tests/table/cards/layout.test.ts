import { describe, expect, it } from "vitest";
import { sortBySuit } from "../../../src/table/cards/hand_order";
import {
  bidGrid,
  fan,
  levelsInRows,
  LIFT,
  places,
  auctionRounds,
  stack,
  stackHeight,
  strip,
  CARD_ASPECT,
  TOUCH_SIZE,
  trickLayout,
  type HandLayout,
} from "../../../src/table/cards/layout";

/** Return a hand with these numbers of cards by suit, in the order of the masks. */
function hand(...lengths: number[]): number[][] {
  return lengths
    .map((length, suit) => Array.from({ length }, (_, rank) => 13 * suit + rank))
    .filter((cards) => cards.length);
}

/** Return the cards of a layout by row. */
const rowsOf = ({ cards }: HandLayout): number[][] =>
  [...new Set(cards.map(({ row }) => row))].map((row) =>
    cards.filter((placed) => placed.row === row).map(({ card }) => card),
  );

/** Return a hand for every division of a number of cards into four suits. */
function* hands(count: number): Generator<number[][]> {
  for (let a = 0; a <= Math.min(13, count); a++)
    for (let b = 0; a + b <= count && b <= 13; b++)
      for (let c = 0; a + b + c <= count && c <= 13; c++)
        if (count - a - b - c <= 13) yield hand(a, b, c, count - a - b - c);
}

describe("the touch target of a card", () => {
  const layouts: Record<string, (suits: number[][]) => HandLayout> = {
    "the rows of a phone": (suits) => stack(suits, 360),
    "a fan on a low screen": (suits) => fan(suits, 524, 83, 36),
    "a fan on a tablet": (suits) => fan(suits, 716, 92),
  };
  for (const [name, layout] of Object.entries(layouts))
    it(`is not covered by a later card in ${name}`, () => {
      const covered = (suits: number[][]) => {
        const { cards, card } = layout(suits);
        return cards.some((under, n) =>
          cards.slice(n + 1).some((over) => {
            const isBeside = over.x + 0.01 > under.x + under.target || over.x + card <= under.x;
            return !isBeside && over.y + 0.01 < under.y + under.targetHeight && over.y + card * CARD_ASPECT > under.y;
          }),
        );
      };
      expect([7, 10, 12, 13, 16].flatMap((count) => [...hands(count)].filter(covered))).toEqual([]);
    });
});

describe("a hand on a phone", () => {
  it("fits 1 to 16 cards into one or two rows 360 wide, with touch targets of at least 44 by 57", () => {
    const wrong: string[] = [];
    for (let count = 1; count <= 16; count++)
      for (const suits of hands(count)) {
        const layout = stack(suits, 360);
        const rows = 1 + Math.max(...layout.cards.map(({ row }) => row));
        const step = rows === 1 ? layout.height : layout.height - layout.card * CARD_ASPECT;
        const placedCards = new Set(layout.cards.map(({ card }) => card));
        const isComplete = layout.cards.length === count && suits.flat().every((card) => placedCards.has(card));
        const isTouchable = step >= 57 && layout.cards.every(({ target }) => target >= TOUCH_SIZE);
        const isInShape = layout.width <= 360 && rows === (count <= 6 ? 1 : 2);
        if (!isComplete || !isTouchable || !isInShape) wrong.push(JSON.stringify(suits));
      }
    expect(wrong).toEqual([]);
  });

  it("shows sixteen cards in two rows of eight, 51 wide and 44 apart", () => {
    const layout = stack(hand(4, 4, 4, 4), 360);
    expect([layout.card, layout.width, rowsOf(layout).map((row) => row.length)]).toEqual([51, 359, [8, 8]]);
  });

  it("splits a suit only if whole suits do not fit into two rows", () => {
    const wrong: string[] = [];
    for (const count of [7, 10, 13, 16])
      for (const suits of hands(count)) {
        const rows = rowsOf(stack(suits, 360));
        const isSplit = suits.some((suit) => rows.every((row) => !suit.every((card) => row.includes(card))));
        const canFit = Array.from({ length: 2 ** suits.length }, (_, bits) =>
          suits.reduce((sum, cards, suit) => sum + ((bits >> suit) % 2 ? cards.length : 0), 0),
        ).some((upper) => upper <= 8 && count - upper <= 8 && upper > 0 && upper < count);
        if (isSplit === canFit) wrong.push(JSON.stringify(suits));
      }
    expect(wrong).toEqual([]);
  });

  it("with two rows and a raised card is at most as high as stackHeight", () => {
    const highest = Math.max(
      ...[7, 8, 9, 10, 11, 12, 13, 16].flatMap((count) =>
        [...hands(count)].map((suits) => {
          const { card, height } = stack(suits, 360);
          return height + card * CARD_ASPECT * LIFT.stack;
        }),
      ),
    );
    expect(stackHeight(360)).toBe(Math.ceil(highest));
  });

  it("shows twenty cards in three rows", () => {
    expect(rowsOf(stack(hand(5, 5, 5, 5), 360)).map((row) => row.length)).toEqual([7, 7, 6]);
  });
});

describe("a fan", () => {
  it("spaces its cards 88 apart if there is room, and otherwise fills the width", () => {
    expect(fan(hand(3, 3, 2, 2), 1008, 112).width).toBe(9 * 88 + 112);
    expect(fan(hand(4, 4, 4, 4), 1008, 112).width).toBe(1008);
  });

  it("splits into two rows when touch targets would be narrower than the minimum", () => {
    const layout = fan(hand(4, 4, 4, 4), 716, 92);
    expect(rowsOf(layout)).toHaveLength(2);
    expect(layout.width).toBeLessThanOrEqual(716);
    for (const { target } of layout.cards) expect(target).toBeGreaterThanOrEqual(TOUCH_SIZE);
  });
});

it("cards of a short row on a phone grow with the maximum card width", () => {
  const [small, usual, large] = [61, 72, 83].map((widest) => stack(hand(2, 1), 360, widest));
  expect([small?.card, usual?.card, large?.card]).toEqual([57, 68, 79]);
  expect(large?.width).toBeLessThan(360);
});

it("a strip fits into the available width with the index of each card visible", () => {
  expect(strip(hand(4, 4, 4, 4), 352, 44).width).toBeCloseTo(352);
  expect(strip(hand(2), 352, 44).width).toBe(90);
  const large = strip(hand(5, 5), 350, 72);
  expect(large.card).toBeGreaterThan(60);
  // The next card leaves more than the first digit of a 10 visible
  expect(large.cards[1]!.x).toBeGreaterThan(0.5 * large.card);
});

it("sortBySuit orders suits by alternating colours or rank, and cards falling or rising", () => {
  const mask = [0, 12, 14, 27, 40].reduce((sum, card) => sum + 2 ** card, 0);
  expect(sortBySuit(mask, "alternating")).toEqual([[12, 0], [40], [14], [27]]);
  expect(sortBySuit(mask, "ranked")).toEqual([[12, 0], [14], [27], [40]]);
  expect(sortBySuit(mask, "rising")).toEqual([[0, 12], [40], [14], [27]]);
  expect(sortBySuit(2 ** 0 + 2 ** 14 + 2 ** 27, "alternating")).toEqual([[0], [27], [14]]);
});

it("places() puts the next player on the left and the previous player on the right", () => {
  expect(places(3, 1)).toEqual(["right", "self", "left"]);
  expect(places(4, 3)).toEqual(["left", "top", "right", "self"]);
});

it("bidGrid arranges bids by level and suit from the names of calls", () => {
  const { strains, levels } = bidGrid(["pass", "6S", "6NT", "none", "7S", "7NT", "take"]);
  expect(strains).toEqual(["S", "NT"]);
  expect(levels).toEqual([
    { level: 6, bids: [53, 54], above: [55] },
    { level: 7, bids: [56, 57], above: [] },
  ]);
  expect(bidGrid(["pass", "two", "game"]).levels).toEqual([]);
});

it("levelsInRows leaves room for the keys of the levels that have no row of their own", () => {
  expect(levelsInRows(5, 0, 4)).toBe(3);
  expect(levelsInRows(5, 1, 4)).toBe(3); // misère, 9, 10
  expect(levelsInRows(5, 3, 4)).toBe(2);
  expect(levelsInRows(5, 1, 5)).toBe(4);
  expect(levelsInRows(5, 0, 2)).toBe(0);
  expect(levelsInRows(7, 0, 4)).toBe(2);
});

it("rounds() arranges announcements by round and seat, starting with the first caller", () => {
  const announcements = [
    { seat: 2, action: 53 },
    { seat: 0, action: 52 },
    { seat: 1, action: 56 },
    { seat: 2, action: 52 },
    { seat: 1, action: 8 },
    { seat: 1, action: 31 },
    { seat: 1, action: 56 },
  ];
  const { order, rows } = auctionRounds(announcements, 3);
  expect(order).toEqual([2, 0, 1]);
  expect(rows).toEqual([
    [[53], [52], [56]],
    [[52], [], [8, 31]],
    [[], [], [56]],
  ]);
});

describe("the cards of a trick", () => {
  it("are as wide as the available space allows, up to the maximum width", () => {
    expect(trickLayout(1000, 1000, 84, false)).toEqual({ card: 84, flat: false, totalHeight: 84 * 1.9 });
    expect(trickLayout(120, 1000, 84, false).card).toBe(60);
    expect(trickLayout(1000, 204, 84, false).card).toBe(60);
  });

  it("are placed side by side if they would be too narrow below each other", () => {
    expect(trickLayout(180, 1000, 84, true)).toMatchObject({ card: 60, flat: false });
    expect(trickLayout(152, 1000, 128, true)).toMatchObject({ card: 80, flat: true });
    expect(trickLayout(20, 20, 84, true).card).toBe(48);
  });
});
