"""The engine of a site: everything that a browser's worker needs to host tables.

It consists of Pyodide from npm, its msgspec wheel from PyPI, the package of rules, players and tables, and the solver
in WebAssembly. Python's standard library is reduced to what these import; see `site_library.py`.
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
"""The folder of the third-party wheel included in the engine."""
LOCK = "pyodide-lock.json"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LOCK)
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
TEXTS = ("answer_parser", "html_page", "printout", "sentences", "sheet_svg")
EXCLUDED_PATHS = (
    *("server/", "terminal/", "env/", "locale/", "solver/kernel/", "cli.py", "bots/arena.py"),
    *("problems/open_generator.py", "problems/hidden_generator.py", "problems/random_deals.py"),
    *(f"scorer/{name}.py" for name in TEXTS),
)
"""Parts of the package that serve no page of a site, or that a browser has in another form."""
DATA = ("open_problems.jsonl",)
"""Files of the package that are read there, besides code and JSON."""


class Alike(msgspec.Struct):
    """A character, or several, that another one looks like."""

    c: str


def fill(engine: Path) -> None:
    """Fill a folder with the engine."""
    shutil.rmtree(engine, ignore_errors=True)
    engine.mkdir(parents=True)
    for name in INTERPRETER:
        shutil.copyfile(PYODIDE / name, engine / name)
    shutil.copyfile(SOLVER_WASM, engine / "solver.wasm")
    _codec()
    sources(engine / "prikup.zip")
    compile_package(engine)


def node() -> str:
    """Return the Node that `make` has set up, or that of the machine."""
    node_path = shutil.which("node", path=os.pathsep.join((str(ROOT / "build" / "node" / "bin"), os.environ["PATH"])))
    assert node_path, "make sets up Node"
    return node_path


def _codec() -> None:
    """Fetch msgspec's wheel for Pyodide: the locked version, verified by its hash."""
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
    """Compile the package together with msgspec and the parts of the standard library that both need."""
    (wheel,) = WHEELS.glob("*.whl")
    script = ROOT / "release" / "site_library.mjs"
    subprocess.run((node(), str(script), str(PYODIDE), str(engine), str(wheel)), check=True)
    # None of the packages that Pyodide knows is loaded by name.
    package_lock = json.loads((PYODIDE / LOCK).read_bytes())
    (engine / LOCK).write_bytes(msgspec.json.encode({**package_lock, "packages": {}}))


def sources(file: Path) -> None:
    """Pack what hosts a table, with fixed file times, so that the same sources make the same archive."""
    source = ROOT / "src"
    looks = files("confusable_homoglyphs")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted((source / "prikup").rglob("*")):
            name = path.relative_to(source).as_posix()
            is_included = path.suffix in (".py", ".json") or path.name in DATA
            if is_included and not name.removeprefix("prikup/").startswith(EXCLUDED_PATHS):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for lang in LANGUAGES:  # languages are found by their files; the messages are in the client
            archive.writestr(zipfile.ZipInfo(f"prikup/locale/{lang}.ftl"), b"")
        # Only the look-alike characters of this library's data are used, not their names.
        data = msgspec.json.decode((looks / "confusables.json").read_bytes(), type=dict[str, list[Alike]])
        archive.writestr(zipfile.ZipInfo("confusable_homoglyphs/__init__.py"), b"")
        confusables_entry = zipfile.ZipInfo("confusable_homoglyphs/confusables.json")
        archive.writestr(confusables_entry, msgspec.json.encode(data), zipfile.ZIP_DEFLATED)
