import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Friend, LobbyRow, WatchRow } from "../../src/client/api_types";
import { HIDDEN_MS, LobbyConnection } from "../../src/client/lobby_connection";
import { HELD_CHECK_MS, OpenTables, REDRAW_MS } from "../../src/lobby/open_tables.svelte";
import { waitingPeople } from "../../src/seek/waiting_people.svelte";
import { friend } from "../friends/friend";
import { sockets, type FakeSocket } from "../sockets";

let fakeSockets: FakeSocket[];
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
const atTable = (name: string, table: string): Friend => ({ ...friend(name, "table"), table });
const shown = (): string[] | undefined => tables.shownTables?.map(({ id }) => id);

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
  fakeSockets = [];
  connection = new LobbyConnection(sockets(fakeSockets));
  tables = new OpenTables(connection);
  fakeSockets[0]!.open();
});
afterEach(() => {
  tables.close();
  vi.useRealTimers();
});

describe("the open tables", () => {
  it("are sorted by free seats, then by age", () => {
    expect(fakeSockets[0]!.sent).toEqual([{ type: "look" }]);
    expect(tables.shownTables).toBeUndefined();
    const rows = [row("new", [ANNA, null]), row("old", [ANNA, null], 60), row("empty", [null, null], 90)];
    fakeSockets[0]!.hear({ type: "lobby", rows, more: 0, watch: [], online: 3 });
    expect(shown()).toEqual(["old", "new", "empty"]);
    expect(tables.online).toBe(3);
  });

  it("begin with those of friends, and so do the matches to watch", () => {
    const rows = [row("a", [ANNA, null]), row("b", [null, null], 60), row("c", [null, null])];
    const watch = [match("d", []), match("e", [])];
    tables.showFriends([atTable("Clara", "c")]);
    expect(tables.shownTables).toBeUndefined();
    fakeSockets[0]!.hear({ type: "lobby", rows, more: 0, watch, online: 3 });
    expect(shown()).toEqual(["c", "a", "b"]);
    tables.showFriends([atTable("Clara", ""), atTable("Boris", "b"), atTable("Dora", "e")]);
    expect(shown()).toEqual(["c", "a", "b"]); // the drawn list changes later
    vi.advanceTimersByTime(REDRAW_MS);
    expect(shown()).toEqual(["b", "a", "c"]);
    expect(tables.watch.map(({ id }) => id)).toEqual(["e", "d"]);
  });

  it("are not redrawn when friends change who sit where they sat", () => {
    const rows = [row("a", [ANNA, null])];
    tables.showFriends([atTable("Anna", "a")]);
    fakeSockets[0]!.hear({ type: "lobby", rows, more: 0, watch: [], online: 3 });
    tables.showFriends([atTable("Anna", "a"), atTable("Boris", "")]);
    expect(vi.getTimerCount()).toBe(0);
    tables.showFriends([atTable("Boris", "")]);
    expect(vi.getTimerCount()).toBe(1);
  });

  it("include the number of people searching for players, until the connection is lost", () => {
    const activity = { waiting: { short: 2 }, last_tables: { short: 60 } };
    fakeSockets[0]!.hear({ type: "lobby", rows: [], more: 0, watch: [], online: 3, ...activity });
    expect(waitingPeople.activity).toMatchObject(activity);
    fakeSockets[0]!.hear({ type: "rows", set: [], gone: [], online: 3, waiting: {} });
    expect(waitingPeople.activity?.waiting).toEqual({});
    expect(tables.waiting).toEqual({ short: 2 }); // the drawn list changes later
    vi.advanceTimersByTime(REDRAW_MS);
    expect(tables.waiting).toEqual({});
    fakeSockets[0]!.shut(1006);
    expect(waitingPeople.activity).toBeUndefined();
  });

  it("are redrawn at once after a pause, and then at most every five seconds", () => {
    fakeSockets[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    vi.advanceTimersByTime(REDRAW_MS);
    fakeSockets[0]!.hear({ type: "rows", set: [row("b", [null])], gone: ["a"], online: 2 });
    vi.advanceTimersByTime(0);
    expect(shown()).toEqual(["b"]);
    fakeSockets[0]!.hear({ type: "rows", set: [row("c", [null])], gone: ["b"], online: 2 });
    vi.advanceTimersByTime(REDRAW_MS - 1);
    expect(shown()).toEqual(["b"]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual(["c"]);
  });

  it("do not change while a finger or the focus is on the list", () => {
    fakeSockets[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    let isHeld = true;
    tables.isHeld = () => isHeld;
    fakeSockets[0]!.hear({ type: "rows", set: [row("b", [null])], gone: ["a"], online: 2 });
    vi.advanceTimersByTime(2 * REDRAW_MS);
    expect(shown()).toEqual(["a"]);
    isHeld = false;
    vi.advanceTimersByTime(HELD_CHECK_MS);
    expect(shown()).toEqual(["b"]);
  });

  it("are redrawn at once if a pressed table is already gone", () => {
    fakeSockets[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    expect(tables.isStillOpen("a")).toBe(true);
    fakeSockets[0]!.hear({ type: "rows", set: [], gone: ["a"], online: 2 });
    expect(tables.isStillOpen("a")).toBe(false);
    expect(shown()).toEqual([]);
  });

  it("leave out tables that a blocked person hosts or plays at", () => {
    fakeSockets[0]!.hear({ type: "blocked", keys: ["key of a", "sitter"] });
    const rows = [row("a", [null]), row("b", [null]), { ...row("c", [ANNA, null]), keys: ["sitter", ""] }];
    const watch = [match("d", ["sitter"]), match("e", ["other"])];
    fakeSockets[0]!.hear({ type: "lobby", rows, more: 0, watch, online: 1 });
    expect(shown()).toEqual(["b"]);
    expect(tables.watch.map(({ id }) => id)).toEqual(["e"]);
    fakeSockets[0]!.hear({ type: "blocked", keys: [] });
    expect(shown()).toEqual(["a", "b", "c"]);
  });

  it("are replaced by the new list after a reconnection", () => {
    fakeSockets[0]!.hear({ type: "lobby", rows: [row("a", [null])], more: 0, watch: [], online: 1 });
    fakeSockets[0]!.shut(1006);
    expect(tables.isLost).toBe(true);
    vi.advanceTimersByTime(1000);
    fakeSockets[1]!.open();
    fakeSockets[1]!.hear({ type: "lobby", rows: [], more: 0, watch: [], online: 1 });
    expect([tables.isLost, shown()]).toEqual([false, []]);
  });
});

describe("the lobby connection", () => {
  it("is closed when the page has been hidden for a while, and reopened when it is shown", () => {
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS - 1);
    expect(fakeSockets[0]!.closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(fakeSockets[0]!.closed).toBe(true);
    hide(false);
    expect(fakeSockets).toHaveLength(2);
  });

  it("is shared by all subscribers of a page, and closed when the last one leaves", () => {
    const received: unknown[] = [];
    const receive = (message: unknown): unknown => received.push(message);
    const subscriber = { receive, markOutdated: () => void received.push("lost") };
    const unsubscribe = connection.subscribe(subscriber, { type: "friends" });
    expect(fakeSockets[0]!.sent).toEqual([{ type: "look" }, { type: "friends" }]);
    fakeSockets[0]!.hear({ type: "blocked", keys: [] });
    expect(received).toEqual([{ type: "blocked", keys: [] }]);
    fakeSockets[0]!.shut(1006);
    expect(received.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1000);
    fakeSockets[1]!.open();
    expect(fakeSockets[1]!.sent).toEqual([{ type: "look" }, { type: "friends" }]);
    tables.close();
    expect(fakeSockets[1]!.closed).toBe(false);
    unsubscribe();
    expect(fakeSockets[1]!.closed).toBe(true);
  });

  it("is reopened with growing delays if the server closes it each time with a reason", () => {
    for (let time = 0; time < 60_000; time += 100) {
      vi.advanceTimersByTime(100);
      const socket = fakeSockets.at(-1)!;
      if (socket.closed) continue;
      socket.hear({ type: "goodbye", reason: { key: "server-full", numbers: {} } });
      socket.shut(1013);
    }
    expect(fakeSockets.length).toBeLessThan(10);
  });

  it("is closed as soon as it opens if the last subscriber left before", () => {
    fakeSockets[0]!.shut(1006);
    vi.advanceTimersByTime(1000);
    tables.close();
    expect(fakeSockets[1]!.closed).toBe(false);
    fakeSockets[1]!.open();
    expect([fakeSockets[1]!.closed, fakeSockets[1]!.sent]).toEqual([true, []]);
  });

  it("is reopened after the server reports that it cannot read its database", () => {
    fakeSockets[0]!.hear({ type: "refused", reason: { key: "not-read", numbers: {} } });
    expect([fakeSockets[0]!.closed, tables.isLost]).toEqual([true, true]);
    vi.advanceTimersByTime(1000);
    fakeSockets[1]!.open();
    expect(fakeSockets[1]!.sent).toEqual([{ type: "look" }]);
  });

  it("stays open if the page is hidden only briefly", () => {
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS / 2);
    hide(false);
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(fakeSockets).toHaveLength(1);
    expect(fakeSockets[0]!.closed).toBe(false);
  });

  it("is not reopened if the server has no lobby", () => {
    fakeSockets[0]!.shut(4004);
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(fakeSockets).toHaveLength(1);
  });

  it("requests turn-based tables when selected and after a reconnection, and ignores a late list", () => {
    fakeSockets[0]!.hear({ type: "lobby", rows: [row("live", [ANNA, null])], more: 0, watch: [], online: 1 });
    tables.showTurnBased(true);
    expect([tables.turns, fakeSockets[0]!.sent.at(-1)]).toEqual([true, { type: "look", turns: true }]);
    expect(shown()).toEqual(["live"]);
    // The server sent this list before it received the request.
    fakeSockets[0]!.hear({ type: "lobby", rows: [row("late", [ANNA, null])], more: 0, watch: [], online: 1 });
    expect(shown()).toEqual(["live"]);
    const slow = { ...row("slow", [ANNA, null]), turns: 24 };
    fakeSockets[0]!.hear({ type: "lobby", rows: [slow], more: 0, watch: [], online: 1 });
    expect(shown()).toEqual(["slow"]);
    fakeSockets[0]!.shut(1006);
    vi.advanceTimersByTime(2000);
    fakeSockets[1]!.open();
    expect(fakeSockets[1]!.sent).toEqual([{ type: "look", turns: true }]);
    tables.showTurnBased(false);
    tables.close();
    expect(fakeSockets[1]!.closed).toBe(true);
  });
});
