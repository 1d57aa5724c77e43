import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lane } from "../../src/client/api_types";
import { visitor } from "../../src/client/current_user.svelte";
import { HIDDEN_MS, LobbyConnection } from "../../src/client/lobby_connection";
import { CANCEL_MS, WIDER_SEARCH_MS, FORGET_MS, PlayerSearch } from "../../src/seek/search.svelte";
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

let fakeSockets: FakeSocket[];
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
  fakeSockets = [];
  connection = new LobbyConnection(sockets(fakeSockets));
  search = new PlayerSearch(connection);
  await search.start(WISH);
  fakeSockets[0]!.open();
});
afterEach(() => {
  search.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a search for players", () => {
  it("shows how many people are waiting, and for how long the user has waited", () => {
    expect(fakeSockets[0]!.sent).toEqual([SEEK]);
    fakeSockets[0]!.hear(SOUGHT);
    expect(search.stage).toBe("searching");
    expect(search.waiting).toEqual({ short: 2 });
    vi.advanceTimersByTime(1000);
    expect(search.waitedMs(Date.now())).toBe(6000);
  });

  it("sends a new request over the same connection when its options change", async () => {
    await search.start({ ...WISH, bots: true });
    expect(fakeSockets).toHaveLength(1);
    expect(fakeSockets[0]!.sent).toEqual([SEEK, { ...SEEK, bots: true }]);
  });

  it("offers to search more widely after a minute without a table", async () => {
    await search.start({ ...WISH, range: 200 });
    fakeSockets[0]!.hear({ ...SOUGHT, waited_ms: WIDER_SEARCH_MS - 1 });
    expect(search.widerSearches(Date.now())).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(search.widerSearches(Date.now())).toEqual(["bots", "range"]);
    await search.widen("bots");
    expect(fakeSockets[0]!.sent.at(-1)).toEqual({ ...SEEK, range: 200, bots: true });
    expect(search.widerSearches(Date.now())).toEqual(["range"]);
    await search.widen("range");
    expect(fakeSockets[0]!.sent.at(-1)).toEqual({ ...SEEK, bots: true });
    expect(search.widerSearches(Date.now())).toEqual([]);
  });

  it("offers no wider search after the user chose to keep waiting, until the next search", async () => {
    fakeSockets[0]!.hear({ ...SOUGHT, waited_ms: WIDER_SEARCH_MS });
    expect(search.widerSearches(Date.now())).toEqual(["bots"]);
    search.keepWaiting();
    expect(search.widerSearches(Date.now())).toEqual([]);
    search.stop();
    await search.start(WISH);
    fakeSockets[1]!.open();
    fakeSockets[1]!.hear({ ...SOUGHT, waited_ms: WIDER_SEARCH_MS });
    expect(search.widerSearches(Date.now())).toEqual(["bots"]);
  });

  it("offers no bots in games of partners, and nothing while the connection is lost", async () => {
    await search.start({ ...WISH, lanes: [lane("pairs", { partners: true })], range: 400 });
    fakeSockets[0]!.hear({ ...SOUGHT, waited_ms: WIDER_SEARCH_MS });
    expect(search.widerSearches(Date.now())).toEqual(["range"]);
    fakeSockets[0]!.shut(1006);
    expect(search.widerSearches(Date.now())).toEqual([]);
  });

  it("sends its request again after a reconnection, and shows the waiting time that the server sends", () => {
    fakeSockets[0]!.hear(SOUGHT);
    fakeSockets[0]!.shut(1006);
    expect(search.isLost).toBe(true);
    vi.advanceTimersByTime(2000);
    fakeSockets[1]!.open();
    expect(fakeSockets[1]!.sent).toEqual([SEEK]);
    fakeSockets[1]!.hear({ ...SOUGHT, waited_ms: 9000 });
    expect(search.isLost).toBe(false);
    expect(search.waitedMs(Date.now())).toBe(9000);
  });

  it("stays connected while the page is hidden, and reconnects even then", () => {
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS * 2);
    expect(fakeSockets[0]!.closed).toBe(false);
    fakeSockets[0]!.shut(1006);
    vi.advanceTimersByTime(2000);
    expect(fakeSockets).toHaveLength(2);
    fakeSockets[1]!.open();
    search.stop();
    expect(fakeSockets[1]!.closed).toBe(true);
  });

  it("stays connected while the page is hidden if it began only then", async () => {
    search.stop();
    const lobby = { receive: () => undefined, markOutdated: () => undefined };
    const leaveLobby = connection.subscribe(lobby, { type: "look" });
    fakeSockets[1]!.open();
    hide(true);
    vi.advanceTimersByTime(HIDDEN_MS / 2);
    await search.start(WISH);
    vi.advanceTimersByTime(HIDDEN_MS);
    expect([fakeSockets[1]!.closed, fakeSockets[1]!.sent.at(-1)]).toEqual([false, SEEK]);
    leaveLobby();
  });

  it("ends when the user cancels it, unless the server had found a table before", () => {
    fakeSockets[0]!.hear(SOUGHT);
    search.cancel();
    fakeSockets[0]!.hear(SOUGHT);
    expect([search.stage, fakeSockets[0]!.sent.at(-1)]).toEqual(["none", { type: "cancel" }]);
    fakeSockets[0]!.hear({ ...FOUND, left_ms: CANCEL_MS });
    expect([search.stage, search.found?.table, search.wish]).toEqual(["found", "t1", WISH]);
    vi.advanceTimersByTime(CANCEL_MS);
    expect([search.stage, fakeSockets[0]!.closed, fakeSockets[0]!.sent.at(-1)]).toEqual(["found", false, SEEK]);
    search.stop();
    expect(fakeSockets[0]!.closed).toBe(true);
  });

  it("ends when the user cancels it while the connection is lost", () => {
    fakeSockets[0]!.shut(1006);
    search.cancel();
    vi.advanceTimersByTime(2000);
    fakeSockets[1]!.open();
    expect([fakeSockets[1]!.sent, search.stage]).toEqual([[{ type: "cancel" }], "none"]);
    vi.advanceTimersByTime(CANCEL_MS);
    expect(fakeSockets[1]!.closed).toBe(true);
  });

  it("can begin again at once after it was cancelled", async () => {
    search.cancel();
    await search.start(WISH);
    expect(fakeSockets[0]!.sent).toEqual([SEEK, { type: "cancel" }, SEEK]);
    fakeSockets[0]!.shut(1006);
    vi.advanceTimersByTime(2000);
    fakeSockets[1]!.open();
    expect(fakeSockets[1]!.sent).toEqual([SEEK]);
  });

  it("is stored in the tab until it is out of date or ends", async () => {
    fakeSockets[0]!.hear(SOUGHT);
    expect(storedSearch()).toEqual(WISH);
    vi.advanceTimersByTime(31_000);
    expect(storedSearch()).toBeNull();
    fakeSockets[0]!.hear(SOUGHT);
    expect(storedSearch()).toEqual(WISH);
    const reloaded = new PlayerSearch(new LobbyConnection(sockets([])));
    reloaded.resume();
    expect([reloaded.stage, reloaded.wish, reloaded.waitedMs(Date.now())]).toEqual(["searching", WISH, 0]);
    search.stop();
    expect(fakeSockets[0]!.sent.at(-1)).toEqual({ type: "cancel" });
    expect(fakeSockets[0]!.closed).toBe(true);
    expect(storedSearch()).toBeNull();
  });

  it("is not resumed if it was stopped before the user was known", async () => {
    fakeSockets[0]!.hear(SOUGHT);
    const reloadedSockets: FakeSocket[] = [];
    const reloaded = new PlayerSearch(new LobbyConnection(sockets(reloadedSockets)));
    reloaded.resume();
    reloaded.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect([reloaded.stage, reloadedSockets]).toEqual(["none", []]);
  });

  it("finds a table, and continues if a player does not come", () => {
    fakeSockets[0]!.hear(FOUND);
    expect(search.stage).toBe("found");
    vi.advanceTimersByTime(5000);
    expect(search.leftMs(Date.now())).toBe(15_000);
    search.noteOpened();
    fakeSockets[0]!.hear({ ...FOUND, left_ms: 14_000 }); // after a reconnection
    expect(search.stage).toBe("coming");
    fakeSockets[0]!.hear(SOUGHT);
    expect(search.stage).toBe("searching");
    expect(search.annulledTable).toBe("t1");
    fakeSockets[0]!.hear({ ...FOUND, table: "t2" });
    expect(search.stage).toBe("found");
    expect(search.annulledTable).toBe("");
  });

  it("ends some seconds after the time limit of a found table, which another window may have joined", () => {
    fakeSockets[0]!.hear(FOUND);
    vi.advanceTimersByTime(20_000 + FORGET_MS - 1);
    expect(search.stage).toBe("found");
    vi.advanceTimersByTime(1);
    expect(search.stage).toBe("none");
    expect(fakeSockets[0]!.closed).toBe(true);
  });

  it("ends with the reason of a refusal, which is shown until the user closes it", () => {
    fakeSockets[0]!.hear(refused("seek-missed"));
    expect(search.stage).toBe("over");
    expect(search.reason?.key).toBe("seek-missed");
    expect(fakeSockets[0]!.closed).toBe(true);
    search.close();
    expect(search.stage).toBe("none");
  });

  it("reconnects once if the connection was opened before the user had a name", () => {
    fakeSockets[0]!.hear(refused("not-signed-in"));
    expect(search.stage).toBe("searching");
    expect(fakeSockets).toHaveLength(2);
    fakeSockets[1]!.open();
    expect(fakeSockets[1]!.sent).toEqual([SEEK]);
    fakeSockets[1]!.hear(refused("not-signed-in"));
    expect(search.stage).toBe("over");
    expect(fakeSockets).toHaveLength(2);
  });

  it("reconnects and continues when the guest creates an account", () => {
    fakeSockets[0]!.hear(SOUGHT);
    search.setUser({ id: "anna", name: "Anna", guest: false });
    expect(fakeSockets.map(({ closed }) => closed)).toEqual([true, false]);
    fakeSockets[1]!.open();
    expect(fakeSockets.map(({ sent }) => sent)).toEqual([[SEEK], [SEEK]]);
    expect(search.stage).toBe("searching");
  });

  it("starts again for the new user when a guest logs in", async () => {
    fakeSockets[0]!.hear(SOUGHT);
    visitor.user = { id: "boris", name: "Boris", guest: false };
    search.setUser(visitor.user);
    await vi.advanceTimersByTimeAsync(0);
    expect(fakeSockets[0]!.sent).toEqual([SEEK, { type: "cancel" }]);
    expect(fakeSockets[0]!.closed).toBe(true);
    fakeSockets.at(-1)!.open();
    expect(fakeSockets.at(-1)!.sent).toEqual([SEEK]);
    expect([search.stage, search.waitedMs(Date.now())]).toEqual(["searching", 0]);
  });

  it("ends when the user signs out", () => {
    search.setUser(null);
    const { sent, closed } = fakeSockets[0]!;
    expect([search.stage, sent.at(-1), closed]).toEqual(["none", { type: "cancel" }, true]);
  });

  it("does not start again for a new user if a table was found for the earlier user", async () => {
    fakeSockets[0]!.hear(FOUND);
    search.setUser({ id: "boris", name: "Boris", guest: false });
    await vi.advanceTimersByTimeAsync(0);
    expect([search.stage, fakeSockets[0]!.closed]).toEqual(["none", true]);
  });

  it("shares its connection with other subscribers, and leaves it open to them when it ends", () => {
    const listener = { receive: vi.fn(), markOutdated: vi.fn() };
    const unsubscribe = connection.subscribe(listener, { type: "look" });
    fakeSockets[0]!.hear(SOUGHT);
    expect(listener.receive).toHaveBeenCalledOnce();
    search.stop();
    expect(fakeSockets[0]!.closed).toBe(false);
    unsubscribe();
    expect(fakeSockets[0]!.closed).toBe(true);
  });
});
