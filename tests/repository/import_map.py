"""Draw the packages and their imports into docs/architecture.md: `python tests/repository/import_map.py [--write]`.

The diagram is derived from the imports themselves, including imports in functions and for the type checker. An arrow
points at the imported package. Arrows that follow from other arrows are left out.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

__all__ = ["MODULES", "SOURCE", "drawing", "imported_modules", "is_current", "package_of"]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "prikup"
DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: made by `python tests/repository/import_map.py --write` -->\n", "<!-- end of rooms -->\n"

LABELS = {
    "rules": "the rules' vocabulary<br>cards tricks auction exchange<br>sheet options state game match",
    "games": "games/NAME<br>a game as its rule sheet",
    "history": "history<br>log, notation, shuffle",
    "worlds": "worlds<br>the deals that agree with a View",
    "narration": "narration<br>what happened, as keys and numbers",
    "claims": "claims<br>agreements on the remaining tricks",
    "locale": "locale<br>sentences, by Fluent",
    "solver": "solver<br>open hands, solved in C++",
    "bots": "bots<br>computer players, arena",
    "env": "env<br>the games as learning environments",
    "positions": "positions<br>open hands, and the parser of pasted ones",
    "review": "review<br>the cost of each decision",
    "statistics": "statistics<br>sums over finished deals",
    "ratings": "ratings<br>the strength of people, by game",
    "problems": "problems<br>a question, its answer proved",
    "table": "table<br>A TABLE IN PLAY, FOR ANY HOST",
    "archive": "archive<br>finished matches, for any host",
    "api": "api<br>the HTTP API: routes and their structs",
    "server": "server<br>host one: many tables for the web",
    "device": "device<br>host three: one person's tables,<br>in a browser without a server",
    "terminal": "terminal<br>host two: a table in this process,<br>or a client of a server",
}


def _name(path: Path) -> str:
    return ".".join(("prikup", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {_name(path): path for path in sorted(SOURCE.rglob("*.py"))}
"""The source files of the package, by module name."""


IMPORT = re.compile(r"^ *(?:from (prikup[\w.]*) import (\([^)]*\)|.*)|import (prikup[\w.]*))", re.MULTILINE)


@cache
def imported_modules(module: str) -> frozenset[str]:
    """Return the modules of this package that a module imports anywhere."""
    modules: set[str] = set()
    for package, names, module_name in IMPORT.findall(MODULES[module].read_text()):
        members = {f"{package}.{name}" for name in re.findall(r"\w+", names)} & MODULES.keys()
        modules |= members or {package or module_name}
    return frozenset(modules & MODULES.keys() - {module})


def package_of(module: str) -> str:
    """Return the package that represents a module in the diagram."""
    first = module.split(".")[1] if "." in module else ""
    return "worlds" if first == "sure_tricks" else first


def drawing() -> str:
    """Return the diagram as a Mermaid flowchart; an importing package is above the packages that it imports."""
    edges: dict[str, set[str]] = defaultdict(set)
    for module in MODULES:
        for imported_module in imported_modules(module):
            if (
                package_of(module) in LABELS
                and package_of(imported_module) in LABELS
                and package_of(module) != package_of(imported_module)
            ):
                edges[package_of(module)].add(package_of(imported_module))
    order = list(TopologicalSorter(edges).static_order())[::-1]
    lines = ["flowchart TD"]
    lines += (f'    {name}["{LABELS[name]}<br><i>{_count(name)}</i>"]' for name in order)
    lines += (
        f"    {importer} --> {imported_package}"
        for importer in order
        for imported_package in sorted(_direct(edges, importer))
    )
    return "\n".join(lines)


def _count(name: str) -> str:
    files = [path for module, path in MODULES.items() if package_of(module) == name]
    lines = sum(len(path.read_text().splitlines()) for path in files)
    return f"{len(files)} files, {round(lines, -2) if lines > 99 else lines} lines"


def _direct(edges: Mapping[str, set[str]], name: str) -> set[str]:
    """Return the imports of a package that do not follow from its other imports."""
    imports = edges[name]
    return imports - {indirect_import for package in imports for indirect_import in _transitive_imports(edges, package)}


def _transitive_imports(edges: Mapping[str, set[str]], name: str) -> Iterator[str]:
    for package in edges.get(name, ()):
        yield package
        yield from _transitive_imports(edges, package)


def insert_diagram(document: str) -> str:
    """Return the text of the document with the current diagram."""
    head, _, remainder = document.partition(BEGIN)
    _, _, tail = remainder.partition(END)
    return f"{head}{BEGIN}\n```mermaid\n{drawing()}\n```\n\n{END}{tail}"


def is_current() -> bool:
    """Return whether the diagram in the document is up to date, apart from the sizes of packages."""
    return _arrows(DOCUMENT.read_text().splitlines()) == _arrows(drawing().splitlines())


def _arrows(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if line.startswith("    ") and " --> " in line]


if __name__ == "__main__":
    if "--write" in sys.argv:
        DOCUMENT.write_text(insert_diagram(DOCUMENT.read_text()))
    else:
        sys.stdout.write(drawing() + "\n")
