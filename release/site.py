"""Put the engine beside a client that is built for a static server: `python release/site.py`, into build/site/engine.

It is Pyodide from npm, msgspec's wheel for it from PyPI, the package of the rules, the players and the table, and the
solver in WebAssembly: all that a browser's worker needs to host tables (`web/src/here`).
"""

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import msgspec
from solver_wasm import COMPILED

from prikup.table.catalogue import catalogue
from prikup.table.table_settings import Timing

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
ENGINE = SITE / "engine"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; object-src 'none'"
ELSEWHERE = ("server/", "terminal/", "locale/", "scorer/", "review/", "problems/", "solver/kernel/", "cli.py")
"""The parts of the package that host no table, or that a browser has otherwise."""


def main() -> None:
    """Fill the folder."""
    shutil.rmtree(ENGINE, ignore_errors=True)
    ENGINE.mkdir(parents=True)
    for name in INTERPRETER:
        shutil.copyfile(PYODIDE / name, ENGINE / name)
    shutil.copyfile(COMPILED, ENGINE / "solver.wasm")
    _codec()
    _package()
    _document()
    (ENGINE / "timing.json").write_bytes(msgspec.json.encode(Timing()))
    (SITE / "catalogue.json").write_bytes(msgspec.json.encode(catalogue()))
    size = sum(path.stat().st_size for path in ENGINE.iterdir())
    print(f"{size // 1000} kB  {ENGINE.relative_to(ROOT)}")


def _document() -> None:
    """Let the document itself say what may run there: a static server may send no headers."""
    document, policy = SITE / "index.html", f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    document.write_text(document.read_text("utf-8").replace("<head>", f"<head>\n    {policy}"), "utf-8")
    for name in ("index.html.br", "index.html.gz", "preloads.json"):  # of what has changed, and of what a server reads
        (SITE / name).unlink()


def _codec() -> None:
    """Fetch msgspec's wheel for Pyodide: the locked version, by its hash."""
    locked = (ROOT / "requirements" / "tab.txt").read_text("utf-8")
    found = re.search(r"^msgspec==.*?(?=^\S)", locked, re.MULTILINE | re.DOTALL)
    assert found, "msgspec is locked"
    wanted, folder = ENGINE.parent / "msgspec.txt", ENGINE / "wheels"
    wanted.write_text(re.sub(r"^ +#.*\n", "", found[0], flags=re.MULTILINE), "utf-8")
    download = ("-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:")
    command = (sys.executable, *download, "--require-hashes", *PLATFORM, "--dest", str(folder), "-r", str(wanted))
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    wheel.rename(ENGINE / wheel.name)
    (ENGINE / "packages.json").write_bytes(msgspec.json.encode([wheel.name]))
    folder.rmdir()
    wanted.unlink()


def _package() -> None:
    """Pack what hosts a table, each file with the same time: the same sources make the same archive."""
    source = ROOT / "src"
    looks = files("confusable_homoglyphs")
    with zipfile.ZipFile(ENGINE / "prikup.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted((source / "prikup").rglob("*")):
            name = path.relative_to(source).as_posix()
            if path.suffix in (".py", ".json") and not name.removeprefix("prikup/").startswith(ELSEWHERE):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for name in ("__init__.py", "_version.py", "confusables.json"):  # of which prikup reads the data alone
            there = zipfile.ZipInfo(f"confusable_homoglyphs/{name}")
            archive.writestr(there, (looks / name).read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
