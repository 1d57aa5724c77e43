import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LobbyRow, WatchRow } from "../../src/client/api_types";
import { HIDDEN_MS, LobbyConnection } from "../../src/client/lobby_connection";
import { HELD_MS, OpenTables, REDRAW_MS } from "../../src/lobby/open_tables.svelte";
import { waitingPeople } from "../../src/seek/waiting_people.svelte";
import { sockets, type FakeSocket } from "../sockets";

let line: FakeSocket[];
let connection: LobbyConnection;
let tables: OpenTables;

const row = (id: string, seats: LobbyRow["seats"], age = 0): LobbyRow => ({
  id,
  game: "preferans",
  options: "sochi",
  more: 0,
  host: "Anna",
  key: `key of ${id}`,
  rating: null,
  seats,
  keys: seats.map(() => ""),
  computers: [],
  rated: false,
  clock: null,
  turns: 0,
  deals: 0,
  minutes: 0,
  often_absent: [],
  wants: {},
  age,
});
const match = (id: string, keys: string[]): WatchRow => ({
  id,
  game: "preferans",
  options: "sochi",
  more: 0,
  deal: 2,
  seats: [],
  keys,
  computers: [],
  rated: false,
  deals: 0,
});
const ANNA: [string, null] = ["Anna", null];
const shown = (): string[] | undefined => tables.shown?.map(({ id }) => id);

