"""Tests that imports of the browser client go down the layers in docs/architecture.md, and never in a circle."""

import re
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from os.path import normpath
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web" / "src"
FILES = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in (".ts", ".svelte")]
IMPORT = re.compile(r'\b(?:from\s+|import\s*\(?\s*|new URL\(\s*)"(\.[^"]+)"')
"""A pattern for the path in an import: of a value, a type, a lazily loaded component or a worker."""
LAYER = re.compile(r"^\| `web/src/([\w.]+)/?` \|", re.MULTILINE)
"""A pattern for the first cell of a table row that names a folder or file of `web/src`."""


def _layers() -> list[str]:
    """Return the folders and files of `web/src` from the bottom up, in the order of the document's table."""
    document = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, section = document.partition("## The browser client\n")
    return LAYER.findall(section.partition("\n## ")[0])[::-1]


@cache
def _imports(file: Path) -> list[Path]:
    """Return the files of `web/src` that a file imports anywhere and in any way."""
    paths = [normpath(file.parent / path) for path in IMPORT.findall(file.read_text(encoding="utf-8"))]
    files = [Path(path + suffix) for path in paths for suffix in ("", ".ts")]
    return [path for path in files if path.is_file() and path.is_relative_to(SOURCES)]


def _circle(folder: Path) -> list[str]:
    """Return the entries of a folder that import one another in a circle, or [] if there is no circle."""
    graph: dict[str, set[str]] = defaultdict(set)
    for file in FILES:
        for imported_file in _imports(file):
            if file.is_relative_to(folder) and imported_file.is_relative_to(folder):
                importer, target = (path.relative_to(folder).parts[0] for path in (file, imported_file))
                if importer != target:
                    graph[importer].add(target)
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_web_layers_are_the_folders_and_files_of_the_sources() -> None:
    sources = {path.name for path in SOURCES.iterdir() if not path.name.endswith(".d.ts")}
    assert sorted(_layers()) == sorted(sources)


def test_web_imports_go_down_the_layers() -> None:
    level = {name: index for index, name in enumerate(_layers())}
    imports = [(file.relative_to(SOURCES), target.relative_to(SOURCES)) for file in FILES for target in _imports(file)]
    assert len(imports) > 1000
    upward = [f"{file} imports {target}" for file, target in imports if level[target.parts[0]] > level[file.parts[0]]]
    assert not upward, "a layer of the browser client imports none above it:\n" + "\n".join(upward)


def test_web_imports_form_no_circle_in_any_folder() -> None:
    folders = {SOURCES, *(file.parent for file in FILES)}
    circles = {str(folder.relative_to(ROOT)): circle for folder in sorted(folders) if (circle := _circle(folder))}
    assert not circles
