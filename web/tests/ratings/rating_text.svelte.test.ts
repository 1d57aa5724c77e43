// Places and days of ratings as text, and the paths of the pages of people.
import { expect, test } from "vitest";
import { parsePath } from "../../src/address/router.svelte";
import { profilePath } from "../../src/address/root";
import { dayText, monthText, placeText } from "../../src/ratings/rating_text";

test("a place is a range if it is uncertain", () => {
  expect(placeText([2, 5])).toBe("2–5");
  expect(placeText([3, 3])).toBe("3");
});

test("a date does not depend on the time zone, and has a year only if it is not the current one", () => {
  expect(dayText("2026-11-29", "en", new Date(2026, 0, 1))).toBe("Nov 29");
  expect(dayText("2025-11-01", "en", new Date(2026, 0, 1))).toBe("Nov 1, 2025");
  expect(monthText("2026-05-01", "en")).toBe("May 2026");
});

test("the path of a person's page leads to that page, even with a slash in the name", () => {
  expect(parsePath(profilePath("A/B %").replace(/^.*?\/u\//, "/u/"))).toEqual({ page: "profile", id: "A/B %" });
  expect(parsePath("/ratings")).toEqual({ page: "ratings" });
  expect(parsePath("/u")).toEqual({ page: "lobby" });
});
