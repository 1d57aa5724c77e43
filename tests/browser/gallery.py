"""The scenes of every game, and other data that browser tests need about a game.

Scenes of each phase are found automatically. Scenes that need certain house rules or calls, and extra ones, are in
tests/games/NAME_browser_scenes.py under the names used in this module: `SCENES`, `LOOKS`, `PICTURES`, `LONG`, `SHORT`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_args, get_type_hints

from browser.prepared_tables import Visit
from browser.scenes import Scene, user_to_act, user_to_play
from support.example_games import example
from support.long_matches import find_long_rules

from prikup.games import GAMES

__all__ = [
    "CALLING",
    "FIRST",
    "LOOKS",
    "PICTURES",
    "PLAYING",
    "RESTING",
    "SCENES",
    "SHORT",
    "long_rules",
    "scenes_named",
]


def _own_definition(game: str, constant: str) -> Any:
    """Return what a game's own module defines under this name, or None."""
    name = f"games.{GAMES[game].folder.name}_browser_scenes"
    return getattr(import_module(name), constant, None) if find_spec(name) else None


def _phases(game: str) -> tuple[str, ...]:
    """Return the phases of a game in declared order."""
    return get_args(get_type_hints(GAMES[game].public)["phase"])


def _scenes(game: str) -> dict[str, Scene]:
    """Return the scenes of a game by name: one for each phase, a pause after some deals, the end, and its own."""
    scene_by_name = {phase: Scene(user_to_act(phase)) for phase in _phases(game)}
    scene_by_name |= {
        "play": Scene(user_to_play(1, 1)),
        "rest": Scene(stage="rest", deals=6),
        "over": Scene(stage="over"),
    }
    return {
        name: scene._replace(game=game)
        for name, scene in (scene_by_name | (_own_definition(game, "SCENES") or {})).items()
    }


def _looks(game: str) -> dict[str, tuple[Scene, Visit]]:
    """Return a game's scenes that need an action, each with the action."""
    return {
        name: (scene._replace(game=game), action)
        for name, (scene, action) in (_own_definition(game, "LOOKS") or {}).items()
    }


SCENES = {f"{game}-{name}": scene for game in GAMES for name, scene in _scenes(game).items()}
LOOKS = {f"{game}-{name}": look for game in GAMES for name, look in _looks(game).items()}
PICTURES: dict[str, Scene] = {
    picture: SCENES[f"{game}-{name}"]
    for game in GAMES
    for picture, name in (_own_definition(game, "PICTURES") or {}).items()
}
"""The scenes shown in the README, by file name of the picture."""
SHORT: dict[str, str] = {game: rules for game in GAMES if (rules := _own_definition(game, "SHORT"))}
"""House rules, for some games, under which a match has two deals."""

FIRST = example(seats=3, first="call")
"""The default game."""
CALLING = SCENES[f"{FIRST}-{_phases(FIRST)[0]}"]
PLAYING, RESTING = SCENES[f"{FIRST}-play"], SCENES[f"{FIRST}-rest"]


def scenes_named(*endings: str) -> list[str]:
    """Return the names of the scenes of all games with these endings, in the order of the endings."""
    return [name for ending in endings for name in SCENES if name.endswith(f"-{ending}")]


def long_rules(game: str) -> str:
    """Return house rules under which one deal does not end the match: `LONG` of the game's own module, or found ones.

    The text is "" for the default house rules.
    """
    return _own_definition(game, "LONG") or find_long_rules(game)
