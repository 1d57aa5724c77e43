import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../../src/settings/settings.svelte";
import { Announcer } from "../../../src/table/announcements/announcer.svelte";

let announcer: Announcer;
const said = (): string[] => announcer.lines.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  settings.reading = 1;
  announcer = new Announcer();
});

afterEach(() => {
  announcer.stop();
  vi.useRealTimers();
});

describe("the announcer region", () => {
  it("says the first event at once, and gathers the next while it is read", () => {
    announcer.say(["Vera leads king of clubs."]);
    announcer.say(["Tigran plays ten of clubs."]);
    announcer.say(["Anna plays seven of clubs.", "Vera takes the trick."]);
    expect(said()).toEqual(["Vera leads king of clubs."]);
    vi.advanceTimersByTime(2000);
    expect(said().slice(1)).toEqual(["Tigran plays ten of clubs.", "Anna plays seven of clubs. Vera takes the trick."]);
    vi.advanceTimersByTime(60_000);
    expect(said()).toHaveLength(3);
  });

  it("says a question at once, before what waits, and no older one again", () => {
    announcer.say(["a"]);
    announcer.say(["b"]);
    announcer.say(["c"], "Your call.");
    expect(said()).toEqual(["Your call.", "b", "c"]);
    announcer.say(["d"], "Your card.");
    expect(said().slice(-2)).toEqual(["Your card.", "d"]);
  });

  it("drops no event, however many wait", () => {
    announcer.say(["a"]);
    const events = Array.from({ length: 40 }, (_, i) => `event ${i}`);
    for (const event of events) announcer.say([event]);
    announcer.say([], "Your call.");
    expect(said()).toEqual(["Your call.", ...events]);
  });

  it("says a trick that waits as one line", () => {
    const whole = { cards: 3, text: "Vera king of clubs, Tigran ten, Anna seven. Vera takes the trick." };
    announcer.say(["a"]);
    announcer.say(["Vera leads king of clubs."], "", { number: 4, whole: null });
    announcer.say(["Boris is away."]);
    announcer.say(["Tigran plays ten."], "", { number: 4, whole: null });
    announcer.say(["Anna plays seven.", "Vera takes the trick."], "", { number: 4, whole });
    vi.advanceTimersByTime(1000);
    expect(said()).toEqual(["a", "Boris is away.", whole.text].slice(-3));
  });

  it("says the last cards of a trick whose first was said already", () => {
    announcer.say(["Vera leads king of clubs."], "", { number: 4, whole: null });
    announcer.say(["Tigran plays ten."], "", { number: 4, whole: null });
    announcer.say(["Anna plays seven."], "", { number: 4, whole: { cards: 3, text: "whole" } });
    vi.advanceTimersByTime(2000);
    expect(said().slice(1)).toEqual(["Tigran plays ten.", "Anna plays seven."]);
  });

  it.each([
    [0.5, 999, 1],
    [1, 499, 1],
    [2, 249, 1],
    [0, 0, 0],
  ] as const)("waits as the pace is set: %s", (pace, held, short) => {
    settings.reading = pace;
    announcer.say(["a"]);
    announcer.say(["b"]);
    vi.advanceTimersByTime(held);
    expect(said()).toHaveLength(short ? 1 : 2);
    vi.advanceTimersByTime(short);
    expect(said()).toEqual(["a", "b"]);
  });

  it("reads at once, and all of it, what somebody has asked for", () => {
    announcer.say(["a"]);
    announcer.say(["b"]);
    const table = Array.from({ length: 9 }, (_, i) => `fact ${i}`);
    announcer.read(table);
    expect(said()).toEqual(["a", table.join(" ")]);
    vi.advanceTimersByTime(60_000);
    expect(said()).toHaveLength(2);
  });

  it("says nothing where there is nothing", () => {
    announcer.say([]);
    announcer.say([""]);
    expect(said()).toEqual([]);
  });
});
