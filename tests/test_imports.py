"""Imports go one way, and the core stays light."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import prikup

ROOT = Path(prikup.__file__).parent
LAYERS = (
    ("errors",),
    ("cards",),
    ("tricks", "auction", "exchange", "options", "sheet"),
    ("state",),
    ("game",),
    ("text_forms", "worlds", "match", "solver", "heuristics"),
    ("games",),
    ("history",),
    ("narration",),
    ("claims",),
    ("bots", "locale"),
    ("table",),
    ("server",),
    ("terminal",),
    ("cli",),
)
LEVEL = {module: level for level, modules in enumerate(LAYERS) for module in modules}
FILES = [path for path in sorted(ROOT.rglob("*.py")) if path != ROOT / "__init__.py"]


def _imported(path: Path) -> set[str]:
    """Return the modules of this package that a file imports when it runs, without those for the type checker."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("prikup"):
            found |= {node.module} if node.module != "prikup" else {f"prikup.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("prikup.")}
    return found


def _module(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT).with_suffix("").parts


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(_module(path)))
def test_imports_go_one_way(path: Path) -> None:
    here = _module(path)
    for name in _imported(path):
        there = name.split(".")[1:]
        assert LEVEL[there[0]] <= LEVEL[here[0]], f"{path.name} imports {name}"
        if here[0] == "games" and there[0] == "games" and len(there) > 1 and here[1] != "__init__":
            assert there[1] == here[1], "one game does not import another"


MODULES = {".".join(("prikup", *_module(path))).removesuffix(".__init__"): path for path in FILES}
LEFT = {"prikup.server.storage.database", "prikup.server.storage.migrate", "prikup.games.tuppi.rules"}
"""Modules that still stand in a cycle."""


def _neighbours(path: Path) -> set[str]:
    """Return the modules that a file imports anywhere: in a function and for the type checker, too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (names & MODULES.keys()) or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & MODULES.keys()


def test_no_imports_go_round() -> None:
    graph = {name: _neighbours(path) - {name} for name, path in MODULES.items() if name not in LEFT}
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the modules


def test_every_module_has_its_layer() -> None:
    assert {_module(path)[0] for path in FILES} == set(LEVEL)


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_core_needs_msgspec_alone() -> None:
    core = "import sys, prikup.history.log, prikup.history.notation, prikup.claims, prikup.bots; "
    core += "from prikup.games import GAMES; "
    loaded = _run(core + "list(GAMES.values()); print(*sys.modules)").split()
    assert {"prikup.games.paston.rules", "prikup.games.balkan.formats"} <= set(loaded)
    tops = {name.partition(".")[0] for name in loaded}
    assert "msgspec" in tops
    assert not tops & {"numpy", "asyncio", "rich", "typer", "fluent", "hypothesis", "pytest"}


def test_a_game_is_imported_when_it_is_asked_for() -> None:
    code = "import sys; from prikup.games import GAMES, game; assert len(GAMES) == len(list(GAMES)); "
    assert "prikup.games.tuppi" not in _run(code + "print(*sys.modules)").split()
    loaded = _run(code + "game('tuppi'); print(*sys.modules)").split()
    assert "prikup.games.tuppi.rules" in loaded
    assert "prikup.games.paston" not in loaded