function hide(hidden: boolean): void {
  Object.assign(document, { hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  Object.assign(document, {
    hidden: false,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
  });
  line = [];
  connection = new LobbyConnection(sockets(line));
  tables = new OpenTables(connection);
  line[0]!.open();
});
afterEach(() => {
  tables.close();
  vi.useRealTimers();
});

describe("the open tables", () => {
  it("are sorted by free seats, then by age", () => {
    expect(line[0]!.sent).toEqual([{ type: "look" }]);
    expect(tables.shown).toBeUndefined();
    const rows = [row("new", [ANNA, null]), row("old", [ANNA, null], 60), row("empty", [null, null], 90)];
    line[0]!.hear({ type: "lobby", rows, more: 0, watch: [], online: 3 });
    expect(shown()).toEqual(["old", "new", "empty"]);
    expect(tables.online).toBe(3);
  });

  it("come with the number of people who look for players, while the connection lasts", () => {
    const activity = { waiting: { short: 2 }, last_tables: { short: 60 } };
    line[0]!.hear({ type: "lobby", rows: [], more: 0, watch: [], online: 3, ...activity });
    expect(waitingPeople.activity).toMatchObject(activity);
    line[0]!.hear({ type: "rows", set: [], gone: [], online: 3, waiting: {} });
    expect(waitingPeople.activity?.waiting).toEqual({});
    expect(tables.waiting).toEqual({ short: 2 }); // the drawn list changes later
    vi.advanceTimersByTime(REDRAW_MS);
    expect(tables.waiting).toEqual({});
    line[0]!.shut(1006);
    expect(waitingPeople.activity).toBeUndefined();
  });

  it("change at once after a pause, and then every five seconds", () => {
    line[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    vi.advanceTimersByTime(REDRAW_MS);
    line[0]!.hear({ type: "rows", set: [row("b", [null])], gone: ["a"], online: 2 });
    vi.advanceTimersByTime(0);
    expect(shown()).toEqual(["b"]);
    line[0]!.hear({ type: "rows", set: [row("c", [null])], gone: ["b"], online: 2 });
    vi.advanceTimersByTime(REDRAW_MS - 1);
    expect(shown()).toEqual(["b"]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual(["c"]);
  });

  it("do not change under a finger", () => {
    line[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    let isHeld = true;
    tables.isHeld = () => isHeld;
    line[0]!.hear({ type: "rows", set: [row("b", [null])], gone: ["a"], online: 2 });
    vi.advanceTimersByTime(2 * REDRAW_MS);
    expect(shown()).toEqual(["a"]);
    isHeld = false;
    vi.advanceTimersByTime(HELD_MS);
    expect(shown()).toEqual(["b"]);
  });

  it("draw anew when a press comes too late", () => {
    line[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    expect(tables.isStillOpen("a")).toBe(true);
    line[0]!.hear({ type: "rows", set: [], gone: ["a"], online: 2 });
    expect(tables.isStillOpen("a")).toBe(false);
    expect(shown()).toEqual([]);
  });

  it("leave out those of blocked people", () => {
    line[0]!.hear({ type: "blocked", keys: ["key of a", "sitter"] });
    const rows = [row("a", [null]), row("b", [null]), { ...row("c", [ANNA, null]), keys: ["sitter", ""] }];
    const watch = [match("d", ["sitter"]), match("e", ["other"])];
    line[0]!.hear({ type: "lobby", rows, more: 0, watch, online: 1 });
    expect(shown()).toEqual(["b"]);
    expect(tables.watch.map(({ id }) => id)).toEqual(["e"]);
    line[0]!.hear({ type: "blocked", keys: [] });
    expect(shown()).toEqual(["a", "b", "c"]);
  });

  it("come back after the connection was lost", () => {
    line[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    line[0]!.shut(1006);
    expect(tables.isLost).toBe(true);
    vi.advanceTimersByTime(1000);
    line[1]!.open();
    line[1]!.hear({ type: "lobby", rows: [], more: 0, watch: [], online: 1 });
    expect([tables.isLost, shown()]).toEqual([false, []]);
  });
});

describe("the connection to the lobby", () => {
  it("is closed while the page is hidden, and comes back with it", () => {
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS - 1);
    expect(line[0]!.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(line[0]!.closed).toBe(true);
    hide(false);
    expect(line).toHaveLength(2);
  });

  it("is shared by all parts of a page, and closed with the last of them", () => {
    const heard: unknown[] = [];
    const other = { receive: (message: unknown) => void heard.push(message), lose: () => void heard.push("lost") };
    const unsubscribe = connection.subscribe(other, { type: "friends" });
    expect(line[0]!.sent).toEqual([{ type: "look" }, { type: "friends" }]);
    line[0]!.hear({ type: "blocked", keys: [] });
    expect(heard).toEqual([{ type: "blocked", keys: [] }]);
    line[0]!.shut(1006);
    expect(heard.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1000);
    line[1]!.open();
    expect(line[1]!.sent).toEqual([{ type: "look" }, { type: "friends" }]);
    tables.close();
    expect(line[1]!.closed).toBe(false);
    unsubscribe();
    expect(line[1]!.closed).toBe(true);
  });

  it("waits longer and longer while the server only says why it closes", () => {
    for (let time = 0; time < 60_000; time += 100) {
      vi.advanceTimersByTime(100);
      const socket = line.at(-1)!;
      if (socket.closed) continue;
      socket.hear({ type: "goodbye", reason: { key: "server-full", numbers: {} } });
      socket.shut(1013);
    }
    expect(line.length).toBeLessThan(10);
  });

  it("is closed once it is open if the page was left before", () => {
    line[0]!.shut(1006);
    vi.advanceTimersByTime(1000);
    tables.close();
    expect(line[1]!.closed).toBe(false);
    line[1]!.open();
    expect([line[1]!.closed, line[1]!.sent]).toEqual([true, []]);
  });

  it("is opened again after the server could not read its database", () => {
    line[0]!.hear({ type: "refused", reason: { key: "not-read", numbers: {} } });
    expect([line[0]!.closed, tables.isLost]).toEqual([true, true]);
    vi.advanceTimersByTime(1000);
    line[1]!.open();
    expect(line[1]!.sent).toEqual([{ type: "look" }]);
  });

  it("stays if the page is hidden for a moment only", () => {
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS / 2);
    hide(false);
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(line).toHaveLength(1);
    expect(line[0]!.closed).toBe(false);
  });

  it("is not opened again where the server has no lobby", () => {
    line[0]!.shut(4004);
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(line).toHaveLength(1);
  });

  it("shows the turn-based tables at once when they are chosen, and after a reconnection", () => {
    line[0]!.hear({ type: "lobby", rows: [row("live", [ANNA, null])], more: 0, watch: [], online: 1 });
    tables.look(true);
    expect([tables.turns, line[0]!.sent.at(-1)]).toEqual([true, { type: "look", turns: true }]);
    expect(shown()).toEqual(["live"]);
    // This list was under way already.
    line[0]!.hear({ type: "lobby", rows: [row("late", [ANNA, null])], more: 0, watch: [], online: 1 });
    expect(shown()).toEqual(["live"]);
    const slow = { ...row("slow", [ANNA, null]), turns: 24 };
    line[0]!.hear({ type: "lobby", rows: [slow], more: 0, watch: [], online: 1 });
    expect(shown()).toEqual(["slow"]);
    line[0]!.shut(1006);
    vi.advanceTimersByTime(2000);
    line[1]!.open();
    expect(line[1]!.sent).toEqual([{ type: "look", turns: true }]);
    tables.look(false);
    tables.close();
    expect(line[1]!.closed).toBe(true);
  });
});
