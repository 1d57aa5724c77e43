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

let isKept = false;

export async function isEngineKept(): Promise<boolean> {
  if (isKept || !globalThis.caches || typeof WebAssembly === "undefined") return isKept;
  const responses = await Promise.all(FILES.map((name) => caches.match(ENGINE + name).catch(() => undefined)));
  isKept = responses.every(Boolean);
  return isKept;
}
