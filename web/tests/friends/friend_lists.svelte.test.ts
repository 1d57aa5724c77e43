import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FriendList } from "../../src/client/api_types";
import { removeFriend } from "../../src/client/friend_client";
import { LobbyConnection } from "../../src/client/lobby_connection";
import { arrivals, FriendLists, REFRESH_MS, sortedFriends } from "../../src/friends/friend_lists.svelte";
import { sockets, type FakeSocket } from "../sockets";
import { friend } from "./friend";

const call = (id: string, name: string) => ({ id, name, table: "t", game: "preferans" });
const lists = (changes: Partial<FriendList> = {}): FriendList => ({
  friends: [],
  asked: [],
  asking: [],
  calls: [],
  ...changes,
});

/** The response of the server, and the paths of the requests. */
let answer: { status: number; body: unknown };
const paths: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answer = { status: 200, body: lists() };
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    paths.push(`${init.method} ${path}`);
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  paths.length = 0;
});

test("friends at a table come first, then those who are here", () => {
  const list = lists({
    friends: [friend("Anna", "away"), friend("Boris", "here"), friend("Pekka", "unknown"), friend("Vera", "table")],
  });
  expect(sortedFriends(list).map(({ name }) => name)).toEqual(["Vera", "Boris", "Pekka", "Anna"]);
});

test("an arrival is a call or a request that was not there before", () => {
  const old = lists({ asking: ["Anna"], calls: [call("1", "Boris")] });
  const list = lists({ asking: ["Anna", "Vera"], calls: [call("2", "Boris"), call("1", "Boris")] });
  expect(arrivals(old, list)).toEqual([
    { kind: "call", name: "Boris" },
    { kind: "request", name: "Vera" },
  ]);
});

test("without a connection the lists are loaded regularly, and tell of an arrival", async () => {
  const followed = new FriendLists(new LobbyConnection(sockets([])));
  const stop = followed.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(followed.list).toEqual(lists());
  answer.body = lists({ asking: ["Anna"] });
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(followed.arrival).toEqual({ kind: "request", name: "Anna" });
  stop();
  await vi.advanceTimersByTimeAsync(2 * REFRESH_MS);
  expect(paths).toHaveLength(2);
});

test("a connection sends the lists and the states of friends", async () => {
  const line: FakeSocket[] = [];
  const followed = new FriendLists(new LobbyConnection(sockets(line)));
  const stop = followed.follow();
  line[0]?.open();
  expect(line[0]?.sent).toEqual([{ type: "friends" }]);
  line[0]?.hear({ type: "friends", ...lists({ friends: [friend("Anna", "away"), friend("Vera", "away")] }) });
  line[0]?.hear({ type: "friend", ...friend("Anna", "here") });
  expect(followed.list?.friends).toEqual([friend("Anna", "here"), friend("Vera", "away")]);
  await vi.advanceTimersByTimeAsync(3 * REFRESH_MS);
  expect(paths).toHaveLength(1);
  line[0]?.shut(1001);
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(paths).toHaveLength(2);
  line.at(-1)?.open();
  stop();
  expect(line.every(({ closed }) => closed)).toBe(true);
});

test("lists stay if they cannot be loaded", async () => {
  const followed = new FriendLists();
  await followed.load();
  answer = { status: 503, body: { reason: { key: "not-read", numbers: {} } } };
  await followed.load();
  expect(followed.list).toEqual(lists());
});

test("a refused change tells why and changes nothing", async () => {
  const followed = new FriendLists();
  await followed.load();
  answer = { status: 409, body: { reason: { key: "friends-many", numbers: { most: 200 } } } };
  expect(await followed.change(removeFriend("A/B"))).toBe(false);
  expect(followed.problem?.key).toBe("friends-many");
  expect(paths.at(-1)).toMatch(/^DELETE .*friends\/A%252FB$/);
  answer = { status: 200, body: lists({ asked: ["Vera"] }) };
  expect(await followed.change(removeFriend("Anna"))).toBe(true);
  expect([followed.problem, followed.list?.asked]).toEqual([null, ["Vera"]]);
});
