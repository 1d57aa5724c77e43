"""The options of `prikup play` and `prikup join`."""

from msgspec import Struct

from prikup.rules.state import Seat
from prikup.table.table_settings import TableSettings

__all__ = ["JoinWish", "PlayWish"]


class PlayWish(Struct, frozen=True):
    """The options for playing a match that is stored in a file.

    A new match uses `settings` and the player's `name`. A match that exists already keeps its own settings, but has to
    be of the game `game` with the house rules `options`; "" accepts any. `pace` is the delay of computer players in
    seconds. `auto` is True if a card is played automatically when it is the only legal one.
    """

    settings: TableSettings | None = None
    name: str = ""
    game: str = ""
    options: str = ""
    pace: float = 0.0
    auto: bool = False


class JoinWish(Struct, frozen=True):
    """The options for joining a table on a server.

    `seat` is the seat to take (None: the player chooses one). `cuts` is True if the player is asked where to cut the
    deck. `auto` is True if a card is played automatically when it is the only legal one.
    """

    url: str
    name: str
    language: str
    seat: Seat | None = None
    cuts: bool = False
    auto: bool = False
