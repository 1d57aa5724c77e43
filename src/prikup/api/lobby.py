"""The request for the lobby: the open tables, the matches to watch, and how many people are here."""

from msgspec import Struct

from prikup.api.route import Route
from prikup.table.table_settings import Wants

__all__ = [
    "LOBBY",
    "MAX_ROWS",
    "MAX_WATCHED",
    "ROUTES",
    "LobbyRow",
    "LobbySearch",
    "LobbyView",
    "SeatEntry",
    "WatchRow",
]

MAX_ROWS, MAX_WATCHED = 50, 20
"""The maximum numbers of open tables, and of matches to watch, in one list."""

SeatEntry = tuple[str, int | None]
"""The player of a seat in the lobby: the name, "" for a person without one, and the rating, None for none."""


class LobbyRow(Struct, frozen=True):
    """An open table in the lobby. Everybody gets the same rows.

    - `id`: the id of the table.
    - `game`: the name of the game.
    - `options`: the text of the house rules, beginning with the name of the preset.
    - `more`: the number of house rules that differ from the preset.
    - `host`: the name of the table's host, "" if they have none.
    - `key`: a text that stands for the host today. A signed-in user learns the keys of the people whom they have
      blocked, and hides their tables.
    - `rating`: the host's rating and its uncertainty, null if they have none.
    - `seats`: the player in each seat, null for an empty seat.
    - `keys`: the key of the person in each seat, "" for a seat without a person.
    - `computers`: the seats of computer players, whose names clients transliterate into the script of the user's
      language.
    - `rated`: true if the match counts for ratings.
    - `clock`: the initial time of each seat and the increment per action, in milliseconds; null for no clocks.
    - `turns`: the hours for each action at a table that is played by turns, 0 for a live table.
    - `deals`: the number of deals after which the match ends, 0 for no limit.
    - `minutes`: the number of minutes after which the match ends, 0 for no limit.
    - `wants`: the people whom the host wants as players.
    - `age`: the seconds since the table was listed.
    """

    id: str
    game: str
    options: str
    more: int
    host: str
    key: str
    rating: tuple[int, int] | None
    seats: tuple[SeatEntry | None, ...]
    keys: tuple[str, ...]
    computers: tuple[int, ...]
    rated: bool
    clock: tuple[int, int] | None
    turns: int
    deals: int
    minutes: int
    wants: Wants
    age: int


class WatchRow(Struct, frozen=True):
    """A match in the lobby that anybody may watch. Only matches at tables that were opened for anybody are listed.

    - `deal`: the number of the current deal, from 1.

    The other fields are those of `LobbyRow`.
    """

    id: str
    game: str
    options: str
    more: int
    deal: int
    seats: tuple[SeatEntry | None, ...]
    keys: tuple[str, ...]
    computers: tuple[int, ...]
    rated: bool
    deals: int


class LobbyView(Struct, frozen=True):
    """The lobby of a server.

    - `rows`: the open tables, those with the fewest free seats first, then the oldest; at most 50.
    - `more`: the number of further open tables.
    - `watch`: the newest matches to watch, at most 20.
    - `online`: the number of people who are connected to the server.
    """

    rows: tuple[LobbyRow, ...]
    more: int
    watch: tuple[WatchRow, ...]
    online: int


class LobbySearch(Struct, frozen=True):
    """A request for the lobby.

    - `game`: the name of the only game whose tables are requested, "" for all games.
    - `rated`: true or false for rated or unrated tables only, null for both.
    - `turns`: true or false for tables by turns or live tables only, null for both.
    """

    game: str = ""
    rated: bool | None = None
    turns: bool | None = None


LOBBY = Route("GET", "lobby", LobbyView, search=LobbySearch, errors=(404,))
ROUTES = (LOBBY,)
