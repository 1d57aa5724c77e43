// The engine of a worker: Python with the package, and the solver's kernel.
import type { loadPyodide as Load, PyodideInterface } from "pyodide";
import { kernel, type Ask } from "./solver";

/** What `make site` puts there: Python, the package, and what both need. */
export const ENGINE = "/engine/";

/** Start Python, and return a module of the package and a way to ask the solver. */
export async function engine<T>(module: string): Promise<[T, Ask]> {
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
