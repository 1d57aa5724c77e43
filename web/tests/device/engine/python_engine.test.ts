import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.stubGlobal("location", { href: "https://site.example/" });
  vi.resetModules();
});

afterEach(() => vi.unstubAllGlobals());

it("a network failure while the engine loads rejects its start, with no unhandled rejection", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const { engine } = await import("../../../src/device/engine/python_engine");
  const start = engine("prikup.device");
  void globalThis.fetch("engine/pyodide-lock.json"); // Pyodide handles the failure of this request late or never
  await expect(start).rejects.toThrow();
  await new Promise((done) => setImmediate(done)); // Node reports unhandled rejections after the microtasks
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
