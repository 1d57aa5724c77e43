"""The trimmed Python library of a site: the package imports nothing that is missing, and missing modules say so."""

import ast
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_engine import ENGINE, compile_package, node, sources

pytestmark = pytest.mark.thorough

START_ENGINE = """
const [engine, code] = process.argv.slice(-2);
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import(`file://${engine}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${engine}/` });
python.unpackArchive(new Uint8Array(readFileSync(`${engine}/prikup.zip`)), "zip");
try {
  python.runPython(code);
} catch (error) {
  console.log(error.message);
}
"""
"""Start the engine as in a tab, but in Node, and print the output of some code, or its failure."""
NEVER_IN_A_TAB = {"filelock", "prikup.solver.native"}
"""A lock for files written by two programs, and the native solver: a tab has its own."""


@pytest.fixture(scope="module")
def package_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the engine's package."""
    file = tmp_path_factory.mktemp("sources") / "prikup.zip"
    sources(file)
    return file


def engine_output(code: str) -> str:
    """Return what the engine prints when it runs some code."""
    command = (node(), "--input-type=module", "-e", START_ENGINE, "--", str(ENGINE), code)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_site_library_has_all_imports_of_package(package_sources: Path) -> None:
    modules = sorted(set(_imports(package_sources)) - NEVER_IN_A_TAB)
    code = f"""
from importlib.util import find_spec
print([name for name in {modules} if find_spec(name) is None])"""
    assert len(modules) > 30
    assert engine_output(code).strip() == "[]"


def test_site_library_names_omitted_module() -> None:
    for name in ("sqlite3", "tkinter", "xml.dom", "unittest"):
        assert f"ModuleNotFoundError: No module named '{name.partition('.')[0]}'" in engine_output(f"import {name}"), (
            name
        )


def test_site_traceback_names_source_lines() -> None:
    output = engine_output("import prikup.rules.text_format, json\njson.loads('{')")
    assert "json.decoder.JSONDecodeError: Expecting property name" in output
    assert 'File "/lib/python314.zip/json/decoder.py", line ' in output
    solver = "from types import SimpleNamespace\nsolver = SimpleNamespace(threads=1)\n"
    output = engine_output(
        f"{solver}from prikup.device.javascript_api import begin\nbegin(None, solver, '[]', None, None)"
    )
    assert "msgspec.ValidationError: Expected `object`, got `array`" in output
    assert 'prikup/device/javascript_api.py", line ' in output
    assert ", in begin" in output


def test_site_archives_are_reproducible(package_sources: Path, tmp_path: Path) -> None:
    names = ("python_stdlib.zip", "prikup.zip")
    shutil.copy(package_sources, tmp_path)
    compile_package(tmp_path)
    for name in names:
        assert (tmp_path / name).read_bytes() == (ENGINE / name).read_bytes(), f"{name}: run make site"


def _imports(package_file: Path) -> Iterator[str]:
    """Yield the external modules that the package imports anywhere."""
    with zipfile.ZipFile(package_file) as archive:
        for name in archive.namelist():
            for node in ast.walk(ast.parse(archive.read(name))) if name.endswith(".py") else ():
                if isinstance(node, ast.Import):
                    yield from (alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module
