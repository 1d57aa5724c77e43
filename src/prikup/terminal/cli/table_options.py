"""Options of `prikup play` and `prikup join`."""

from msgspec import Struct

from prikup.rules.state import Seat
from prikup.table.table_settings import TableSettings

__all__ = ["JoinWish", "PlayWish"]


class PlayWish(Struct, frozen=True):
    """Options of a match in a file.

    A new match uses these `settings` and the player's `name`. An existing one keeps its own, and must be of this `game`
    and these `options` ("" accepts any). `pace` is the delay of computer players in seconds; `auto`: a card that is the
    only legal one is played at once.
    """

    settings: TableSettings | None = None
    name: str = ""
    game: str = ""
    options: str = ""
    pace: float = 0.0
    auto: bool = False


class JoinWish(Struct, frozen=True):
    """Options for joining a table on a server.

    `cuts`: the player is asked where the deck is cut; `auto`: a card that is the only legal one is played at once.
    """

    url: str
    name: str
    language: str
    seat: Seat | None = None
    cuts: bool = False
    auto: bool = False
