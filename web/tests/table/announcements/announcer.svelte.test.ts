import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Announcer } from "../../../src/table/announcements/announcer.svelte";

let announcer: Announcer;
const said = (): string[] => announcer.lines.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  announcer = new Announcer();
});

afterEach(() => {
  announcer.stop();
  vi.useRealTimers();
});

describe("the announcer region", () => {
  it("says the first sentence at once, and gathers the next while it is read", () => {
    announcer.say(["Vera leads king of clubs."]);
    announcer.say(["Tigran plays ten of clubs."]);
    announcer.say(["Anna plays seven of clubs."], "Your card.");
    expect(said()).toEqual(["Vera leads king of clubs."]);
    vi.advanceTimersByTime(2000);
    expect(said()[1]).toBe("Tigran plays ten of clubs. Anna plays seven of clubs. Your card.");
    vi.advanceTimersByTime(60_000);
    expect(said()).toHaveLength(2);
  });

  it("says the newest question last, and no older one", () => {
    announcer.say(["a"]);
    announcer.say(["b"], "Your call.");
    announcer.say(["c"], "Your card.");
    vi.advanceTimersByTime(1000);
    expect(said().at(-1)).toBe("b c Your card.");
  });

  it("keeps the question that waits while more is told", () => {
    announcer.say(["a"]);
    announcer.say(["b"], "Your call.");
    announcer.say(["c"]);
    vi.runAllTimers();
    expect(said()).toEqual(["a", "b c Your call."]);
  });

  it("keeps up: of too much that waits the oldest is left out before a question", () => {
    announcer.say(["a"]);
    for (let i = 0; i < 20; i++) announcer.say([`event ${i}`], i < 19 ? "" : "Your call.");
    vi.advanceTimersByTime(1000);
    expect(said().at(-1)).toBe("event 14 event 15 event 16 event 17 event 18 event 19 Your call.");
  });

  it("tells all of what others do meanwhile", () => {
    announcer.say(["a"]);
    for (let i = 0; i < 20; i++) announcer.say([`event ${i}`]);
    vi.advanceTimersByTime(1000);
    expect(said().at(-1)).toMatch(/^event 0 .* event 19$/);
  });

  it("leaves out no part of what is told together", () => {
    announcer.say(["a"]);
    const facts = Array.from({ length: 9 }, (_, i) => `fact ${i}`);
    announcer.say(facts, "Your call.");
    vi.advanceTimersByTime(1000);
    expect(said().at(-1)).toBe([...facts, "Your call."].join(" "));
  });

  it("reads at once, and all of it, what somebody has asked for", () => {
    announcer.say(["a"]);
    announcer.say(["b"], "Your call.");
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
