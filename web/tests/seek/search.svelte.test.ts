import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lane } from "../../src/client/api_types";
import { visitor } from "../../src/client/current_user.svelte";
import { HIDDEN_MS, LobbyConnection } from "../../src/client/lobby_connection";
import { ALONE_MS, FORGET_MS, PlayerSearch } from "../../src/seek/search.svelte";
import { storedSearch } from "../../src/seek/stored_search";
import { sockets, type FakeSocket } from "../sockets";
import { stubSessionStorage } from "../storage";

const lane = (name: string, changes: Partial<Lane> = {}): Lane => ({
  name,
  game: "preferans",
  options: "sochi",
  deals: 12,
  clock: [180_000, 8000],
  seats: 3,
  partners: false,
  rated: false,
  ...changes,
});
const WISH = { lanes: [lane("short")], bots: false, range: 0, partner: "" };
const SEEK = { type: "seek", lanes: ["short"], bots: false, range: 0, partner: "" };
const SOUGHT = { type: "sought", waiting: { short: 2 }, waited_ms: 5000, strikes: 0 };
const FOUND = { type: "found", table: "t1", lane: "short", left_ms: 20_000, seats: [["Anna", null], null, ["", null]] };
const refused = (key: string) => ({ type: "refused", reason: { key, numbers: {} } });

let line: FakeSocket[];
let search: PlayerSearch;
let connection: LobbyConnection;

