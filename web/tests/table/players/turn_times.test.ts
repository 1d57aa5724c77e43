import { expect, test } from "vitest";
import { reserveLeft } from "../../../src/table/players/turn_times";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;

test("the reserve of a seat that need not act stays as it is", () => {
  expect(reserveLeft({ left: [72 * HOUR, 5 * HOUR], due: [null, NOW] }, 0, NOW)).toBe(72 * HOUR);
});

test("the reserve shrinks only in the last hours before a decision is due", () => {
  const left = [72 * HOUR];
  expect(reserveLeft({ left, due: [NOW + 90 * HOUR] }, 0, NOW)).toBe(72 * HOUR);
  expect(reserveLeft({ left, due: [NOW + 10 * HOUR] }, 0, NOW)).toBe(10 * HOUR);
  expect(reserveLeft({ left, due: [NOW - HOUR] }, 0, NOW)).toBe(0);
});
