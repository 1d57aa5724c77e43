// The engine of a worker: Python with the prikup package, and the solver.
import type { loadPyodide as Load, PyodideInterface } from "pyodide";
import { filesInArchive } from "./zip_archive";
import { loadSnapshot, deleteSnapshot, hasSnapshot, hash, saveSnapshot } from "./python_snapshot";
import { ENGINE } from "./host_messages";
import { solver, type Solver } from "../solver/solver";

const LIBRARY = "python_stdlib.zip";
/** The files that Python needs first, largest first. */
const PREFETCHED = ["pyodide.asm.wasm", LIBRARY];
/** Milliseconds after the start before the snapshot is saved: the first cards must not wait for it. */
const SNAPSHOT_DELAY_MS = 5000;
/** The folder where Python finds packages. */
const PACKAGE_FOLDER = "/home/pyodide/";

/** Return the id of an engine: the SHA-256 of the package. */
export type EngineId = () => Promise<string>;

/** Start Python; return a module of the package, the solver, and a function that returns the engine's id. */
export function engine<T>(module: string): Promise<[T, Solver, EngineId]> {
  const { failed, interpreterReady, library } = watchDownloads();
  return Promise.race([failed, startPython<T>(module, interpreterReady, library)]).catch(async (error: unknown) => {
    await deleteSnapshot(); // the snapshot may be the cause: start without it the next time
    throw error;
  });
}

/** Prefetch the first files and watch every download: `failed` rejects when a file is missing or incomplete;
 * `interpreterReady` resolves when the interpreter has arrived, and `library` is its standard library. Pyodide itself
 * has to be loaded before it could request these files.
 *
 * A download that fails never settles for its caller: Pyodide waits for ever for some files, and leaves the rejections
 * of others unhandled, so `failed` alone reports the failure. */
function watchDownloads(): {
  failed: Promise<never>;
  interpreterReady: Promise<unknown>;
  library: Promise<ArrayBuffer>;
} {
  const originalFetch = globalThis.fetch;
  const originalCompile = WebAssembly.instantiateStreaming;
  let reportFailure: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (reportFailure = reject));
  const fail = (reason: unknown): Promise<never> => {
    reportFailure(reason);
    return new Promise(() => undefined);
  };
  const watchedFetch = async (address: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    try {
      const response = await originalFetch(address, init);
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      for (const method of ["arrayBuffer", "json", "text"] as const) {
        const readBody = response[method].bind(response) as () => Promise<never>;
        response[method] = () => readBody().catch(fail);
      }
      return response;
    } catch (error) {
      return fail(error);
    }
  };
  const absoluteUrl = (name: string): string => new URL(ENGINE + name, location.href).href;
  const prefetched = new Map(PREFETCHED.map((name) => [absoluteUrl(name), watchedFetch(ENGINE + name)]));
  const library = prefetched.get(absoluteUrl(LIBRARY))!.then((response) => response.arrayBuffer());
  prefetched.set(absoluteUrl(LIBRARY), library.then((bytes) => new Response(bytes)));
  globalThis.fetch = (address, init) => {
    const { href } = new URL(address instanceof Request ? address.url : address, location.href);
    const response = prefetched.get(href) ?? watchedFetch(address, init);
    prefetched.delete(href);
    return response;
  };
  const interpreterReady = new Promise((resolve) => {
    WebAssembly.instantiateStreaming = (...args) => {
      const compiled = originalCompile(...args).catch(fail);
      void compiled.then(resolve);
      return compiled;
    };
  });
  return { failed, interpreterReady, library };
}

async function startPython<T>(
  module: string,
  interpreterReady: Promise<unknown>,
  library: Promise<ArrayBuffer>,
): Promise<[T, Solver, EngineId]> {
  const interpreter = (import(/* @vite-ignore */ `${ENGINE}pyodide.mjs`) as Promise<{ loadPyodide: typeof Load }>).then(
    ({ loadPyodide }) => loadPython(loadPyodide, library),
  );
  // Download the package while the interpreter, the larger part, is starting, not in parallel with its download, which
  // it would delay.
  const packageArchive = Promise.race([interpreterReady, interpreter])
    .then(() => fetch(`${ENGINE}prikup.zip`))
    .then((response) => response.arrayBuffer());
  const [pyodide, loadedSolver, archive]: [PyodideInterface, Solver, ArrayBuffer] =
    await Promise.all([interpreter, solver(`${ENGINE}solver.wasm`), packageArchive]);
  unpack(pyodide, archive);
  return [pyodide.pyimport(module) as T, loadedSolver, () => hash(archive)];
}

/** Start Python from a snapshot if there is one; otherwise start it and save a snapshot. */
async function loadPython(load: typeof Load, library: Promise<ArrayBuffer>): Promise<PyodideInterface> {
  const snapshot = (await hasSnapshot()) ? await loadSnapshot(await library) : undefined;
  if (snapshot) {
    try {
      const pyodide = await load({ indexURL: ENGINE, _loadSnapshot: snapshot });
      pyodide.runPython("import random; random.seed()"); // otherwise it would repeat the random numbers of the snapshot
      return pyodide;
    } catch (error) {
      console.info(error); // for example another build of the interpreter
      await deleteSnapshot();
    }
  }
  const pyodide = await load({ indexURL: ENGINE, _makeSnapshot: true });
  const memory = pyodide.makeMemorySnapshot();
  setTimeout(() => void library.then((bytes) => saveSnapshot(bytes, memory)), SNAPSHOT_DELAY_MS);
  return pyodide;
}

/** Put the package where Python finds it. */
function unpack({ FS, runPython }: PyodideInterface, archive: ArrayBuffer): void {
  for (const [path, bytes] of filesInArchive(archive)) {
    FS.mkdirTree(PACKAGE_FOLDER + path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(PACKAGE_FOLDER + path, bytes, { canOwn: true });
  }
  runPython(`import sys; sys.path_importer_cache.pop("${PACKAGE_FOLDER.slice(0, -1)}", None)`); // the folder was empty
}
