// The engine of a worker: Python with the package, and the solver's kernel.
import type { loadPyodide as Load, PyodideInterface } from "pyodide";
import { kernel, type Ask } from "./solver";

/** What `make site` puts there: Python, the package, and what both need. */
export const ENGINE = "/engine/";

/** Start Python, and return a module of the package and a way to ask the solver. */
export const engine = <T>(module: string): Promise<[T, Ask]> => Promise.race([failure(), started<T>(module)]);

/** Throws when something that is asked for from now on does not come, or not whole: Pyodide would wait for it for ever. */
function failure(): Promise<never> {
  const ask = globalThis.fetch;
  return new Promise((_, fail) => {
    globalThis.fetch = async (...asked) => {
      try {
        const found = await ask(...asked);
        if (!found.ok) throw new Error(`${found.url}: ${found.status}`);
        found.clone().arrayBuffer().catch(fail);
        return found;
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    };
  });
}

async function started<T>(module: string): Promise<[T, Ask]> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${ENGINE}pyodide.mjs`)) as { loadPyodide: typeof Load };
  const [python, ask, packed, packages]: [PyodideInterface, Ask, ArrayBuffer, string[]] = await Promise.all([
    loadPyodide({ indexURL: ENGINE }),
    kernel(`${ENGINE}solver.wasm`),
    fetch(`${ENGINE}prikup.zip`).then((found) => found.arrayBuffer()),
    fetch(`${ENGINE}packages.json`).then((found) => found.json() as Promise<string[]>),
  ]);
  await python.loadPackage(packages.map((name) => ENGINE + name), { messageCallback: () => undefined });
  python.unpackArchive(packed, "zip");
  return [python.pyimport(module) as T, ask];
}
