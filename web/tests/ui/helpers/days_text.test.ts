import { expect, test } from "vitest";
import { daysText, isUrgent, shortDaysText } from "../../../src/ui/helpers/days_text";

const words = { text: (key: string, values: object = {}) => `${key} ${Object.values(values).join(" ")}` };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("daysText shows a time of hours or days in its two largest units", () => {
  expect(daysText(words, 51 * HOUR)).toBe("time-days 2 3");
  expect(daysText(words, 24 * HOUR)).toBe("time-days 1 0");
  expect(daysText(words, 5 * HOUR + 20 * MINUTE + 1)).toBe("time-hours 5 20");
  expect(daysText(words, -HOUR)).toBe("time-hours 0 0");
});

test("shortDaysText shows only the largest unit of a time", () => {
  const texts = [51 * HOUR, 23 * HOUR, 59 * MINUTE, -1].map((millis) => shortDaysText(words, millis));
  expect(texts).toEqual(["time-day 2", "time-hour 23", "time-minute 59", "time-minute 0"]);
});

test("a time is urgent below six hours", () => {
  expect([isUrgent(6 * HOUR), isUrgent(6 * HOUR - 1)]).toEqual([false, true]);
});
