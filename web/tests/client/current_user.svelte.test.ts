import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { go } from "../../src/address/router.svelte";
import { visitor } from "../../src/client/current_user.svelte";
import { setDevice } from "../../src/client/transport";

const GAMES = [{ name: "durak" }];
const ANN = { id: "a", name: "Ann", guest: true };

/** The requests that have no answer yet, by address. */
let open: Map<string, (me: object | null) => void>;

beforeEach(() => {
  open = new Map();
  const never = () => Promise.resolve(false);
  const start = () => Promise.reject(new Error("no device"));
  setDevice({ hasTable: never, hasUnfinishedTable: never, isEngineStored: never, start });
  vi.stubGlobal("fetch", (address: string) => {
    const games = address.endsWith("games=true") ? GAMES : [];
    return new Promise((resolve) =>
      open.set(address, (me) => resolve(new Response(JSON.stringify({ me, tables: [], guest_days: 0, games })))),
    );
  });
});
afterEach(() => {
  go("/");
  vi.unstubAllGlobals();
});

test("a page that lists the games does not wait for the request of a page that does not", async () => {
  go("/problems");
  const first = visitor.loadBootstrap();
  expect(visitor.loadBootstrap()).toBe(first);
  go("/");
  const second = visitor.loadBootstrap();
  expect([...open.keys()]).toEqual(["/api/bootstrap", "/api/bootstrap?games=true"]);
  go("/problems");
  expect(visitor.loadBootstrap()).toBe(second); // it has all that this page needs
  open.get("/api/bootstrap?games=true")!(ANN);
  expect((await second).games).toEqual(GAMES);
  open.get("/api/bootstrap")!(null);
  await first;
  expect([visitor.bootstrap?.games, visitor.user]).toEqual([GAMES, ANN]);
});

test("who signs in or out during a request stays so, but the owner of the device gives way to the user", async () => {
  for (const user of [null, { ...ANN, id: "b" }]) {
    visitor.user = ANN;
    const request = visitor.loadBootstrap();
    visitor.user = user;
    open.get("/api/bootstrap?games=true")!(ANN);
    await request;
    expect(visitor.user).toEqual(user);
  }
  const request = visitor.loadBootstrap();
  visitor.user = { id: "here", name: "", guest: true };
  open.get("/api/bootstrap?games=true")!(ANN);
  await request;
  expect(visitor.user).toEqual(ANN);
});
