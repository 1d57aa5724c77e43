"""The wishes of a player on the command line: a match at home, or a table of a server."""

from msgspec import Struct

from prikup.state import Seat
from prikup.table.table_settings import TableSettings

__all__ = ["JoinWish", "PlayWish"]


class PlayWish(Struct, frozen=True):
    """The wish to play a match in a file.

    A new one has these `settings`, and the player this `name`; one that is in its file already goes on under its own,
    and must be of this `game` and these `options` ("": of any). `pace` is how many seconds computer players take;
    `auto`: a card that is the only legal one is played at once.
    """

    settings: TableSettings | None = None
    name: str = ""
    game: str = ""
    options: str = ""
    pace: float = 0.0
    auto: bool = False


class JoinWish(Struct, frozen=True):
    """The wish to play at the table of a server.

    It says where and under which name, on which seat, whether to be asked where the deck is cut, and whether a card
    that is the only legal one is played at once.
    """

    url: str
    name: str
    language: str
    seat: Seat | None = None
    cuts: bool = False
    auto: bool = False
