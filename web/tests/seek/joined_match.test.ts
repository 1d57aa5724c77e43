import { expect, test } from "vitest";
import { hasJoinedMatch } from "../../src/seek/joined_match";
import { seats, welcome } from "../messages";

const BOT = { name: "Pekka", level: "rule", here: true, owner: false, id: "" };
const table = { welcome, seats: seats(), you: 0 };

test("a running match with other people ends the search of its players", () => {
  expect(hasJoinedMatch(table)).toBe(true);
  expect(hasJoinedMatch({ ...table, you: null })).toBe(false);
  for (const stage of ["open", "over"] as const)
    expect(hasJoinedMatch({ ...table, seats: seats({ stage }) })).toBe(false);
});

test("a match with bots does not end the search", () => {
  const [anna = null] = seats().seats;
  expect(hasJoinedMatch({ ...table, seats: seats({ seats: [anna, BOT, BOT] }) })).toBe(false);
});

test("a turn-based match does not end the search", () => {
  expect(hasJoinedMatch({ ...table, welcome: { ...welcome, turns: { hours: 24, reserve_h: 72 } } })).toBe(false);
});
