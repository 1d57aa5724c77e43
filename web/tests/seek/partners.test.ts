import { expect, test } from "vitest";
import { partnerNames } from "../../src/seek/partners";
import { friend } from "../friends/friend";

const FRIENDS = [friend("Anna", "here"), friend("Boris", "away"), friend("Vera", "unknown")];

test("a friend who is here, or may be, can be the partner", () => {
  expect(partnerNames(FRIENDS, "")).toEqual(["Anna", "Vera"]);
});

test("the chosen partner can be seen, and so changed, also when they have gone", () => {
  expect(partnerNames(FRIENDS, "Boris")).toEqual(["Boris", "Anna", "Vera"]);
  expect(partnerNames([], "Boris")).toEqual(["Boris"]);
});