function hide(hidden: boolean): void {
  Object.assign(document, { hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(async () => {
  vi.useFakeTimers();
  stubSessionStorage();
  const page = new EventTarget();
  Object.assign(document, {
    hidden: false,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
  });
  visitor.user = { id: "anna", name: "Anna", guest: true };
  line = [];
  connection = new LobbyConnection(sockets(line));
  search = new PlayerSearch(connection);
  await search.start(WISH);
  line[0]!.open();
});
afterEach(() => {
  search.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the search for players", () => {
  it("shows how many wait and for how long", () => {
    expect(line[0]!.sent).toEqual([SEEK]);
    line[0]!.hear(SOUGHT);
    expect(search.stage).toBe("searching");
    expect(search.waiting).toEqual({ short: 2 });
    vi.advanceTimersByTime(1000);
    expect(search.waitedMs(Date.now())).toBe(6000);
  });

  it("asks again over the same connection when the wish changes", async () => {
    await search.start({ ...WISH, bots: true });
    expect(line).toHaveLength(1);
    expect(line[0]!.sent).toEqual([SEEK, { ...SEEK, bots: true }]);
  });

  it("asks after a minute without a table whether to search more widely", async () => {
    await search.start({ ...WISH, range: 200 });
    line[0]!.hear({ ...SOUGHT, waited_ms: ALONE_MS - 1 });
    expect(search.widerSearches(Date.now())).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(search.widerSearches(Date.now())).toEqual(["bots", "range"]);
    await search.widen("bots");
    expect(line[0]!.sent.at(-1)).toEqual({ ...SEEK, range: 200, bots: true });
    expect(search.widerSearches(Date.now())).toEqual(["range"]);
    await search.widen("range");
    expect(line[0]!.sent.at(-1)).toEqual({ ...SEEK, bots: true });
    expect(search.widerSearches(Date.now())).toEqual([]);
  });

  it("asks nothing more if the visitor keeps waiting, and again in the next search", async () => {
    line[0]!.hear({ ...SOUGHT, waited_ms: ALONE_MS });
    expect(search.widerSearches(Date.now())).toEqual(["bots"]);
    search.keepWaiting();
    expect(search.widerSearches(Date.now())).toEqual([]);
    search.stop();
    await search.start(WISH);
    line[1]!.open();
    line[1]!.hear({ ...SOUGHT, waited_ms: ALONE_MS });
    expect(search.widerSearches(Date.now())).toEqual(["bots"]);
  });

  it("offers no bot where two people play as a side, and nothing while the connection is lost", async () => {
    await search.start({ ...WISH, lanes: [lane("pairs", { partners: true })], range: 400 });
    line[0]!.hear({ ...SOUGHT, waited_ms: ALONE_MS });
    expect(search.widerSearches(Date.now())).toEqual(["range"]);
    line[0]!.shut(1006);
    expect(search.widerSearches(Date.now())).toEqual([]);
  });

  it("keeps the place by asking again after the connection was lost", () => {
    line[0]!.hear(SOUGHT);
    line[0]!.shut(1006);
    expect(search.isLost).toBe(true);
    vi.advanceTimersByTime(2000);
    line[1]!.open();
    expect(line[1]!.sent).toEqual([SEEK]);
    line[1]!.hear({ ...SOUGHT, waited_ms: 9000 });
    expect(search.isLost).toBe(false);
    expect(search.waitedMs(Date.now())).toBe(9000);
  });

  it("stays connected while the page is hidden, and reconnects", () => {
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS * 2);
    expect(line[0]!.closed).toBe(false);
    line[0]!.shut(1006);
    vi.advanceTimersByTime(2000);
    expect(line).toHaveLength(2);
    line[1]!.open();
    search.stop();
    expect(line[1]!.closed).toBe(true);
  });

  it("is stored in the tab until it ends", async () => {
    line[0]!.hear(SOUGHT);
    expect(storedSearch()).toEqual(WISH);
    vi.advanceTimersByTime(31_000);
    expect(storedSearch()).toBeNull();
    line[0]!.hear(SOUGHT);
    expect(storedSearch()).toEqual(WISH);
    const reloaded = new PlayerSearch(new LobbyConnection(sockets([])));
    reloaded.resume();
    expect([reloaded.stage, reloaded.wish, reloaded.waitedMs(Date.now())]).toEqual(["searching", WISH, 0]);
    search.stop();
    expect(line[0]!.sent.at(-1)).toEqual({ type: "cancel" });
    expect(line[0]!.closed).toBe(true);
    expect(storedSearch()).toBeNull();
  });

  it("is not continued if it was stopped before the visitor was known", async () => {
    line[0]!.hear(SOUGHT);
    const others: FakeSocket[] = [];
    const reloaded = new PlayerSearch(new LobbyConnection(sockets(others)));
    reloaded.resume();
    reloaded.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect([reloaded.stage, others]).toEqual(["none", []]);
  });

  it("finds a table, and goes on if somebody does not come", () => {
    line[0]!.hear(FOUND);
    expect(search.stage).toBe("found");
    vi.advanceTimersByTime(5000);
    expect(search.leftMs(Date.now())).toBe(15_000);
    search.come();
    line[0]!.hear({ ...FOUND, left_ms: 14_000 }); // after a reconnection
    expect(search.stage).toBe("coming");
    line[0]!.hear(SOUGHT);
    expect(search.stage).toBe("searching");
    expect(search.annulledTable).toBe("t1");
    line[0]!.hear({ ...FOUND, table: "t2" });
    expect(search.stage).toBe("found");
    expect(search.annulledTable).toBe("");
  });

  it("forgets a table to which the visitor has come in another window", () => {
    line[0]!.hear(FOUND);
    vi.advanceTimersByTime(20_000 + FORGET_MS - 1);
    expect(search.stage).toBe("found");
    vi.advanceTimersByTime(1);
    expect(search.stage).toBe("none");
    expect(line[0]!.closed).toBe(true);
  });

  it("ends with the reason of a refusal, until that is closed", () => {
    line[0]!.hear(refused("seek-missed"));
    expect(search.stage).toBe("over");
    expect(search.reason?.key).toBe("seek-missed");
    expect(line[0]!.closed).toBe(true);
    search.close();
    expect(search.stage).toBe("none");
  });

  it("connects again once if the connection was opened before the visitor had a name", () => {
    line[0]!.hear(refused("not-signed-in"));
    expect(search.stage).toBe("searching");
    expect(line).toHaveLength(2);
    line[1]!.open();
    expect(line[1]!.sent).toEqual([SEEK]);
    line[1]!.hear(refused("not-signed-in"));
    expect(search.stage).toBe("over");
    expect(line).toHaveLength(2);
  });

  it("connects again when the guest has made an account, and keeps the place", () => {
    line[0]!.hear(SOUGHT);
    search.setUser({ id: "anna", name: "Anna", guest: false });
    expect(line.map(({ closed }) => closed)).toEqual([true, false]);
    line[1]!.open();
    expect(line.map(({ sent }) => sent)).toEqual([[SEEK], [SEEK]]);
    expect(search.stage).toBe("searching");
  });

  it("starts again as the account to which a guest has logged in", async () => {
    line[0]!.hear(SOUGHT);
    visitor.user = { id: "boris", name: "Boris", guest: false };
    search.setUser(visitor.user);
    await vi.advanceTimersByTimeAsync(0);
    expect(line[0]!.sent).toEqual([SEEK, { type: "cancel" }]);
    expect(line[0]!.closed).toBe(true);
    line.at(-1)!.open();
    expect(line.at(-1)!.sent).toEqual([SEEK]);
    expect([search.stage, search.waitedMs(Date.now())]).toEqual(["searching", 0]);
  });

  it("ends when the visitor signs out", () => {
    search.setUser(null);
    expect([search.stage, line[0]!.sent.at(-1), line[0]!.closed]).toEqual(["none", { type: "cancel" }, true]);
  });

  it("does not start again if a table was found for the earlier user", async () => {
    line[0]!.hear(FOUND);
    search.setUser({ id: "boris", name: "Boris", guest: false });
    await vi.advanceTimersByTimeAsync(0);
    expect([search.stage, line[0]!.closed]).toEqual(["none", true]);
  });

  it("shares the connection with other listeners, which stay when it ends", () => {
    const listener = { receive: vi.fn(), lose: vi.fn() };
    const unsubscribe = connection.subscribe(listener, { type: "look" });
    line[0]!.hear(SOUGHT);
    expect(listener.receive).toHaveBeenCalledOnce();
    search.stop();
    expect(line[0]!.closed).toBe(false);
    unsubscribe();
    expect(line[0]!.closed).toBe(true);
  });
});
