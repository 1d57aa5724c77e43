import { expect, test } from "vitest";
import type { Leader, RatingList } from "../../src/client/api_types";
import { withPage } from "../../src/ratings/leader_pages";

const leader = (name: string, place: number): Leader => ({
  place,
  places: [place, place],
  name,
  rating: 1500,
  error: 80,
  matches: 30,
});
const page = (leaders: Leader[], next: string): RatingList => ({
  leaders,
  number: 4,
  next,
  bots: [],
  you: null,
  voided: [],
});

test("a player who moves to the next page between two requests is listed once, at the new place", () => {
  const first = page([leader("Anna", 1), leader("Boris", 2)], "2");
  const list = withPage(first, page([leader("Boris", 3), leader("Vera", 4)], ""));
  expect(list.leaders.map(({ name, place }) => [name, place])).toEqual([["Anna", 1], ["Boris", 3], ["Vera", 4]]);
  expect(list.next).toBe("");
});
