// Whether the engine is stored on this device, so that it starts without a network.
import { ENGINE } from "./host_messages";

/** The files that the engine needs to start. */
const FILES = [
  "pyodide.mjs",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "python_stdlib.zip",
  "prikup.zip",
  "solver.wasm",
  "timing.json",
];

let isStored = false;

export async function isEngineStored(): Promise<boolean> {
  if (isStored || !globalThis.caches || typeof WebAssembly === "undefined") return isStored;
  const responses = await Promise.all(FILES.map((name) => caches.match(ENGINE + name).catch(() => undefined)));
  isStored = responses.every(Boolean);
  return isStored;
}
