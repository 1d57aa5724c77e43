// Compiles the code of a site's engine: `node release/site_library.mjs PYODIDE ENGINE WHEEL`.
//
// The engine is started as the worker of a browser starts it, and compiles for itself, for bytecode is of one version of
// Python. What is compiled, and which modules of the library are, site_library.py says, which runs in there.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, engine, wheel] = process.argv.slice(2).map((path) => resolve(path));
const bytes = (path) => new Uint8Array(readFileSync(path));
const here = dirname(fileURLToPath(import.meta.url));

const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
// The seed settles in which order a set lies. Columns would be a third of the bytecode, and nobody sees a source there.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
await python.loadPackage(wheel, { messageCallback: () => undefined });
const sources = bytes(join(engine, "prikup.zip"));
python.unpackArchive(sources, "zip");
python.FS.writeFile("/site_library.py", bytes(join(here, "site_library.py")));
python.runPython("import sys; sys.path.insert(0, '/')");
const compiler = python.pyimport("site_library");
writeFileSync(join(engine, "python_stdlib.zip"), compiler.library().toJs());
writeFileSync(join(engine, "prikup.zip"), compiler.package(...[sources, bytes(wheel)].map((one) => python.toPy(one).tobytes())).toJs());
