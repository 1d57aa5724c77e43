import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live } from "../../src/table/announcer.svelte";

let live: Live;
const said = (): string[] => live.lines.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  live = new Live();
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

describe("the live region", () => {
  it("says the first sentence at once, and gathers the next while it is read", () => {
    live.say(["Vera leads king of clubs."]);
    live.say(["Tigran plays ten of clubs."]);
    live.say(["Anna plays seven of clubs."], "Your card.");
    expect(said()).toEqual(["Vera leads king of clubs."]);
    vi.advanceTimersByTime(2000);
    expect(said()[1]).toBe("Tigran plays ten of clubs. Anna plays seven of clubs. Your card.");
    vi.advanceTimersByTime(60_000);
    expect(said()).toHaveLength(2);
  });

  it("says the newest question last, and no older one", () => {
    live.say(["a"]);
    live.say(["b"], "Your call.");
    live.say(["c"], "Your card.");
    vi.advanceTimersByTime(1000);
    expect(said().at(-1)).toBe("b c Your card.");
  });

  it("keeps up: of too much that waits the oldest is left out", () => {
    live.say(["a"]);
    for (let i = 0; i < 20; i++) live.say([`event ${i}`]);
    vi.advanceTimersByTime(1000);
    expect(said().at(-1)).toBe("event 14 event 15 event 16 event 17 event 18 event 19");
  });

  it("reads at once, and all of it, what somebody has asked for", () => {
    live.say(["a"]);
    live.say(["b"], "Your call.");
    const table = Array.from({ length: 9 }, (_, i) => `fact ${i}`);
    live.read(table);
    expect(said()).toEqual(["a", table.join(" ")]);
    vi.advanceTimersByTime(60_000);
    expect(said()).toHaveLength(2);
  });

  it("says nothing where there is nothing", () => {
    live.say([]);
    live.say([""]);
    expect(said()).toEqual([]);
  });
});
