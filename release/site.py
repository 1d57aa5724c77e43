"""Make a site of a client that is built for a static server: `python release/site.py`, in build/site.

The engine is Pyodide from npm, msgspec's wheel for it from PyPI, the package of the rules, the players and the table,
and the solver in WebAssembly: all that the worker of a browser needs to host tables. A manifest and icons let
it be installed, and its service worker is told which files there are.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import msgspec
from site_build import DOCUMENT, PACKED, SITE, WORKER, seal
from site_icons import icon
from solver_wasm import COMPILED

from prikup.games import GAMES
from prikup.languages import LANGUAGES
from prikup.table.catalogue import catalogue
from prikup.table.table_settings import Timing

ROOT = Path(__file__).parents[1]
ENGINE = SITE / "engine"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; object-src 'none'"
SIGN = ROOT / "web" / "public" / "mark.svg"
PAPER, SHEET = "#f4efe6", (0xF4, 0xEF, 0xE6)
"""The colour of the page in the light (`web/src/styles/tokens.css`)."""
ICONS = {"icon-192.png": (192, 1, None), "icon-512.png": (512, 1, None), "maskable-512.png": (512, 0.8, SHEET)}
"""The icons of the manifest: size, the share of it that the sign takes, ground. Launchers cut what is maskable."""
SHORTCUTS = {"score": "Score a real table", "problems": "Problems"}
MANIFEST, TOUCH_ICON = "manifest.webmanifest", "touch-icon.png"
PAGES = ("rules", *(f"rules/{game}" for game in GAMES), "score", "problems")
"""The pages that a site has beside the lobby, and that somebody may be led to who has never been there."""
ELSEWHERE = ("server/", "terminal/", "locale/", "review/", "problems/making.py", "solver/kernel/", "cli.py")
"""The parts of the package that answer no page of a site, or that a browser has otherwise."""
DATA = ("open_problems.jsonl",)
"""The files of the package that are read there, beside its code and what is JSON."""


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
    _installable()
    _doors()
    seal(SITE)
    size = sum(path.stat().st_size for path in ENGINE.iterdir())
    print(f"{size // 1000} kB  {ENGINE.relative_to(ROOT)}")


def _document() -> None:
    """Let the document itself say what may run there, as a static server may not, and what it is installed by."""
    document, policy = SITE / DOCUMENT, f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    text = document.read_text("utf-8").replace("<head>", f"<head>\n    {policy}")
    links = (f'<link rel="manifest" href="/{MANIFEST}" />', f'<link rel="apple-touch-icon" href="/{TOUCH_ICON}" />')
    document.write_text(text.replace("</head>", "".join(f"  {link}\n  " for link in links) + "</head>"), "utf-8")
    (SITE / "preloads.json").unlink()  # a server of tables reads it
    for name in (DOCUMENT, WORKER):  # which are others now than those that have been packed
        for suffix in PACKED:
            (SITE / f"{name}{suffix}").unlink()


def _installable() -> None:
    """Write the manifest, by which a browser offers to install the site, and its icons."""
    drawn = [{"src": "/mark.svg", "sizes": "any", "type": "image/svg+xml"}]
    for name, (size, shown, ground) in ICONS.items():
        (SITE / name).write_bytes(icon(SIGN, size, shown=shown, ground=ground))
        purpose = "maskable" if ground else "any"
        drawn.append({"src": f"/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    (SITE / TOUCH_ICON).write_bytes(icon(SIGN, 180, shown=0.9, ground=SHEET))
    manifest = {
        "id": "/",
        "name": "prikup",
        "short_name": "prikup",
        "description": "Old trick-taking card games, at one quiet table.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": drawn,
        "shortcuts": [{"name": name, "url": f"/{page}"} for page, name in SHORTCUTS.items()],
    }
    (SITE / MANIFEST).write_bytes(msgspec.json.encode(manifest))


def _doors() -> None:
    """Lay the document where a server finds it that knows nothing of pages: in their folders, and for what it lacks."""
    for page in PAGES:
        (SITE / page).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SITE / DOCUMENT, SITE / page / DOCUMENT)
    shutil.copyfile(SITE / DOCUMENT, SITE / "404.html")


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
            wanted = path.suffix in (".py", ".json") or path.name in DATA
            if wanted and not name.removeprefix("prikup/").startswith(ELSEWHERE):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for lang in LANGUAGES:  # a language is known by the name of its file; the words are in the client
            archive.writestr(zipfile.ZipInfo(f"prikup/locale/{lang}.ftl"), b"")
        for name in ("__init__.py", "_version.py", "confusables.json"):  # of which prikup reads the data alone
            there = zipfile.ZipInfo(f"confusable_homoglyphs/{name}")
            archive.writestr(there, (looks / name).read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
