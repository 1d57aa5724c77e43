import { afterEach, beforeEach, expect, test, vi } from "vitest";

type IsOnDevice = (id: string) => Promise<boolean>;

/** A request of IndexedDB that succeeds with a result. */
function success<T>(result: T): { result: T } {
  const request: { result: T; onsuccess?: () => void } = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

/** Return `isOnDevice` of a page that has just been opened, on a device with a database. */
async function opened(open: () => unknown): Promise<IsOnDevice> {
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

test("a table whose row is in the database is on this device", async () => {
  const rows: Record<string, string> = { mine: "{}" };
  const store = { get: (key: string) => success(rows[key]) };
  const isOnDevice = await opened(() => success({ transaction: () => ({ objectStore: () => store }) }));

  expect(await isOnDevice("mine")).toBe(true);
  expect(await isOnDevice("another")).toBe(false);
});

test("no table is on this device while the database does not answer", async () => {
  const open = vi.fn(() => ({}));
  const isOnDevice = await opened(open);
  let answer: boolean | undefined;
  void isOnDevice("mine").then((on) => (answer = on));

  await vi.advanceTimersByTimeAsync(3900);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(answer).toBe(false);
  // The next request does not wait again
  expect(await isOnDevice("mine")).toBe(false);
  expect(open).toHaveBeenCalledOnce();
});
