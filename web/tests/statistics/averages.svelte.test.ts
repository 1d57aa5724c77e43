// Averages in the statistics: their format, and the number of missing deals if there are too few.
import { beforeAll, expect, test } from "vitest";
import { words } from "../../src/language/language.svelte";
import { reach, averageText } from "../../src/statistics/averages";
import { parsePath } from "../../src/address/router.svelte";

beforeAll(async () => {
  await words.switchTo("en");
  await words.topic("statistics");
});

const few = { deals: 49, missing: 1, mean: null, margin: null };
const many = { deals: 412, missing: 0, mean: -2.14, margin: 1.75 };

test("averageText shows an average with its margin", () => {
  expect(averageText(words, many)).toBe("−2.1 ± 1.8");
  expect(averageText(words, { ...many, mean: 2.06 })).toBe("+2.1 ± 1.8");
  expect(averageText(words, { ...many, mean: 0.54 }, true)).toBe("0.5 ± 1.8");
  expect(averageText(words, { ...many, mean: 0, margin: 0 })).toBe("0.0 ± 0.0");
});

test("averageText shows the number of missing deals if there are too few", () => {
  expect(averageText(words, few)).toBe("1 more deal");
  expect(averageText(words, { ...few, missing: 12 })).toBe("12 more deals");
});

test("the scale reaches as far as the widest interval on either side", () => {
  expect(reach([few, many, { ...many, mean: 1 }])).toBeCloseTo(3.89);
  expect(reach([few])).toBe(0);
});

test("the path /statistics leads to the statistics page", () => {
  expect(parsePath("/statistics")).toEqual({ page: "statistics" });
});
