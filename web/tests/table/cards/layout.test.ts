import { describe, expect, it } from "vitest";
import { sortBySuit } from "../../../src/table/cards/hand_order";
import {
  bidGrid,
  fan,
  levelsInRows,
  LIFT,
  places,
  rounds,
  stack,
  stackHeight,
  strip,
  TALL,
  TOUCH,
  trickIn,
  type Spread,
} from "../../../src/table/cards/layout";

/** Return a hand with these numbers of cards by suit, in the order of the masks. */
function hand(...lengths: number[]): number[][] {
  return lengths
    .map((length, suit) => Array.from({ length }, (_, rank) => 13 * suit + rank))
    .filter((held) => held.length);
}

const rowsOf = (of: Spread): number[][] =>
  [...new Set(of.cards.map((lying) => lying.row))].map((row) =>
    of.cards.filter((lying) => lying.row === row).map((lying) => lying.card),
  );

/** Return every division of a number of cards into four suits. */
function* deals(count: number): Generator<number[][]> {
  for (let a = 0; a <= Math.min(13, count); a++)
    for (let b = 0; a + b <= count && b <= 13; b++)
      for (let c = 0; a + b + c <= count && c <= 13; c++)
        if (count - a - b - c <= 13) yield hand(a, b, c, count - a - b - c);
}

describe("the target of a card", () => {
  const layouts: Record<string, (suits: number[][]) => Spread> = {
    "the rows of a phone": (suits) => stack(suits, 360),
    "a fan on a low screen": (suits) => fan(suits, 524, 83, 36),
    "a fan on a tablet": (suits) => fan(suits, 716, 92),
  };
  for (const [name, layout] of Object.entries(layouts))
    it(`lies bare in ${name}`, () => {
      const covered = (suits: number[][]) => {
        const { cards, card } = layout(suits);
        return cards.some((lying, n) =>
          cards.slice(n + 1).some((over) => {
            const beside = over.x + 0.01 > lying.x + lying.target || over.x + card <= lying.x;
            return !beside && over.y + 0.01 < lying.y + lying.targetHeight && over.y + card * TALL > lying.y;
          }),
        );
      };
      expect([7, 10, 12, 13, 16].flatMap((count) => [...deals(count)].filter(covered))).toEqual([]);
    });
});

describe("the hand of a phone", () => {
  it("gives every card of any hand a target of 44 by 57 and stays on the screen", () => {
    const wrong: string[] = [];
    for (let count = 1; count <= 16; count++)
      for (const suits of deals(count)) {
        const made = stack(suits, 360);
        const rows = 1 + Math.max(...made.cards.map((lying) => lying.row));
        const step = rows === 1 ? made.height : made.height - made.card * TALL;
        const held = new Set(made.cards.map((lying) => lying.card));
        const whole = made.cards.length === count && suits.flat().every((card) => held.has(card));
        const hit = step >= 57 && made.cards.every((lying) => lying.target >= TOUCH);
        if (!whole || !hit || made.width > 360 || rows !== (count <= 6 ? 1 : 2)) wrong.push(JSON.stringify(suits));
      }
    expect(wrong).toEqual([]);
  });

  it("has sixteen cards in two rows of eight, 51 wide and 44 apart", () => {
    const made = stack(hand(4, 4, 4, 4), 360);
    expect([made.card, made.width, rowsOf(made).map((row) => row.length)]).toEqual([51, 359, [8, 8]]);
  });

  it("never splits a suit that fits", () => {
    const wrong: string[] = [];
    for (const count of [7, 10, 13, 16])
      for (const suits of deals(count)) {
        const rows = rowsOf(stack(suits, 360));
        const split = suits.some((held) => rows.every((row) => !held.every((card) => row.includes(card))));
        const fits = Array.from({ length: 2 ** suits.length }, (_, bits) =>
          suits.reduce((sum, held, suit) => sum + ((bits >> suit) % 2 ? held.length : 0), 0),
        ).some((upper) => upper <= 8 && count - upper <= 8 && upper > 0 && upper < count);
        if (split === fits) wrong.push(JSON.stringify(suits));
      }
    expect(wrong).toEqual([]);
  });

  it("is never higher in two rows than the room that is kept for it", () => {
    const highest = Math.max(
      ...[7, 8, 9, 10, 11, 12, 13, 16].flatMap((count) =>
        [...deals(count)].map((suits) => {
          const { card, height } = stack(suits, 360);
          return height + card * TALL * LIFT.stack;
        }),
      ),
    );
    expect(stackHeight(360)).toBe(Math.ceil(highest));
  });

  it("needs three rows for twenty cards", () => {
    expect(rowsOf(stack(hand(5, 5, 5, 5), 360)).map((row) => row.length)).toEqual([7, 7, 6]);
  });
});

