"""The rows of the lobby, made of the stored tables.

One query loads all open tables, one the matches to watch, and one the ratings of the people there.
"""

import hmac
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.lobby import MAX_ROWS, MAX_WATCHED, LobbyRow, SeatEntry, WatchRow
from prikup.games import GAMES
from prikup.rules.options import options_text, parse_options
from prikup.server.ratings.leaders import ShownRating, load_public_ratings
from prikup.server.storage.sql_tables import IS_LISTED, IS_WATCHABLE, tables
from prikup.table.state.summary import Summary
from prikup.table.table_settings import TableSettings

__all__ = [
    "DAY_S",
    "LobbyFilter",
    "LobbyTables",
    "PersonKeys",
    "StoredTable",
    "load_open_tables",
    "load_watchable_tables",
]

MAX_LOADED = 1000
"""Maximum number of open tables, and of matches to watch, that the server loads."""
KEY_DIGITS = 8
DAY_S = 86_400


class PersonKeys:
    """The keys that stand for people in the rows of the lobby. They are new every day.

    `secret` is the secret of all servers that share the database, so that they use the same keys.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, user: str, day: int) -> str:
        """Return the key of a user for a day, which is the number of days since 1970. The key of "" is ""."""
        if not user:
            return ""
        return hmac.digest(self._secret, f"lobby {day} {user}".encode(), "sha256").hex()[:KEY_DIGITS]


class StoredTable(NamedTuple):
    """A table of the lobby as it is stored, decoded.

    `ratings` are the ratings of its people in its game, by user id; those of people who hide them are missing.
    """

    id: str
    settings: TableSettings
    summary: Summary
    ratings: Mapping[str, ShownRating]


class LobbyFilter(Struct, frozen=True):
    """The tables that a client wants to see: those of `games` (all if it is empty), by turns or not.

    With None, `turns` and `rated` do not matter.
    """

    games: frozenset[str] = frozenset()
    turns: bool | None = False
    rated: bool | None = None

    def shows(self, row: LobbyRow) -> bool:
        """Return whether a client with this filter sees an open table."""
        is_wanted = (not self.games or row.game in self.games) and self.turns in (None, bool(row.turns))
        return is_wanted and self.rated in (None, row.rated)

    def shows_match(self, row: WatchRow) -> bool:
        """Return whether a client with this filter sees a match to watch."""
        return (not self.games or row.game in self.games) and self.rated in (None, row.rated)


class LobbyTables:
    """The tables of the lobby at one time.

    - `day`: the day of the keys (days since 1970).
    - `rows`: the rows of the open tables, with the age 0, in the order in which they are shown.
    - `watch`: the rows of the matches to watch, the newest first.
    """

    def __init__(
        self, open_tables: list[StoredTable], watchable_tables: list[StoredTable], keys: PersonKeys, day: int
    ) -> None:
        self.day = day
        self._since_ms = {table.id: table.summary.since for table in open_tables}
        rows = [_row(table, keys, day) for table in open_tables]
        self.rows = sorted(rows, key=lambda row: (row.seats.count(None), self._since_ms[row.id], row.id))
        self.set_watchable(watchable_tables, keys)

    def set_watchable(self, watchable_tables: list[StoredTable], keys: PersonKeys) -> None:
        """Replace the matches to watch, of which WebSockets are sent no changes."""
        self.watch = [_watch_row(table, keys, self.day) for table in watchable_tables]

    def shown_rows(self, wanted: LobbyFilter) -> dict[str, LobbyRow]:
        """Return the rows that a client with this filter is shown, by table, in their order and with the age 0."""
        return {row.id: row for row in self._wanted_rows(wanted)[:MAX_ROWS]}

    def hidden_count(self, wanted: LobbyFilter) -> int:
        """Return the number of further rows for which the list of a client with this filter has no place."""
        return max(0, len(self._wanted_rows(wanted)) - MAX_ROWS)

    def shown_matches(self, wanted: LobbyFilter) -> tuple[WatchRow, ...]:
        """Return the matches to watch that a client with this filter is shown."""
        return tuple(row for row in self.watch if wanted.shows_match(row))[:MAX_WATCHED]

    def with_age(self, row: LobbyRow, now_ms: int) -> LobbyRow:
        """Return a row of this list with its age at the time `now_ms` (wall clock, ms)."""
        return replace(row, age=max(0, (now_ms - self._since_ms[row.id]) // 1000))

    def _wanted_rows(self, wanted: LobbyFilter) -> list[LobbyRow]:
        return [row for row in self.rows if wanted.shows(row)]


async def load_open_tables(connection: AsyncConnection, now_ms: int) -> list[StoredTable]:
    """Load the tables in the list of open tables, the oldest first. `now_ms` is the time (wall clock, ms)."""
    query = select(*_COLUMNS).where(IS_LISTED).order_by(tables.c.opened, tables.c.id)
    return await _load(connection, query, now_ms)


async def load_watchable_tables(connection: AsyncConnection, now_ms: int) -> list[StoredTable]:
    """Load the tables in the list of matches to watch, the newest first. `now_ms` is the time (wall clock, ms)."""
    query = select(*_COLUMNS).where(IS_WATCHABLE).order_by(tables.c.opened.desc(), tables.c.id)
    return await _load(connection, query, now_ms)


_COLUMNS = (tables.c.id, tables.c.settings, tables.c.summary)


async def _load(connection: AsyncConnection, query: Select[tuple[str, bytes, bytes]], now_ms: int) -> list[StoredTable]:
    rows = await connection.execute(query.limit(MAX_LOADED))
    decoded_rows = [(row.id, _settings(bytes(row.settings)), _summary(bytes(row.summary))) for row in rows]
    people = {user for _, settings, summary in decoded_rows for user in (settings.host, *summary.users) if user}
    ratings = await load_public_ratings(connection, people, now_ms) if people else {}
    return [
        StoredTable(
            table,
            settings,
            summary,
            {
                user: rating
                for user in (settings.host, *summary.users)
                if (rating := ratings.get((user, settings.game))) is not None
            },
        )
        for table, settings, summary in decoded_rows
    ]


_settings = lru_cache(MAX_LOADED)(msgspec.json.Decoder(TableSettings).decode)
_summary = lru_cache(MAX_LOADED)(msgspec.json.Decoder(Summary).decode)


@lru_cache(MAX_LOADED)
def _short_options(game: str, options: str) -> str:
    """Return the shortest text of the house rules, which begins with the nearest preset."""
    presets = GAMES[game].presets
    return options_text(presets, parse_options(presets, options))


def _row(table: StoredTable, keys: PersonKeys, day: int) -> LobbyRow:
    settings, summary = table.settings, table.summary
    return LobbyRow(
        **_shared_fields(table, keys, day),
        host=summary.host_name,
        key=keys.key(settings.host, day),
        rating=table.ratings.get(settings.host),
        clock=settings.clock,
        turns=settings.turns.hours if settings.turns else 0,
        minutes=settings.minutes,
        wants=settings.wants,
        age=0,
    )


def _watch_row(table: StoredTable, keys: PersonKeys, day: int) -> WatchRow:
    return WatchRow(**_shared_fields(table, keys, day), deal=table.summary.deal)


def _shared_fields(table: StoredTable, keys: PersonKeys, day: int) -> dict[str, Any]:
    """Return the fields that the row of an open table and that of a match to watch have in common, by name."""
    settings, summary = table.settings, table.summary
    options = _short_options(settings.game, settings.options)
    return {
        "id": table.id,
        "game": settings.game,
        "options": options,
        "more": options.count("="),
        "seats": _seats(table),
        "keys": tuple(keys.key(user, day) for user in summary.users),
        "computers": summary.computers,
        "rated": settings.rated if summary.stage == "open" else summary.rated,
        "deals": settings.deals,
    }


def _seats(table: StoredTable) -> tuple[SeatEntry | None, ...]:
    ratings = [table.ratings.get(user) for user in table.summary.users]
    return tuple(
        None if name is None else (name, rating[0] if rating else None)
        for name, rating in zip(table.summary.names, ratings, strict=True)
    )
