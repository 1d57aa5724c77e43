"""Requests for the lobby (open tables, matches to watch), and users' standing wishes to be called to a match."""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.api.route import Route
from prikup.table.table_settings import Wants

__all__ = [
    "LOBBY",
    "MAX_ROWS",
    "MAX_WATCHED",
    "ROUTES",
    "SET_STANDING",
    "STANDING",
    "LobbyRow",
    "LobbySearch",
    "LobbyView",
    "SeatEntry",
    "StandingPage",
    "StandingWish",
    "StandingWishes",
    "WatchRow",
]

MAX_ROWS, MAX_WATCHED = 50, 20
"""The maximum numbers of open tables in one list, and of matches of each game to watch."""

MAX_STANDING = 12
"""The maximum number of standing wishes (`StandingWish`) of a user."""
DAY_MINUTES = 24 * 60

SeatEntry = tuple[str, int | None]
"""A player in a seat: the name ("" for a person without a name), and the rating (None for no rating)."""


class LobbyRow(Struct, frozen=True):
    """An open table in the lobby. All users get the same rows.

    - `id`: the id of the table.
    - `game`: the name of the game.
    - `options`: the text of the house rules, beginning with the name of the preset.
    - `more`: the number of house rules that differ from the preset.
    - `host`: the name of the person who opened the table (the host), "" if they have none.
    - `key`: a text that stands for the host, and changes every day. The client of a signed-in user is sent the keys of
      the people whom the user has blocked, and hides their tables.
    - `rating`: the host's rating, half the width of its 95 % interval, and whether it is provisional (too little is
      known to compare it with others); null if the host has none.
    - `seats`: the player in each seat with their rating, null for an empty seat.
    - `keys`: the key of the person in each seat, "" for a seat without a person.
    - `computers`: the seats of computer players, whose names clients transliterate into the script of the user's
      language.
    - `rated`: true if the match counts for ratings.
    - `clock`: the initial time of each seat and the increment per action, in milliseconds; null for no clocks.
    - `turns`: the hours that a player has for each action at a turn-based table; 0 at any other table.
    - `deals`: the number of deals after which the match ends, 0 for no limit.
    - `minutes`: the number of minutes after which the match ends, 0 for no limit.
    - `wants`: the people whom the host wants as players.
    - `often_absent`: at a turn-based table, the names of the host and the seated people for whom computer players have
      decided too often in their last turn-based matches.
    - `age`: the seconds since the table was put into the lobby.
    """

    id: str
    game: str
    options: str
    more: int
    host: str
    key: str
    rating: tuple[int, int, bool] | None
    seats: tuple[SeatEntry | None, ...]
    keys: tuple[str, ...]
    computers: tuple[int, ...]
    rated: bool
    clock: tuple[int, int] | None
    turns: int
    deals: int
    minutes: int
    often_absent: tuple[str, ...]
    wants: Wants
    age: int


class WatchRow(Struct, frozen=True):
    """A match in the lobby that anybody may watch. Its table was opened for anybody, or by quick pairing.

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
    - `more`: the number of open tables that are not in `rows`.
    - `watch`: the matches to watch, at most 20 of each game: first the rated ones, in the order of the mean rating of
      their players, then the newest.
    - `online`: the number of people who are connected to the server.
    - `waiting`: by lane (kind of match), the number of people who wait for quick pairing, in which the server seats
      people who look for the same kind of match together; lanes without people are left out.
    - `last_tables`: by lane, how many seconds ago the last match of quick pairing began; lanes without such a match are
      left out.
    """

    rows: tuple[LobbyRow, ...]
    more: int
    watch: tuple[WatchRow, ...]
    online: int
    waiting: dict[str, int]
    last_tables: dict[str, int]


class LobbySearch(Struct, frozen=True):
    """A request for the lobby.

    - `game`: the name of the only game whose tables are requested, "" for all games.
    - `rated`: true or false for rated or unrated tables only, null for both.
    - `turns`: true for turn-based tables only (players answer within hours or days), false for live tables only, null
      for both.
    """

    game: str = ""
    rated: bool | None = None
    turns: bool | None = None


Minute = Annotated[int, Meta(ge=0, lt=DAY_MINUTES)]
Weekday = Annotated[int, Meta(ge=0, le=6)]


class StandingWish(Struct, frozen=True):
    """A user's wish to get a push message whenever another user looks for players for a certain kind of match.

    - `lane`: the name of the kind of match (one of `Bootstrap.lanes`).
    - `days`: the days of the week on which the user may be called, 0 for Monday.
    - `from_minute`, `to_minute`: the time of day at which the user may be called, in minutes since midnight. If the end
      is not after the beginning, it is on the next day.
    """

    lane: Annotated[str, Meta(max_length=40)]
    days: Annotated[tuple[Weekday, ...], Meta(min_length=1, max_length=7)]
    from_minute: Minute
    to_minute: Minute


class StandingWishes(Struct, frozen=True):
    """A request to replace the user's standing wishes; there is at most one for each kind of match.

    `zone` is the user's time zone, such as `Asia/Yerevan`.
    """

    wishes: Annotated[tuple[StandingWish, ...], Meta(max_length=MAX_STANDING)]
    zone: Annotated[str, Meta(max_length=60)]


class StandingPage(Struct, frozen=True):
    """The user's standing wishes (`StandingWish`), as the response to a request for them.

    - `wishes`: the wishes, in the order of the kinds of matches.
    - `is_reachable`: true if the server can send the user push messages, because the user has allowed them in a
      browser.
    """

    wishes: tuple[StandingWish, ...]
    is_reachable: bool


LOBBY = Route("GET", "lobby", LobbyView, search=LobbySearch, errors=(400, 404))
STANDING = Route("GET", "me/standing", StandingPage, errors=(401, 403, 404), signed_in=True)
SET_STANDING = Route(
    "PUT", "me/standing", StandingPage, body=StandingWishes, errors=(400, 401, 403, 404), signed_in=True
)
ROUTES = (LOBBY,)
