import { expect, test } from "vitest";
import type { Friend } from "../../src/client/api_types";
import { partnerNames } from "../../src/seek/partners";

const friend = (name: string, state: Friend["state"]): Friend => ({
  name,
  state,
  table: "",
  today: false,
  often_absent: false,
});
const FRIENDS = [friend("Anna", "here"), friend("Boris", "away"), friend("Vera", "unknown")];

test("a friend who is here, or may be, can be the partner", () => {
  expect(partnerNames(FRIENDS, "")).toEqual(["Anna", "Vera"]);
});

test("the chosen partner can be seen, and so changed, also when they have gone", () => {
  expect(partnerNames(FRIENDS, "Boris")).toEqual(["Boris", "Anna", "Vera"]);
  expect(partnerNames([], "Boris")).toEqual(["Boris"]);
});
