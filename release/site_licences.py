"""Collect the licences of the components of a site's engine, to append them to the client's in `licenses.txt`.

The texts come from the places where the components were built or downloaded; a missing text fails the build. For
components that are only included inside others, the result has their names and the web addresses of their texts.
"""

import json
import sysconfig
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import ziglang
from site_engine import PYODIDE

__all__ = ["licence_text", "pieces"]

HEADING = "# {name} {version} ({licence})\n\n{text}\n"
MODULES = PYODIDE.parent
PYODIDE_NOTE = """Pyodide contains, besides CPython, what Emscripten links into it: its own runtime and libc++ (MIT or
Apache-2.0 with the LLVM exception, https://github.com/emscripten-core/emscripten/blob/main/LICENSE), musl (MIT), zlib,
bzip2, liblzma, zstd, libffi, SQLite and HACL*. The recipes and licences of all are in its source:
https://github.com/pyodide/pyodide/tree/{version}
"""
UNICODE = """The table of characters that look alike is Unicode's (UTS 39), Copyright © Unicode, Inc.:
Unicode License v3, https://www.unicode.org/license.txt
"""


class Licenced(NamedTuple):
    """A component of the engine: its name, version, licence name and licence text."""

    name: str
    version: str
    licence: str
    text: str


def licence_text(engine: Path) -> str:
    """Return the licences of the engine in the folder `engine`, in the format of the client's licence file.

    Each licence has a heading line, followed by its text.
    """
    return "\n".join(HEADING.format(**piece._asdict() | {"text": piece.text.strip()}) for piece in pieces(engine))


def pieces(engine: Path) -> list[Licenced]:
    """Return the third-party components of the engine in the folder `engine`."""
    pyodide_package = json.loads((PYODIDE / "package.json").read_bytes())
    python = json.loads((engine / "pyodide-lock.json").read_bytes())["info"]["python"]
    mozilla = json.loads((MODULES / "lightningcss" / "package.json").read_bytes())
    assert pyodide_package["license"] == mozilla["license"] == "MPL-2.0"
    zig = Path(ziglang.__file__).parent
    confusables = distribution("confusable_homoglyphs")
    return [
        Licenced("pyodide", pyodide_package["version"], "MPL-2.0", _pyodide(pyodide_package["version"])),
        # The text comes from the Python that runs the build: it is the same for all versions.
        Licenced("cpython", python, "PSF-2.0", _read(Path(sysconfig.get_path("stdlib")) / "LICENSE.txt")),
        *_wheel_licences(engine),
        Licenced("confusable-homoglyphs", confusables.version, "MIT AND Unicode-3.0", _looks_alike()),
        Licenced(
            "libc++ of Zig", _zig(), "Apache-2.0 WITH LLVM-exception", _read(zig / "lib" / "libcxx" / "LICENSE.TXT")
        ),
        Licenced(
            "wasi-libc of Zig", _zig(), "MIT AND Apache-2.0 WITH LLVM-exception", _wasi(zig / "lib" / "libc" / "wasi")
        ),
        Licenced("compiler-rt of Zig", _zig(), "MIT", _read(zig / "LICENSE")),
    ]


def _pyodide(version: str) -> str:
    """Return the licence text of this version of Pyodide (Python for browsers).

    Pyodide's package names the Mozilla Public License but does not contain its text; the package `lightningcss` does.
    """
    return f"{PYODIDE_NOTE.format(version=version)}\n{_read(MODULES / 'lightningcss' / 'LICENSE')}"


def _wheel_licences(engine: Path) -> Iterator[Licenced]:
    """Yield the licences of those packages of the engine that were downloaded as wheels, from their metadata."""
    with zipfile.ZipFile(engine / "prikup.zip") as archive:
        for file in archive.namelist():
            folder, _, name = file.partition(".dist-info/licenses/")
            if name == "LICENSE":
                package, version = folder.split("-")
                yield Licenced(package, version, "BSD-3-Clause", archive.read(file).decode())


def _looks_alike() -> str:
    licence = distribution("confusable_homoglyphs").read_text("LICENSE")
    assert licence, "confusable_homoglyphs no longer brings its licence"
    return f"{UNICODE}\n{licence}"


def _wasi(folder: Path) -> str:
    return "\n".join(_read(folder / name) for name in ("LICENSE", "LICENSE-MIT", "libc-top-half/musl/COPYRIGHT"))


def _zig() -> str:
    return distribution("ziglang").version


def _read(file: Path) -> str:
    return file.read_text("utf-8")
