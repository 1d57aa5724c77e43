import { describe, expect, it } from "vitest";
import { all, fewer, left, more } from "../../../src/table/proposals/claim_split";
import { tricks, view } from "../../messages";

describe("a split of the tricks that are left", () => {
  it("counts those of one's hand, and the one that lies there", () => {
    expect(left(view({ tricks: tricks() }, 0b111))).toBe(3);
    expect(left(view({ tricks: tricks({ line: [1, 2, 0], table: [5] }) }, 0b111))).toBe(3);
    expect(left(view({ tricks: tricks({ line: [0, 1, 2], table: [5] }) }, 0b111))).toBe(4);
  });

  it("is none before the play, after it, and for one who does not play", () => {
    expect(left(view({}, 0b111))).toBe(0);
    expect(left(view({ phase: "over", tricks: tricks() }, 0b111))).toBe(0);
    expect(left(view({ tricks: tricks({ seats: [1, 2] }) }, 0b111))).toBe(0);
  });

  it("keeps their number whatever is changed", () => {
    const playing = { seats: [0, 1, 3] };
    let won = all(4, 0, 5);
    expect(won).toEqual([5, 0, 0, 0]);
    won = more(won, 1, playing);
    won = more(won, 3, playing);
    expect(won).toEqual([3, 1, 0, 1]);
    won = more(won, 1, playing);
    expect(won).toEqual([2, 2, 0, 1]);
    expect(fewer(won, 3, 0, playing)).toEqual([3, 2, 0, 0]);
    expect(fewer(won, 0, 0, playing)).toEqual([1, 3, 0, 1]);
    expect(fewer([0, 5, 0, 0], 0, 0, playing)).toEqual([0, 5, 0, 0]);
    expect(more([0, 5, 0, 0], 1, playing)).toEqual([0, 5, 0, 0]);
  });
});
