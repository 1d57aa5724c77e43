import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Reply, TimeLimit } from "../../src/client/api_types";
import { TimeLeft } from "../../src/scorer/time_left.svelte";
import { spoken } from "../game";

const ENDS_AT = 1_764_000_000;
const words = await spoken("en");

beforeEach(() => void vi.useFakeTimers({ now: (ENDS_AT - 3600) * 1000 }));
afterEach(() => void vi.useRealTimers());

/** Return the label of a match some seconds after the page was opened, an hour before the end of its time limit. */
function labelAfter(seconds: number, then: TimeLimit["then"] | null): string {
  const time_limit = then && { ends_at: ENDS_AT, then };
  let label = "";
  const stop = $effect.root(() => {
    const timeLeft = new TimeLeft(() => ({ pageState: { time_limit } as Reply, words }));
    flushSync();
    vi.advanceTimersByTime(seconds * 1000);
    label = timeLeft.label;
  });
  stop();
  return label;
}

it("the time left counts down, and then the label says what is still played", () => {
  expect(labelAfter(0, "round")).toBe(words.text("table-time-left", { minutes: 60 }));
  vi.setSystemTime((ENDS_AT - 3600) * 1000);
  expect(labelAfter(65, "round")).toBe(words.text("table-time-left", { minutes: 59 }));
  for (const then of ["round", "last"] as const) expect(labelAfter(3600, then)).toBe(words.text(`table-time-${then}`));
  expect(labelAfter(0, "over")).toBe(words.text("scorer-time-over"));
});

it("a match without a time limit has no label", () => {
  expect(labelAfter(3600, null)).toBe("");
});
