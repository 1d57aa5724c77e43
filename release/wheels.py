"""Build everything that a release publishes: `python release/wheels.py`, into dist.

The sdist (the archive of sources) comes first, and every wheel is built from it. For each of the processors x86-64 and
aarch64 there are two wheels: one for Python 3.11, and one for all later versions (the stable ABI). They are compiled by
Zig for a C library old enough for nearly every Linux. One more wheel, without the solver, is for all other systems.
requirements.txt pins the wheels and their dependencies.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from email import message_from_bytes
from pathlib import Path

from bill_of_materials import Piece, bill, client_pieces, linked_pieces
from python_versions import OLDEST, STABLE_ABI_VERSIONS, NoInterpreter, interpreter

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
WORK = ROOT / "build" / "release"
GLIBC = (2, 17)
"""The oldest C library with which the wheels run: glibc of 2012, `manylinux2014`."""
PROCESSORS = ("x86_64", "aarch64")
WITHOUT_SOLVER = ("wheel.cmake=false", "wheel.platlib=false", "wheel.py-api=py3")
BILL = "prikup.cdx.json"


def main() -> None:
    """Build the sdist, all wheels and requirements.txt into an emptied folder dist, and print their sizes."""
    builders = [_builder(OLDEST), _builder(*STABLE_ABI_VERSIONS)]
    for folder in (DIST, WORK / "wheels", WORK / "source"):
        shutil.rmtree(folder, ignore_errors=True)
    DIST.mkdir()
    git_log = subprocess.run(("git", "log", "-1", "--format=%ct"), cwd=ROOT, capture_output=True, text=True, check=True)
    os.environ["SOURCE_DATE_EPOCH"] = git_log.stdout.strip()  # reproducible: the same commit makes the same bytes
    source = _source(builders[0])
    client = client_pieces(source / "src" / "prikup" / "server" / "client")
    _publish(_wheel(builders[0], source, WORK / "wheels" / "any", *WITHOUT_SOLVER), client)
    for processor in PROCESSORS:
        for builder in builders:
            _publish(_build_native_wheel(builder, source, processor), [*client, *linked_pieces()])
    built_files = sorted(DIST.iterdir())
    _run(sys.executable, "-m", "twine", "check", "--strict", *built_files)
    (DIST / "requirements.txt").write_text(_requirements_text(built_files), "utf-8")
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size // 1000:6} kB  {path.relative_to(ROOT)}")


def _builder(*versions: str) -> Path:
    """Return an interpreter, with the build tools installed, for the first of `versions` that is available."""
    for version in versions:
        try:
            python = interpreter(version)
        except NoInterpreter as missing:
            print(missing, file=sys.stderr)
            continue
        folder = WORK / f"python{version}"
        if not (folder / "ready").exists():
            _run(python, "-m", "venv", "--clear", folder)
            requirements = ROOT / "requirements" / "play.txt"
            _run(folder / "bin" / "python", "-m", "pip", "install", "-qq", "--require-hashes", "-r", requirements)
            (folder / "ready").touch()
        return folder / "bin" / "python"
    raise SystemExit(f"A release needs a Python of {' or '.join(versions)}")


def _source(builder: Path) -> Path:
    """Make the sdist (the archive of sources), unpack it, and return the folder with its contents.

    `builder` is the Python interpreter that builds.
    """
    unpack_folder = WORK / "source"
    _run(builder, "-c", BACKEND, "sdist", DIST, folder=ROOT)
    (sdist,) = DIST.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpack_folder, filter="data")
    (folder,) = unpack_folder.iterdir()
    return folder


BACKEND = """
import sys
from scikit_build_core import build
what, folder, *settings = sys.argv[1:]
getattr(build, "build_" + what)(folder, dict(each.split("=", 1) for each in settings))
"""
"""A Python program that calls the build backend in the same way as pip and build do."""


def _wheel(
    builder: Path, source: Path, folder: Path, *settings: str, environment: Mapping[str, str | Path] | None = None
) -> Path:
    """Build a wheel into `folder`, which must not exist, and return the path of the wheel.

    `builder` is the Python interpreter that builds, `source` the folder of the sources, `settings` are options of the
    build backend, and `environment` are further environment variables.
    """
    folder.mkdir(parents=True)
    _run(builder, "-c", BACKEND, "wheel", folder, *settings, folder=source, environment=environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _build_native_wheel(builder: Path, source: Path, processor: str) -> Path:
    """Build a wheel for a processor from the folder `source`, and return the path of the wheel.

    `builder` is the Python interpreter that builds. This works on a machine with any processor, because Python's
    headers are the same on all.
    """
    tools = _zig(processor)
    version = builder.parents[1].name.removeprefix("python")
    suffix = f".cpython-{version.replace('.', '')}-{processor}-linux-gnu.so"
    wheel = _wheel(
        builder,
        source,
        WORK / "wheels" / f"{version}-{processor}",
        f"cmake.define.CMAKE_AR={tools / 'ar'}",
        f"cmake.define.CMAKE_RANLIB={tools / 'ranlib'}",
        "cmake.define.NB_HAS_MTLS_GNU2=OFF",  # glibc before 2.40 loses registers with this option
        environment={
            "CXX": tools / "c++",
            "_PYTHON_HOST_PLATFORM": f"linux-{processor}",
            "SETUPTOOLS_EXT_SUFFIX": suffix,
        },
    )
    platform = f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{processor}"  # the platform tag that the release tests check
    _run(sys.executable, "-m", "wheel", "tags", "--remove", "--platform-tag", platform, wheel)
    return wheel.with_name(wheel.name.replace(f"linux_{processor}", platform))


def _zig(processor: str) -> Path:
    """Return a folder with programs that call Zig to compile for a processor.

    The programs are needed because CMake expects one file per tool, without options.
    """
    folder = WORK / f"zig-{processor}"
    folder.mkdir(parents=True, exist_ok=True)
    target = f"{processor}-linux-gnu.{GLIBC[0]}.{GLIBC[1]}"
    for tool, options in (("c++", f"-target {target} "), ("ar", ""), ("ranlib", "")):
        program = folder / tool
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m ziglang {tool} {options}"$@"\n')
        program.chmod(0o755)
    return folder


def _publish(wheel: Path, pieces: list[Piece]) -> None:
    """Add the bill of materials to a wheel, and write the wheel to dist.

    The bill lists the third-party components `pieces`.
    """
    folder = wheel.parent / "unpacked"
    _run(sys.executable, "-m", "wheel", "unpack", "--dest", folder, wheel)
    (about,) = folder.glob("*/*.dist-info")
    metadata = message_from_bytes((about / "METADATA").read_bytes())
    (about / "sboms").mkdir()
    (about / "sboms" / BILL).write_text(bill(metadata["Version"], metadata["License-Expression"], pieces), "utf-8")
    _run(sys.executable, "-m", "wheel", "pack", "--dest-dir", DIST, about.parent)


def _requirements_text(built_files: Sequence[Path]) -> str:
    """Return the text of requirements.txt, by which an operator installs this release on a server.

    It lists the release and all its dependencies, with hashes. `built_files` are the sdist and the wheels.
    """
    (sdist,) = (path for path in built_files if path.name.endswith(".tar.gz"))
    release = sdist.name.removeprefix("prikup-").removesuffix(".tar.gz")
    hashes = [f"--hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}" for path in built_files]
    dependencies = (ROOT / "requirements" / "serve.txt").read_text("utf-8")
    return " \\\n    ".join((f"prikup[play,postgres,serve]=={release}", *hashes)) + "\n" + dependencies


def _run(*command: str | Path, folder: Path | None = None, environment: Mapping[str, str | Path] | None = None) -> None:
    """Run a program in `folder`, with `environment` added to the environment variables.

    If the program fails, exit with its command line and its output.
    """
    process = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if process.returncode:
        raise SystemExit(f"{shlex.join(map(str, command))}\n{process.stdout}")


if __name__ == "__main__":
    main()
