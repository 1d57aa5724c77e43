"""The contents of every file that `make release` wrote to dist."""

import hashlib
import json
import re
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from release.release_files import DIST, ROOT, WHEELS, Wheel

TAGS = {
    "py3-none-any",
    "cp311-cp311-manylinux_2_17_x86_64",
    "cp311-cp311-manylinux_2_17_aarch64",
    "cp312-abi3-manylinux_2_17_x86_64",
    "cp312-abi3-manylinux_2_17_aarch64",
}
MACHINES = {"x86_64": 62, "aarch64": 183}
"""ELF machine numbers of processors."""
LINKED_COMPONENTS = {"nanobind", "robin-map", "libc++", "libc++abi", "libunwind", "compiler-rt of Zig"}
LICENCES = {path.name: path.read_bytes() for path in (ROOT / "LICENSE", *(ROOT / "licenses").glob("*.txt"))}
LICENCE_OF = {"libc++": "llvm", "libc++abi": "llvm", "libunwind": "llvm", "compiler-rt of Zig": "zig"}
"""Licence files in licenses/ whose name differs from the component's."""

KINDS = {".html", ".js", ".css", ".json", ".svg", ".woff2", ".txt", ".br", ".gz"}
"""File types of the browser client."""

each_wheel = pytest.mark.parametrize("path", WHEELS, ids=lambda path: path.stem)


def test_release_contains_all_files() -> None:
    assert {Wheel(path).tag for path in WHEELS} == TAGS, "make release"
    assert len(list(DIST.iterdir())) == len(TAGS) + len(("the sdist", "requirements.txt"))


@each_wheel
def test_wheel_contains_exactly_the_package(path: Path) -> None:
    wheel, sources = Wheel(path), ROOT / "src"
    wheel_names = {name for name in wheel.files if ".dist-info/" not in name}
    client_folder = "prikup/server/client/"
    files = (file for file in (sources / "prikup").rglob("*") if file.is_file() and file.suffix not in (".so", ".pyc"))
    names = (file.relative_to(sources).as_posix() for file in files)
    source_names = {name for name in names if not name.startswith(client_folder) and "/kernel/" not in name}
    client = {name for name in wheel_names if name.startswith(client_folder)}
    extension = {name for name in wheel_names if name.endswith(".so")}
    assert wheel_names == source_names | client | extension
    assert {"prikup/server/client/index.html", "prikup/server/client/licenses.txt"} <= client
    assert {Path(name).suffix for name in client} == KINDS
    for name in source_names:
        assert wheel.files[name] == (sources / name).read_bytes(), name


@each_wheel
def test_wheel_record_lists_all_files(path: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "wheel", "unpack", "--dest", tmp_path, path], check=True, capture_output=True)
    record = Wheel(path).metadata_file("RECORD").decode().splitlines()
    assert {line.rsplit(",", 2)[0] for line in record} == set(Wheel(path).files)


@each_wheel
def test_wheel_metadata_is_complete(path: Path) -> None:
    metadata = Wheel(path).metadata
    assert metadata["Name"] == "prikup"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert {"play", "serve", "postgres"} <= set(metadata.get_all("Provides-Extra", []))
    assert {"MIT", "OFL-1.1", "Apache-2.0"} <= licences_of(metadata["License-Expression"])


@each_wheel
def test_wheel_contains_all_licences(path: Path) -> None:
    wheel = Wheel(path)
    licence_files = wheel.metadata.get_all("License-File", [])
    assert {Path(name).name for name in licence_files} == set(LICENCES)
    for name in licence_files:
        assert wheel.metadata_file(f"licenses/{re.escape(name)}") == LICENCES[Path(name).name]


@each_wheel
def test_wheel_sbom_names_all_components(path: Path) -> None:
    wheel = Wheel(path)
    text = wheel.metadata_file(r"sboms/prikup\.cdx\.json").decode()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    bill = json.loads(text)
    assert bill["metadata"]["component"]["version"] == wheel.metadata["Version"]
    pieces = {piece["name"]: piece for piece in bill["components"]}
    locked_packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    client = wheel.files["prikup/server/client/licenses.txt"].decode()
    headings = {heading[0]: heading[1] for heading in re.findall(r"^# (\S+) (\S+) \(.+\)$", client, re.MULTILINE)}
    assert {"svelte", "@fluent/bundle", "@fontsource-variable/noto-sans"} <= set(headings)
    assert set(pieces) == set(headings) | (LINKED_COMPONENTS if wheel.extensions else set())
    for name, number in headings.items():
        assert number == pieces[name]["version"] == locked_packages[f"node_modules/{name}"]["version"]
    for name, piece in pieces.items():
        (licence_entry,) = piece["licenses"]
        licence = licence_entry.get("expression") or licence_entry["license"]["id"]
        assert licence in licences_of(wheel.metadata["License-Expression"])
        file = LICENCE_OF.get(name) or name.removeprefix("@").replace("/", "-")
        assert f"{file}.txt" in LICENCES
        assert name not in headings or LICENCES[f"{file}.txt"].decode().strip() in client


def licences_of(expression: str) -> set[str]:
    """Return the licences combined by AND."""
    return set(expression.split(" AND "))


@each_wheel
def test_wheel_extensions_match_platform_tag(path: Path) -> None:
    wheel = Wheel(path)
    if wheel.tag == "py3-none-any":
        assert not wheel.extensions
        assert b"Root-Is-Purelib: true" in wheel.metadata_file("WHEEL")
        return
    platform = wheel.tag.rsplit("-", 1)[1]
    assert wheel.extensions.keys() == {"solver", "env"}
    for code in wheel.extensions.values():
        (machine,) = struct.unpack_from("<H", code, 18)
        assert machine == MACHINES[platform.removeprefix("manylinux_2_17_")]
    process = subprocess.run(
        [sys.executable, "-m", "auditwheel", "show", "--json", path], check=True, capture_output=True, text=True
    )
    report = json.loads(process.stdout)
    assert (report["overall_tag"], report["external_libs"]) == (platform, {})


def test_sdist_contains_its_build_inputs() -> None:
    (sdist,) = DIST.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CMakeLists.txt", "pyproject.toml", "LICENSE"} <= names
    assert {"src/prikup/solver/kernel/solve.cpp", "src/prikup/env/kernel/binding.cpp"} <= names
    assert {f"licenses/{name}" for name in LICENCES if name != "LICENSE"} <= names
    assert "src/prikup/server/client/index.html" in names, "it is built without Node"
    assert not [name for name in names if re.search(r"node_modules|__pycache__|\.so$|(^|/)(build|dist|\.venv)/", name)]


def test_release_pins_match_its_files() -> None:
    requirements = (DIST / "requirements.txt").read_text()
    own_pins, dependency_pins = requirements.split("\n#", 1)
    release_files = [path for path in DIST.iterdir() if path.name != "requirements.txt"]
    assert set(re.findall(r"sha256:(\w+)", own_pins)) == {
        hashlib.sha256(path.read_bytes()).hexdigest() for path in release_files
    }
    assert all("==" in line for line in dependency_pins.splitlines() if re.match("[a-z]", line) and " \\" in line)
