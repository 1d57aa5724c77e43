"""Build the engine of a site: everything that a browser's worker needs to host tables.

The engine consists of Pyodide (Python for browsers) from npm, msgspec's wheel for Pyodide from PyPI, the package of
rules, players and tables, and the solver in WebAssembly. Python's standard library is reduced to the modules that this
code imports; see `site_library.py`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import msgspec
from service_worker_files import SITE
from solver_wasm import SOLVER_WASM

from prikup.languages import LANGUAGES

__all__ = ["ENGINE", "compile_package", "fill", "node", "sources"]

ROOT = Path(__file__).parents[1]
ENGINE = SITE / "engine"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / "build" / "tab" / "wheels"
"""The folder into which msgspec's wheel is downloaded."""
LOCK = "pyodide-lock.json"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LOCK)
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
TEXTS = ("answer_parser", "html_page", "printout", "sentences", "sheet_svg")
EXCLUDED_PATHS = (
    *("server/", "terminal/", "env/", "locale/", "solver/kernel/", "cli.py"),
    *(f"ratings/{name}.py" for name in ("anchor_matches", "model", "pool", "ranking", "standing", "suspects")),
    *(f"bots/{name}.py" for name in ("arena", "dataset", "imported_player", "leaderboard")),
    *("problems/open_generator.py", "problems/hidden_generator.py", "problems/random_deals.py"),
    *(f"scorer/{name}.py" for name in TEXTS),
)
"""The paths of those parts of the package that the engine leaves out.

No page of a site needs them, or the browser has them in another form.
"""
DATA = ("open_problems.jsonl",)
"""The names of the data files of the package that the engine includes besides code and JSON files."""


class Alike(msgspec.Struct):
    """One of the characters, or sequences of characters, that look like a certain character; `c` is its text."""

    c: str


def fill(engine: Path) -> None:
    """Write all files of the engine into the folder `engine`, after emptying it."""
    shutil.rmtree(engine, ignore_errors=True)
    engine.mkdir(parents=True)
    for name in INTERPRETER:
        shutil.copyfile(PYODIDE / name, engine / name)
    shutil.copyfile(SOLVER_WASM, engine / "solver.wasm")
    _codec()
    sources(engine / "prikup.zip")
    compile_package(engine)


def node() -> str:
    """Return the path of Node: the one that `make` has set up, or else the machine's own."""
    node_path = shutil.which("node", path=os.pathsep.join((str(ROOT / "build" / "node" / "bin"), os.environ["PATH"])))
    assert node_path, "make sets up Node"
    return node_path


def _codec() -> None:
    """Download msgspec's wheel for Pyodide: the locked version, verified by its hash."""
    requirements = (ROOT / "requirements" / "tab.txt").read_text("utf-8")
    pin = re.search(r"^msgspec==.*?(?=^\S)", requirements, re.MULTILINE | re.DOTALL)
    assert pin, "msgspec is locked"
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    requirement_file = WHEELS / "msgspec.txt"
    requirement_file.write_text(re.sub(r"^ +#.*\n", "", pin[0], flags=re.MULTILINE), "utf-8")
    download = ("-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:")
    command = (
        sys.executable,
        *download,
        "--require-hashes",
        *PLATFORM,
        "--dest",
        str(WHEELS),
        "-r",
        str(requirement_file),
    )
    subprocess.run(command, check=True)


def compile_package(engine: Path) -> None:
    """Compile the package, msgspec, and those parts of the standard library that both need, in the folder `engine`."""
    (wheel,) = WHEELS.glob("*.whl")
    script = ROOT / "release" / "site_library.mjs"
    subprocess.run((node(), str(script), str(PYODIDE), str(engine), str(wheel)), check=True)
    # The engine loads none of Pyodide's own packages, so their list is left out.
    package_lock = json.loads((PYODIDE / LOCK).read_bytes())
    (engine / LOCK).write_bytes(msgspec.json.encode({**package_lock, "packages": {}}))


def sources(file: Path) -> None:
    """Pack the sources of the package that the engine needs into the archive `file`.

    The same sources always make the same archive.
    """
    source = ROOT / "src"
    looks = files("confusable_homoglyphs")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted((source / "prikup").rglob("*")):
            name = path.relative_to(source).as_posix()
            is_included = path.suffix in (".py", ".json") or path.name in DATA
            if is_included and not name.removeprefix("prikup/").startswith(EXCLUDED_PATHS):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for lang in LANGUAGES:  # languages are found by these files; the messages are in the client
            archive.writestr(zipfile.ZipInfo(f"prikup/locale/{lang}.ftl"), b"")
        # Of this library's data only the look-alike characters are used, not the names of characters.
        data = msgspec.json.decode((looks / "confusables.json").read_bytes(), type=dict[str, list[Alike]])
        archive.writestr(zipfile.ZipInfo("confusable_homoglyphs/__init__.py"), b"")
        confusables_entry = zipfile.ZipInfo("confusable_homoglyphs/confusables.json")
        archive.writestr(confusables_entry, msgspec.json.encode(data), zipfile.ZIP_DEFLATED)
