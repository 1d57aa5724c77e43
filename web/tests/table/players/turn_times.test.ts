import { expect, test } from "vitest";
import { reserveLeft } from "../../../src/table/players/turn_times";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;

test("the reserve of a seat that does not have to act is unchanged", () => {
  expect(reserveLeft({ left: [72 * HOUR, 5 * HOUR], due: [null, NOW] }, 0, NOW)).toBe(72 * HOUR);
});

test("the reserve of a seat that has to act is at most the time until its decision is due, at least 0", () => {
  const left = [72 * HOUR];
  expect(reserveLeft({ left, due: [NOW + 90 * HOUR] }, 0, NOW)).toBe(72 * HOUR);
  expect(reserveLeft({ left, due: [NOW + 10 * HOUR] }, 0, NOW)).toBe(10 * HOUR);
  expect(reserveLeft({ left, due: [NOW - HOUR] }, 0, NOW)).toBe(0);
});
