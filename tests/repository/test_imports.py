"""Tests that imports go down the layers, and that the core has few dependencies."""

import subprocess
import sys
from graphlib import TopologicalSorter

from repository.import_map import MODULES, imported_modules, is_current

from prikup.games import GAMES

LAYERS = (
    ("control_characters", "languages", "name_comparison"),
    ("rules",),
    ("worlds", "sure_tricks", "solver"),
    ("games",),
    ("history",),
    ("narration", "statistics"),
    ("claims",),
    ("bots", "env", "locale"),
    ("scorer", "review", "problems", "ratings"),
    ("positions",),
    ("table",),
    ("archive",),
    ("api",),
    ("device", "server"),
    ("terminal",),
    ("cli",),
)
"""The packages in layers from the bottom up: a package imports no package of a later layer."""
INNER = {
    "rules": (
        ("errors",),
        ("cards",),
        ("tricks", "action_text", "auction", "exchange", "scoring_questions", "options", "presentation", "score_sheet"),
        ("match_standing", "objective", "role", "table_text", "time_limit"),
        ("state", "game_scoring"),
        ("phase", "game_analysis", "game_explanations"),
        ("game",),
        ("game_definition",),
        ("text_format", "match", "call_explanations"),
    ),
    "table": (
        ("fixed_deal", "turn_calendar", "host"),
        ("protocol", "table_settings"),
        ("name_rules", "person_ids"),
        ("state",),
        ("coach", "rated_match"),
        ("commands",),
        ("messages",),
        ("admission", "inbox", "scheduler"),
        ("commit",),
        ("actor",),
        ("registry", "opening"),
    ),
    "server": (
        ("logging", "metrics", "storage", "typescript", "lobby.messages", "lobby.seek_messages"),
        ("telemetry", "protocol_export"),
        ("accounts", "turns", "worker_processes", "nodes.lease", "nodes.chore_lease"),
        ("notices",),
        ("ratings",),
        ("archive",),
        ("http", "websocket", "retention", "nodes", "lobby", "turn_based"),
        ("config", "change_listener"),
        ("services",),
        ("connection_limits",),
        (
            "http.handler_helpers",
            "http.analysis_api",
            "http.archive_api",
            "http.lobby_api",
            "http.notices_api",
            "http.people_api",
            "http.problems_api",
            "http.routing",
            "http.friends_api",
            "http.score_api",
            "http.shared_score_api",
            "http.statistics_api",
            "http.turns_api",
            "http.api",
            "http.middleware",
            "websocket.endpoint",
        ),
        ("http.app",),
        ("process",),
    ),
    "device": (
        ("table_store", "background_worker", "bot_speed"),
        ("backup_import", "deal_reviews"),
        ("finished_matches",),
        ("host",),
        ("javascript_api",),
    ),
    "terminal": (("words",), ("render",), ("client",), ("host",), ("cli",)),
}
"""The layers of modules within some packages, also from the bottom up."""


def _place(levels: dict[str, int], module: list[str]) -> int:
    """Return the layer of a module within its package: its own layer if it is listed, otherwise its folder's layer."""
    full_name = ".".join(module[1:3])
    return levels[full_name] if full_name in levels else levels[module[1]]


def _levels(layers: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {name: level for level, names in enumerate(layers) for name in names}


LEVEL = _levels(LAYERS)
LEVELS_WITHIN = {room: _levels(layers) for room, layers in INNER.items()}


def _is_downward(importer: list[str], target: list[str]) -> bool:
    """Return whether a module may import another; both are lists of names below `prikup`."""
    if importer[0] != target[0]:
        return LEVEL[target[0]] <= LEVEL[importer[0]]
    if len(importer) == 1 or len(target) == 1:
        return True
    if importer[0] == "games":
        return target[1] in (importer[1], "heuristics")
    inner = LEVELS_WITHIN.get(importer[0])
    return inner is None or _place(inner, target) <= _place(inner, importer)


def test_imports_never_point_upward() -> None:
    upward_imports = [
        f"{module} imports {name}"
        for module in sorted(MODULES.keys() - {"prikup"})
        for name in sorted(imported_modules(module) - {"prikup"})
        if not _is_downward(module.split(".")[1:], name.split(".")[1:])
    ]
    assert not upward_imports, "a package imports none above it, and no game imports another:\n" + "\n".join(
        upward_imports
    )


def test_imports_have_no_cycles() -> None:
    graph = {name: imported_modules(name) for name in MODULES}
    list(TopologicalSorter(graph).static_order())  # raises CycleError with the modules of a cycle


def test_import_map_is_current() -> None:
    assert is_current(), "run: python tests/repository/import_map.py --write"


def test_layers_list_all_modules() -> None:
    assert {module.split(".")[1] for module in MODULES if module != "prikup"} == set(_levels(LAYERS))
    for room, layers in INNER.items():
        inner = {module.split(".")[2] for module in MODULES if module.startswith(f"prikup.{room}.")}
        assert inner == {name.partition(".")[0] for name in _levels(layers)}


FOLDERS = [kind.folder.name for kind in GAMES.values()]
LAZY = {f"prikup.games.{folder}" for folder in FOLDERS}
"""The modules that are imported when a game is loaded."""


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_core_needs_msgspec_only() -> None:
    core = "import sys, prikup.history.log, prikup.history.notation, prikup.claims, prikup.bots; "
    core += "from prikup.games import GAMES; "
    loaded_modules = _run(core + "list(GAMES.values()); print(*sys.modules)").split()
    assert {f"prikup.games.{folder}.rules" for folder in FOLDERS} <= set(loaded_modules)
    tops = {name.partition(".")[0] for name in loaded_modules}
    assert "msgspec" in tops
    assert not tops & {"numpy", "asyncio", "rich", "typer", "fluent", "hypothesis", "pytest"}


def test_game_is_imported_on_demand() -> None:
    code = "import sys; from prikup.games import GAMES, game; assert len(GAMES) == len(list(GAMES)); "
    assert not LAZY & set(_run(code + "print(*sys.modules)").split())
    name, folder = next(iter(GAMES)), FOLDERS[0]
    loaded_modules = set(_run(code + f"game({name!r}); print(*sys.modules)").split())
    assert LAZY & loaded_modules == {f"prikup.games.{folder}"}
