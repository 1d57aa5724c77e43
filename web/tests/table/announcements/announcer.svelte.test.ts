import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../../src/settings/settings.svelte";
import { Announcer } from "../../../src/table/announcements/announcer.svelte";

let announcer: Announcer;
const announced = (): string[] => announcer.lines.map(({ text }) => text);

/** Announce a card played to a trick; with the third card, also the player who takes the trick. */
function announceCard(place: number, name: string, trick = "1.4"): void {
  const then = place === 2 ? ["Vera takes the trick."] : [];
  announcer.announce([`${name} is played.`, ...then], "", {
    trick,
    position: place,
    cardText: name,
    consequences: then,
  });
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

describe("the announcer", () => {
  it("announces the first event at once, and collects later ones while it is being read", () => {
    announcer.announce(["Vera leads king of clubs."]);
    announcer.announce(["Tigran plays ten of clubs."]);
    announcer.announce(["Anna plays seven of clubs.", "Vera takes the trick."]);
    expect(announced()).toEqual(["Vera leads king of clubs."]);
    vi.advanceTimersByTime(2000);
    const laterLines = ["Tigran plays ten of clubs.", "Anna plays seven of clubs.", "Vera takes the trick."];
    expect(announced().slice(1)).toEqual(laterLines);
    vi.advanceTimersByTime(60_000);
    expect(announced().slice(1)).toEqual(laterLines);
  });

  it("announces a question at once, before waiting events, and does not repeat an older one", () => {
    announcer.announce(["a"]);
    announcer.announce(["b"]);
    announcer.announce(["c"], "Your call.");
    expect(announced()).toEqual(["a", "Your call.", "b", "c"]);
    announcer.announce(["d"], "Your card.");
    expect(announced().slice(-2)).toEqual(["Your card.", "d"]);
  });

  it("announces all waiting events, even 40 of them", () => {
    announcer.announce(["a"]);
    const events = Array.from({ length: 40 }, (_, i) => `event ${i}`);
    for (const event of events) announcer.announce([event]);
    announcer.announce([], "Your call.");
    expect(announced()).toEqual(["Your call.", ...events]);
  });

  it("merges all cards of a waiting trick into one line", () => {
    announcer.announce(["a"]);
    announceCard(0, "Vera king of clubs");
    announcer.announce(["Boris is away."]);
    announceCard(1, "you ten of clubs");
    announceCard(2, "Anna seven of clubs");
    vi.advanceTimersByTime(1000);
    const line = "Vera king of clubs, you ten of clubs, Anna seven of clubs. Vera takes the trick.";
    expect(announced()).toEqual(["a", "Boris is away.", line]);
  });

  it("merges only the waiting cards of a trick; a single waiting card keeps its full sentence", () => {
    announceCard(0, "Vera king of clubs");
    announceCard(1, "you ten of clubs");
    announceCard(2, "Anna seven of clubs");
    announceCard(0, "Vera ace of spades", "1.5");
    expect(announced()).toEqual(["Vera king of clubs is played."]);
    vi.advanceTimersByTime(2000);
    expect(announced().slice(1)).toEqual([
      "You ten of clubs, Anna seven of clubs. Vera takes the trick.",
      "Vera ace of spades is played.",
    ]);
  });

  it("does not merge a card that was taken back with the card played instead", () => {
    announcer.announce(["a"]);
    announceCard(0, "Vera king of clubs");
    announceCard(1, "you ten of clubs");
    announcer.announce(["You take back ten of clubs."]);
    announceCard(1, "you queen of clubs");
    announceCard(2, "Anna seven of clubs");
    vi.advanceTimersByTime(1000);
    expect(announced().slice(-3)).toEqual([
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
  ] as const)("waits before the next line for as long as reading takes at speed %s", (speed, silentMs, extraMs) => {
    settings.reading = speed;
    announcer.announce(["a"]);
    announcer.announce(["b"]);
    vi.advanceTimersByTime(silentMs);
    expect(announced()).toHaveLength(extraMs ? 1 : 2);
    vi.advanceTimersByTime(extraMs);
    expect(announced()).toEqual(["a", "b"]);
  });

  it("reads requested text at once and in full, and drops the events that were waiting", () => {
    announcer.announce(["a"]);
    announcer.announce(["b"]);
    const facts = Array.from({ length: 9 }, (_, i) => `fact ${i}`);
    announcer.announceNow(facts);
    expect(announced()).toEqual(facts);
    vi.advanceTimersByTime(60_000);
    expect(announced()).toHaveLength(facts.length);
  });

  it("ignores events without text", () => {
    announcer.announce([]);
    announcer.announce([""]);
    expect(announced()).toEqual([]);
  });
});
