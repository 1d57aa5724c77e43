"""The registry: the only place that lists the games. A new one is a folder, a line here and golden files."""

from prikup.game import AnyGame, Kind
from prikup.games import balkan, paston, preferans, three_five_eight, tuppi
from prikup.options import parse_options

__all__ = ["GAMES", "game"]

GAMES: dict[str, Kind] = {
    "balkan": balkan.KIND,
    "paston": paston.KIND,
    "preferans": preferans.KIND,
    "three-five-eight": three_five_eight.KIND,
    "tuppi": tuppi.KIND,
}


def game(name: str, options: str = "") -> AnyGame:
    """The rules of a game under options in text form: `game("paston", "standard target=61")`.

    Raises KeyError for an unknown game and BadOptions for options that do not read or cannot be played.
    """
    kind = GAMES[name]
    return kind.build(parse_options(kind.presets, options))