describe("the fan", () => {
  it("is 88 apart where there is room, and as wide as the room elsewhere", () => {
    expect(fan(hand(3, 3, 2, 2), 1008, 112).width).toBe(9 * 88 + 112);
    expect(fan(hand(4, 4, 4, 4), 1008, 112).width).toBe(1008);
  });

  it("becomes two rows before a card is too narrow for a finger", () => {
    const made = fan(hand(4, 4, 4, 4), 716, 92);
    expect(rowsOf(made)).toHaveLength(2);
    expect(made.width).toBeLessThanOrEqual(716);
    for (const lying of made.cards) expect(lying.target).toBeGreaterThanOrEqual(TOUCH);
  });
});

it("makes the cards of a short row on a phone as wide as is wished, while they are whole", () => {
  const [small, usual, large] = [61, 72, 83].map((widest) => stack(hand(2, 1), 360, widest));
  expect([small?.card, usual?.card, large?.card]).toEqual([57, 68, 79]);
  expect(large?.width).toBeLessThan(360);
});

it("lays a strip in any room", () => {
  expect(strip(hand(4, 4, 4, 4), 352, 44).width).toBeCloseTo(352);
  expect(strip(hand(2), 352, 44).width).toBe(90);
  const large = strip(hand(5, 5), 350, 72);
  expect(large.card).toBeGreaterThan(60);
  // Of the 10, a narrower card shows more than its first figure
  expect(large.cards[1]!.x).toBeGreaterThan(0.5 * large.card);
});

it("sorts a hand with alternating colours, by rank, or rising", () => {
  const mask = [0, 12, 14, 27, 40].reduce((sum, card) => sum + 2 ** card, 0);
  expect(sortBySuit(mask, "alternating")).toEqual([[12, 0], [40], [14], [27]]);
  expect(sortBySuit(mask, "ranked")).toEqual([[12, 0], [14], [27], [40]]);
  expect(sortBySuit(mask, "rising")).toEqual([[0, 12], [40], [14], [27]]);
  expect(sortBySuit(2 ** 0 + 2 ** 14 + 2 ** 27, "alternating")).toEqual([[0], [27], [14]]);
});

it("places the next player on the left and the one before on the right", () => {
  expect(places(3, 1)).toEqual(["right", "self", "left"]);
  expect(places(4, 3)).toEqual(["left", "top", "right", "self"]);
});

it("finds the grid of bids in the names of calls", () => {
  const { strains, levels } = bidGrid(["pass", "6S", "6NT", "none", "7S", "7NT", "take"]);
  expect(strains).toEqual(["S", "NT"]);
  expect(levels).toEqual([
    { level: 6, bids: [53, 54], above: [55] },
    { level: 7, bids: [56, 57], above: [] },
  ]);
  expect(bidGrid(["pass", "two", "game"]).levels).toEqual([]);
});

it("levelsInRows keeps a row for the keys of the levels that find none", () => {
  expect(levelsInRows(5, 0, 4)).toBe(3);
  expect(levelsInRows(5, 1, 4)).toBe(3); // misère, 9, 10
  expect(levelsInRows(5, 3, 4)).toBe(2);
  expect(levelsInRows(5, 1, 5)).toBe(4);
  expect(levelsInRows(5, 0, 2)).toBe(0);
  expect(levelsInRows(7, 0, 4)).toBe(2);
});

it("tells what was said in rounds", () => {
  const said = [
    { seat: 2, action: 53 },
    { seat: 0, action: 52 },
    { seat: 1, action: 56 },
    { seat: 2, action: 52 },
    { seat: 1, action: 8 },
    { seat: 1, action: 31 },
    { seat: 1, action: 56 },
  ];
  const { order, rows } = rounds(said, 3);
  expect(order).toEqual([2, 0, 1]);
  expect(rows).toEqual([
    [[53], [52], [56]],
    [[52], [], [8, 31]],
    [[], [], [56]],
  ]);
});

describe("the cards of a trick", () => {
  it("are as wide as the room allows, and no wider than they may be", () => {
    expect(trickIn(1000, 1000, 84, false)).toEqual({ card: 84, flat: false, high: 84 * 1.9 });
    expect(trickIn(120, 1000, 84, false).card).toBe(60);
    expect(trickIn(1000, 204, 84, false).card).toBe(60);
  });

  it("lie side by side where they would be too narrow below each other", () => {
    expect(trickIn(180, 1000, 84, true)).toMatchObject({ card: 60, flat: false });
    expect(trickIn(152, 1000, 128, true)).toMatchObject({ card: 80, flat: true });
    expect(trickIn(20, 20, 84, true).card).toBe(48);
  });
});
