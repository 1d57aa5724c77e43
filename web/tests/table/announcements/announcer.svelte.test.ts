import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../../src/settings/settings.svelte";
import { Announcer } from "../../../src/table/announcements/announcer.svelte";

let announcer: Announcer;
const said = (): string[] => announcer.lines.map(({ text }) => text);
/** Announce a card played to a trick; the third one with the player who takes it. */
function card(place: number, name: string, trick = "1.4"): void {
  const then = place === 2 ? ["Vera takes the trick."] : [];
  announcer.say([`${name} is played.`, ...then], "", { trick, place, card: name, then });
}

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
    const next = ["Tigran plays ten of clubs.", "Anna plays seven of clubs.", "Vera takes the trick."];
    expect(said().slice(1)).toEqual(next);
    vi.advanceTimersByTime(60_000);
    expect(said().slice(1)).toEqual(next);
  });

  it("says a question at once, before what waits, and no older one again", () => {
    announcer.say(["a"]);
    announcer.say(["b"]);
    announcer.say(["c"], "Your call.");
    expect(said()).toEqual(["a", "Your call.", "b", "c"]);
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
    announcer.say(["a"]);
    card(0, "Vera king of clubs");
    announcer.say(["Boris is away."]);
    card(1, "you ten of clubs");
    card(2, "Anna seven of clubs");
    vi.advanceTimersByTime(1000);
    const line = "Vera king of clubs, you ten of clubs, Anna seven of clubs. Vera takes the trick.";
    expect(said()).toEqual(["a", "Boris is away.", line]);
  });

  it("says in one line those cards of a trick that wait, and a single one in its sentence", () => {
    card(0, "Vera king of clubs");
    card(1, "you ten of clubs");
    card(2, "Anna seven of clubs");
    card(0, "Vera ace of spades", "1.5");
    expect(said()).toEqual(["Vera king of clubs is played."]);
    vi.advanceTimersByTime(2000);
    expect(said().slice(1)).toEqual([
      "You ten of clubs, Anna seven of clubs. Vera takes the trick.",
      "Vera ace of spades is played.",
    ]);
  });

  it("says apart a card that was taken back and the one that was played instead", () => {
    announcer.say(["a"]);
    card(0, "Vera king of clubs");
    card(1, "you ten of clubs");
    announcer.say(["You take back ten of clubs."]);
    card(1, "you queen of clubs");
    card(2, "Anna seven of clubs");
    vi.advanceTimersByTime(1000);
    expect(said().slice(-3)).toEqual([
      "Vera king of clubs, you ten of clubs.",
      "You take back ten of clubs.",
      "You queen of clubs, Anna seven of clubs. Vera takes the trick.",
    ]);
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
    expect(said()).toEqual(table);
    vi.advanceTimersByTime(60_000);
    expect(said()).toHaveLength(table.length);
  });

  it("says nothing where there is nothing", () => {
    announcer.say([]);
    announcer.say([""]);
    expect(said()).toEqual([]);
  });
});
