import { afterEach, beforeEach, expect, test, vi } from "vitest";

type IsOnDevice = (id: string) => Promise<boolean>;

/** Return an IndexedDB request that succeeds with a result. */
function success<T>(result: T): { result: T } {
  const request: { result: T; onsuccess?: () => void } = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

/** Return `isOnDevice` of a newly loaded page, with a fake IndexedDB. */
async function importIsOnDevice(open: () => unknown): Promise<IsOnDevice> {
  vi.resetModules();
  vi.stubGlobal("indexedDB", { open });
  const { isOnDevice, setDevice } = await import("../../src/client/transport");
  setDevice((await import("../../src/device/local_device")).localDevice);
  return isOnDevice;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("isOnDevice is true for a table that has a row in the device's database, false for another", async () => {
  const rows: Record<string, string> = { mine: "{}" };
  const store = { get: (key: string) => success(rows[key]) };
  const isOnDevice = await importIsOnDevice(() => success({ transaction: () => ({ objectStore: () => store }) }));

  expect(await isOnDevice("mine")).toBe(true);
  expect(await isOnDevice("another")).toBe(false);
});

test("isOnDevice waits 4 s, once, for a database that does not respond, then returns false", async () => {
  const open = vi.fn(() => ({}));
  const isOnDevice = await importIsOnDevice(open);
  let onDevice: boolean | undefined;
  void isOnDevice("mine").then((result) => (onDevice = result));

  await vi.advanceTimersByTimeAsync(3900);
  expect(onDevice).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(onDevice).toBe(false);
  // The next request does not wait again
  expect(await isOnDevice("mine")).toBe(false);
  expect(open).toHaveBeenCalledOnce();
});

test("without a server the device answers the paths it supports; other requests get null", async () => {
  vi.resetModules();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  const { requestHost: ask, setDevice } = await import("../../src/client/transport");
  const request = vi.fn((_method: string, path: string) => Promise.resolve(new Response(path)));
  const host = { engine: "ready" as const, onready: () => undefined, retry: () => undefined, request, socket: vi.fn() };
  setDevice({
    hasTable: () => Promise.resolve(false),
    hasUnfinishedTable: () => Promise.resolve(false),
    isEngineStored: () => Promise.resolve(true),
    start: () => Promise.resolve(host),
  });

  for (const path of ["statistics", "problems/days/2026-01-01", "guests", "me"])
    expect(await (await ask("GET", path))?.text()).toBe(path);
  for (const path of ["problems/progress", "me/links", "blocks", "login"]) expect(await ask("GET", path)).toBeNull();
});

test("a request that fails after a later one was answered does not make the server look lost", async () => {
  vi.resetModules();
  const fail: (() => void)[] = [];
  vi.stubGlobal("fetch", (path: string) =>
    path.includes("blocks")
      ? new Promise((_, reject) => fail.push(() => reject(new Error("no network"))))
      : Promise.resolve(Response.json({})),
  );
  const { requestHost: ask } = await import("../../src/client/transport");
  const { reach } = await import("../../src/client/reach.svelte");
  const slow = [ask("GET", "blocks"), ask("GET", "blocks")];
  fail[0]?.();
  await slow[0];
  expect(reach.isLost).toBe(true);
  await ask("GET", "me/links");
  expect(reach.isLost).toBe(false);
  fail[1]?.();
  expect(await slow[1]).toBeNull();
  expect(reach.isLost).toBe(false);
});
