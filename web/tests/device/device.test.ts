import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Device } from "../../src/device/device";

/** A worker that never finishes loading, and whether it has been terminated. */
class LoadingWorker {
  static readonly all: LoadingWorker[] = [];
  ended = false;
  onerror: () => void = () => undefined;

  constructor() {
    LoadingWorker.all.push(this);
  }

  terminate(): void {
    this.ended = true;
  }
}

/** The page in which a device is created. */
const page = new EventTarget();

beforeEach(() => {
  LoadingWorker.all.length = 0;
  vi.stubGlobal("Worker", LoadingWorker);
  vi.stubGlobal("navigator", { locks: { request: (_: string, hold: () => Promise<void>) => hold() } });
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});

afterEach(() => vi.unstubAllGlobals());

/** Leave the page, which the browser may keep in its back/forward cache. */
const leave = (persisted: boolean): unknown => page.dispatchEvent(Object.assign(new Event("pagehide"), { persisted }));

test("leaving a page terminates its worker, unless the browser may keep the page in its cache", () => {
  // The aborted load of a worker left running would appear to other pages as a failed engine.
  new Device().retry();
  const [worker] = LoadingWorker.all;
  leave(true);
  expect(worker?.ended).toBe(false);
  leave(false);
  expect(worker?.ended).toBe(true);
});

test("a page over plain http has no engine, and its requests are answered with status 503", async () => {
  vi.stubGlobal("isSecureContext", false);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("crypto", { getRandomValues: (values: Uint32Array) => values });
  const device = new Device();
  expect(device.engine).toBe("insecure");
  const answer = await device.request("POST", "deals", "{}");
  expect(answer?.status).toBe(503);
  expect(await answer?.json()).toEqual({ reason: { key: "engine-unable", numbers: {} } });
  expect(LoadingWorker.all).toEqual([]);
});
