"""The registry of games, the only place that lists them. A new game is a folder, a line here and golden files."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import parse_logged

__all__ = ["GAMES", "game"]


class Games(MutableMapping[str, GameDefinition]):
    """The games by name, each imported at its first use.

    The registry holds the names of folders, each of which defines a `KIND`; the name of a game is that of its folder,
    with hyphens.
    """

    def __init__(self, *folders: str) -> None:
        self._known: dict[str, str | GameDefinition] = {folder.replace("_", "-"): folder for folder in folders}

    def __getitem__(self, name: str) -> GameDefinition:
        kind = self._known[name]
        if isinstance(kind, str):
            kind = self._known[name] = import_module(f"prikup.games.{kind}").KIND
        return kind

    def __setitem__(self, name: str, kind: GameDefinition) -> None:
        self._known[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, name: object) -> bool:
        return name in self._known


GAMES = Games(
    "preferans",
    "balkan",
    "paston",
    "three_five_eight",
    "tuppi",
)
"""The games in the order in which they are offered; the first is selected by default."""


def game(name: str, options: str = "") -> AnyGame:
    """Return the rules of a game under options in text form: `game("paston", "standard target=61")`.

    Raises KeyError for an unknown game and BadOptions for options that cannot be parsed or played.
    """
    kind = GAMES[name]
    return kind.build(parse_logged(kind.presets, options))
