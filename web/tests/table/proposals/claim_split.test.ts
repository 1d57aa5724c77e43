import { describe, expect, it } from "vitest";
import { fewer, more, taker } from "../../../src/table/proposals/claim_split";

describe("a split of the tricks that are left", () => {
  it("keeps their number whatever is changed", () => {
    const playing = { seats: [0, 1, 3] };
    let won = [5, 0, 0, 0];
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

  it("can be any, wherever it begins", () => {
    const playing = { seats: [0, 1, 2] };
    const begun = [4, 0, 0];
    const found = new Map([[String(begun), begun]]);
    for (const won of found.values())
      for (const seat of playing.seats)
        for (const next of [more(won, seat, playing), fewer(won, seat, taker(begun), playing)]) found.set(String(next), next);
    expect(found.size).toBe(15); // four tricks among three players
  });

  it("gives no trick by the way to a player who wants none", () => {
    const claim = [0, 10, 0];
    const playing = { seats: [0, 1, 2] };
    const won = more(claim, 2, playing);
    expect(won).toEqual([0, 9, 1]);
    expect(fewer(won, 2, taker(claim), playing)).toEqual(claim);
    expect(fewer(claim, 1, taker(claim), playing)).toEqual([0, 9, 1]);
  });
});
