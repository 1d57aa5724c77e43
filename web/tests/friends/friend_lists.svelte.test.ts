import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Friend, FriendList } from "../../src/client/api_types";
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

/** Return the message about the new state of a friend, which has no ratings. */
const stateMessage = (name: string, state: Friend["state"]) => {
  const { ratings: _, ...rest } = friend(name, state);
  return { type: "friend", ...rest };
};

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

test("sortedFriends lists friends at a table first, then those who are here, unknown or away", () => {
  const list = lists({
    friends: [friend("Anna", "away"), friend("Boris", "here"), friend("Pekka", "unknown"), friend("Vera", "table")],
  });
  expect(sortedFriends(list).map(({ name }) => name)).toEqual(["Vera", "Boris", "Pekka", "Anna"]);
});

test("arrivals returns the calls and friend requests that are new since the previous list", () => {
  const old = lists({ asking: ["Anna"], calls: [call("1", "Boris")] });
  const list = lists({ asking: ["Anna", "Vera"], calls: [call("2", "Boris"), call("1", "Boris")] });
  expect(arrivals(old, list)).toEqual([
    { kind: "call", name: "Boris" },
    { kind: "request", name: "Vera" },
  ]);
});

test("without a connection the lists are polled, and a new friend request is an arrival", async () => {
  const friendLists = new FriendLists(new LobbyConnection(sockets([])));
  const stop = friendLists.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(friendLists.list).toEqual(lists());
  answer.body = lists({ asking: ["Anna"] });
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(friendLists.arrival).toEqual({ kind: "request", name: "Anna" });
  stop();
  await vi.advanceTimersByTimeAsync(2 * REFRESH_MS);
  expect(paths).toHaveLength(2);
});

test("the lists and friend states are received over a connection, and polled after it is lost", async () => {
  const fakeSockets: FakeSocket[] = [];
  const friendLists = new FriendLists(new LobbyConnection(sockets(fakeSockets)));
  const stop = friendLists.follow();
  fakeSockets[0]?.open();
  expect(fakeSockets[0]?.sent).toEqual([{ type: "friends" }]);
  const ratings: Friend["ratings"] = { "made-up": [1620, 94, false] };
  const rated = { ...friend("Anna", "away"), ratings };
  fakeSockets[0]?.hear({ type: "friends", ...lists({ friends: [rated, friend("Vera", "away")] }) });
  fakeSockets[0]?.hear(stateMessage("Anna", "here"));
  expect(friendLists.list?.friends).toEqual([{ ...friend("Anna", "here"), ratings }, friend("Vera", "away")]);
  await vi.advanceTimersByTimeAsync(3 * REFRESH_MS);
  expect(paths).toHaveLength(1);
  fakeSockets[0]?.shut(1001);
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(paths).toHaveLength(2);
  fakeSockets.at(-1)?.open();
  stop();
  expect(fakeSockets.every(({ closed }) => closed)).toBe(true);
});

test("the lists stay unchanged if they cannot be loaded", async () => {
  const friendLists = new FriendLists();
  await friendLists.load();
  answer = { status: 503, body: { reason: { key: "not-read", numbers: {} } } };
  await friendLists.load();
  expect(friendLists.list).toEqual(lists());
});

test("forgotten lists stay so when an earlier request is answered, and new ones bring no arrivals", async () => {
  const friendLists = new FriendLists();
  await friendLists.load();
  answer.body = lists({ asking: ["Anna"] });
  await friendLists.load();
  expect(friendLists.arrival).toEqual({ kind: "request", name: "Anna" });
  const request = friendLists.load();
  friendLists.forget();
  await request;
  expect([friendLists.list, friendLists.arrival]).toEqual([undefined, undefined]);
  await friendLists.load();
  expect([friendLists.list, friendLists.arrival]).toEqual([answer.body, undefined]);
});

test("a refused change sets the problem and keeps the lists; a successful change clears the problem", async () => {
  const friendLists = new FriendLists();
  await friendLists.load();
  answer = { status: 409, body: { reason: { key: "friends-many", numbers: { most: 200 } } } };
  expect(await friendLists.change(removeFriend("A/B"))).toBe(false);
  expect(friendLists.problem?.key).toBe("friends-many");
  expect(paths.at(-1)).toMatch(/^DELETE .*friends\/A%252FB$/);
  answer = { status: 200, body: lists({ asked: ["Vera"] }) };
  expect(await friendLists.change(removeFriend("Anna"))).toBe(true);
  expect([friendLists.problem, friendLists.list?.asked]).toEqual([null, ["Vera"]]);
});

test("lists that arrive during a change do not give way to older ones", async () => {
  const fakeSockets: FakeSocket[] = [];
  const friendLists = new FriendLists(new LobbyConnection(sockets(fakeSockets)));
  const stop = friendLists.follow();
  fakeSockets[0]?.open();
  fakeSockets[0]?.hear({ type: "friends", ...lists() });
  let respond: (list: FriendList) => void = () => undefined;
  const change = friendLists.change(new Promise((resolve) => (respond = resolve)));
  answer.body = lists({ asking: ["Vera"] });
  fakeSockets[0]?.hear({ type: "friends", ...lists({ asking: ["Vera"] }) });
  respond(lists());
  expect(await change).toBe(true);
  expect(friendLists.list?.asking).toEqual(["Vera"]);
  stop();
});

test("a state of a friend that arrives during a request does not give way to an older one", async () => {
  const fakeSockets: FakeSocket[] = [];
  const friendLists = new FriendLists(new LobbyConnection(sockets(fakeSockets)));
  const stop = friendLists.follow();
  fakeSockets[0]?.open();
  answer.body = lists({ friends: [friend("Anna", "here")] });
  fakeSockets[0]?.hear({ type: "friends", ...lists({ friends: [friend("Anna", "here")] }) });
  const request = friendLists.load();
  fakeSockets[0]?.hear(stateMessage("Anna", "table"));
  await request;
  expect(friendLists.list?.friends).toEqual([friend("Anna", "table")]);
  stop();
});
