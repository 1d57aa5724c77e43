"""The registry of games: the only list of all games that prikup has.

A new game needs a folder next to this file, a line in `GAMES` and golden files (recorded matches for the tests).
"""

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import parse_logged

__all__ = ["GAMES", "game"]


class Games(MutableMapping[str, GameDefinition]):
    """A mapping from the names of games to their definitions; a game's code is imported when it is first looked up.

    The constructor takes the names of the games' folders. Each folder is a package whose attribute `KIND` is the
    definition of the game. The name of a game is the name of its folder with hyphens instead of underscores.
    """

    def __init__(self, *folders: str) -> None:
        self._known: dict[str, str | GameDefinition] = {folder.replace("_", "-"): folder for folder in folders}

    def __getitem__(self, name: str) -> GameDefinition:
        kind = self._known.get(name)
        if kind is None:
            raise KeyError(f"no game is called {name!r}; the games are {', '.join(self)}")
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
"""All games, in the order in which clients offer them; clients select the first one by default."""


def game(name: str, options: str = "") -> AnyGame:
    """Return the rules of the named game under house rules in text form, as in `game("paston", "standard target=61")`.

    The text is the name of a preset, followed by the options that differ from it. Without a preset, the first one is
    used. Raise KeyError if there is no game of this name, and BadOptions if the text cannot be parsed or if the house
    rules contradict each other.
    """
    kind = GAMES[name]
    return kind.build(parse_logged(kind.presets, options))
