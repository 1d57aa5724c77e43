"""The lanes of quick pairing: the kinds of matches for which a server brings people together.

People say for which lanes they look for players. Each game may have lanes in the file `lanes.json` of its folder.
"""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from prikup.games import GAMES, game
from prikup.table.rated_match import rated_settings
from prikup.table.table_settings import Pairing, TableSettings

__all__ = ["Lane", "lanes", "paired_table"]

FILE = "lanes.json"


class Lane(Struct, frozen=True):
    """A kind of match for which a server brings people together.

    - `name`: the name of the lane.
    - `game`: the name of the game.
    - `options`: the text of the house rules.
    - `deals`: the number of deals after which the match ends, 0 if only the rules end it.
    - `clock`: the initial time of each seat and the increment per action, in milliseconds.
    - `seats`: the number of seats.
    - `partners`: true if the game is played with partners, so that a side has more than one player.
    - `rated`: true if all its matches are to count for ratings, so that only owners of accounts may look for them. In
      other lanes a match counts if all its people own accounts, and no two of them have the same network address.
    """

    name: str
    game: str
    options: str
    deals: int
    clock: tuple[int, int]
    seats: int
    partners: bool
    rated: bool = False


@cache
def lanes() -> dict[str, Lane]:
    """Return all lanes (kinds of matches for which a server brings people together), by name.

    Quick pairing goes through the lanes in the order of this mapping.
    """
    return {lane.name: lane for name in GAMES for lane in _lanes_of(name)}


def _lanes_of(name: str) -> list[Lane]:
    file = GAMES[name].folder / FILE
    entries: list[dict[str, Any]] = msgspec.json.decode(file.read_bytes()) if file.is_file() else []
    return [_lane(name, entry) for entry in entries]


def _lane(name: str, entry: dict[str, Any]) -> Lane:
    rules = game(name, entry["options"])
    shape = {"game": name, "seats": rules.seats, "partners": any(len(side) > 1 for side in rules.sides)}
    return msgspec.convert(entry | shape, Lane)


def paired_table(
    lane: Lane, people: tuple[str, ...], seed: str, until_ms: int, *, rated: bool = False
) -> TableSettings:
    """Return the settings of a table for people whom quick pairing has brought together.

    - `lane`: the kind of match for which these people looked.
    - `people`: their ids by seat, "" for a computer player.
    - `seed`: the secret seed of the first shuffle, from which the order of the seats was drawn.
    - `until_ms`: the time by which they must come to the table (wall clock, ms).
    - `rated`: true if the match is to count for ratings. The caller has checked that all of them own accounts, and that
      no two of them are known to share a network address.
    """
    pairing = Pairing(lane.name, until_ms, seed)
    settings = TableSettings(
        lane.game, lane.options, clock=lane.clock, deals=lane.deals, reserved=people, pairing=pairing
    )
    return rated_settings(settings) if rated else settings
