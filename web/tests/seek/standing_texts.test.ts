import { describe, expect, it } from "vitest";
import { clockTime, daysText, minuteOf } from "../../src/seek/standing_texts";

describe("the times of a standing search", () => {
  it("show consecutive days as a range", () => {
    expect(daysText([0, 1, 2, 3, 4, 6], "en")).toBe("Mon–Fri, Sun");
    expect(daysText([6, 5, 0], "ru")).toBe("пн, сб, вс");
  });

  it("are converted between minutes of the day and clock times", () => {
    for (const time of ["00:00", "19:05", "23:59"]) expect(clockTime(minuteOf(time))).toBe(time);
  });
});
