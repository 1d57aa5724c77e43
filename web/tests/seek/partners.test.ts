import { expect, test } from "vitest";
import { partnerNames } from "../../src/seek/partners";
import { friend } from "../friends/friend";

const FRIENDS = [friend("Anna", "here"), friend("Boris", "away"), friend("Vera", "unknown")];

test("partnerNames offers friends who are here or whose state is unknown", () => {
  expect(partnerNames(FRIENDS, "")).toEqual(["Anna", "Vera"]);
});

test("partnerNames lists the chosen partner first, even if they have left", () => {
  expect(partnerNames(FRIENDS, "Boris")).toEqual(["Boris", "Anna", "Vera"]);
  expect(partnerNames([], "Boris")).toEqual(["Boris"]);
});
