import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { words } from "../../src/language/language.svelte";
import { MatchLimits } from "../../src/table/match_limits.svelte";
import type { SeatsMessage } from "../../src/client/protocol";
import { spoken } from "../game";
import { seats } from "../messages";

const gameWords = await spoken("en");

/** Return the labels some milliseconds after a message about the seats with these changes. */
function labelsAfter(ms: number, changes: Partial<SeatsMessage>): string[] {
  let labels: string[] = [];
  const stop = $effect.root(() => {
    const limits = new MatchLimits(() => ({ seats: seats(changes), words: gameWords }));
    flushSync();
    vi.advanceTimersByTime(ms);
    labels = limits.labels;
  });
  stop();
  return labels;
}

describe("the labels of a match", () => {
  beforeAll(() => words.switchTo("en"));
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("state that a match is rated, and its remaining time, which counts down only while it runs", () => {
    expect(labelsAfter(0, {})).toEqual([]);
    expect(labelsAfter(0, { rated: true })).toEqual(["rated"]);
    const minutes = (count: number): string => gameWords.text("table-time-left", { minutes: count });
    const timeLimit = { left_ms: 600_000, time_runs: true };
    expect(labelsAfter(0, timeLimit)).toEqual([minutes(10)]);
    expect(labelsAfter(65_000, timeLimit)).toEqual([minutes(9)]);
    expect(labelsAfter(65_000, { ...timeLimit, time_runs: false })).toEqual([minutes(10)]);
    expect(labelsAfter(0, { left_ms: 0, ending: "last" })).toEqual(["last deal"]);
    expect(labelsAfter(0, { left_ms: 0, stage: "over" })).toEqual([]);
  });
});
