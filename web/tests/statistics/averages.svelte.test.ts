// Averages in the statistics: their format, and with few deals how many are missing.
import { beforeAll, expect, test } from "vitest";
import { words } from "../../src/language/language.svelte";
import { reach, averageText } from "../../src/statistics/averages";
import { parsePath } from "../../src/address/router.svelte";

beforeAll(async () => {
  await words.speak("en");
  await words.topic("statistics");
});

const few = { deals: 49, missing: 1, mean: null, margin: null };
const many = { deals: 412, missing: 0, mean: -2.14, margin: 1.75 };

test("an average stands with its interval", () => {
  expect(averageText(words, many)).toBe("−2.1 ± 1.8");
  expect(averageText(words, { ...many, mean: 2.06 })).toBe("+2.1 ± 1.8");
  expect(averageText(words, { ...many, mean: 0.54 }, true)).toBe("0.5 ± 1.8");
  expect(averageText(words, { ...many, mean: 0, margin: 0 })).toBe("0.0 ± 0.0");
});

test("over few deals it is said how many are missing", () => {
  expect(averageText(words, few)).toBe("1 more deal");
  expect(averageText(words, { ...few, missing: 12 })).toBe("12 more deals");
});

test("a line reaches as far as the widest interval, either way", () => {
  expect(reach([few, many, { ...many, mean: 1 }])).toBeCloseTo(3.89);
  expect(reach([few])).toBe(0);
});

test("statistics have a page of their own", () => {
  expect(parsePath("/statistics")).toEqual({ page: "statistics" });
});
