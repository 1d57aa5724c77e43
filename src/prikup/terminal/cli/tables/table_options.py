"""The options of `prikup play` and `prikup join`."""

from msgspec import Struct

from prikup.rules.state import Seat
from prikup.table.table_settings import TableSettings

__all__ = ["JoinWish", "PlayWish"]


class PlayWish(Struct, frozen=True):
    """The options for playing a match that is stored in a file.

    - `settings`: the settings of a new match; None if the options can only resume an existing match, which has its own
      settings.
    - `name`: the name of the player in a new match.
    - `game`, `options`: the game and the house rules that an existing match must have; "" accepts any.
    - `pace`: the delay of computer players in seconds.
    - `auto`: True if a card is played automatically when it is the only legal one.
    """

    settings: TableSettings | None = None
    name: str = ""
    game: str = ""
    options: str = ""
    pace: float = 0.0
    auto: bool = False


class JoinWish(Struct, frozen=True):
    """The options for joining a table on a server.

    - `url`: the address of the table or of the server.
    - `name`: the player's name.
    - `language`: the language of the program's texts.
    - `seat`: the seat to take (None: the player chooses one).
    - `cuts`: True if the player is asked where to cut the deck; otherwise the client cuts at random.
    - `auto`: True if a card is played automatically when it is the only legal one.
    """

    url: str
    name: str
    language: str
    seat: Seat | None = None
    cuts: bool = False
    auto: bool = False
