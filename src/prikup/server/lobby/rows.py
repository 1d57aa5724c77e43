"""Loads the rows of the lobby's lists from the stored tables.

One query loads all open tables, one the matches to watch, and one the ratings of their people.
"""

import hmac
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import zip_longest
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Select, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.lobby import MAX_ROWS, MAX_WATCHED, LobbyRow, SeatEntry, WatchRow
from prikup.games import GAMES
from prikup.rules.options import options_text, parse_options
from prikup.server.lobby.strength import UNRATED
from prikup.server.ratings.leaders import PublicRating, load_public_ratings
from prikup.server.storage.attendance import load_often_absent
from prikup.server.storage.sql_tables import IS_LISTED, IS_WATCHABLE, people, tables
from prikup.table.state.summary import Summary
from prikup.table.table_settings import TableSettings

__all__ = [
    "DAY_S",
    "LobbyFilter",
    "LobbyTables",
    "PersonKeys",
    "StoredTable",
    "choose_matches",
    "load_open_tables",
    "load_watchable_tables",
]

MAX_LOADED = 1000
"""Maximum number of open tables, and of matches to watch, that the server loads."""
KEY_DIGITS = 8
DAY_S = 86_400
T = TypeVar("T")


class PersonKeys:
    """The keys that identify people in the rows of the lobby in place of their ids. They change every day.

    `secret` is the same on all servers that share the database, so that they compute the same keys.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, user: str, day: int) -> str:
        """Return the key that identifies a user on a day; "" if `user`, the user's id, is "".

        `day` is the number of days since 1970.
        """
        if not user:
            return ""
        return hmac.digest(self._secret, f"lobby {day} {user}".encode(), "sha256").hex()[:KEY_DIGITS]


class StoredTable(NamedTuple):
    """A table of the lobby, decoded from its row in the database.

    `id` is the id of the table, `settings` has its game and rules, and `summary` its players. `ratings` are the ratings
    of these people in the game, by user id. The ratings of people who hide theirs are missing. `often_absent` are, if
    the table is turn-based, the ids of people who often let computer players decide at such tables.
    """

    id: str
    settings: TableSettings
    summary: Summary
    ratings: Mapping[str, PublicRating]
    often_absent: frozenset[str] = frozenset()

    @property
    def is_rated(self) -> bool:
        """Whether the match counts for ratings, or is to count if it has not started yet."""
        return self.settings.rated if self.summary.stage == "open" else self.summary.rated


class LobbyFilter(Struct, frozen=True):
    """The filter that a client has chosen for the tables in the lobby.

    - `games`: the games whose tables are shown, empty for all games.
    - `turns`: True for turn-based tables only (players answer within hours or days), False for live tables only, None
      for both.
    - `rated`: True for rated tables only, False for others only, None for both.
    """

    games: frozenset[str] = frozenset()
    turns: bool | None = False
    rated: bool | None = None

    def shows(self, row: LobbyRow) -> bool:
        """Return whether this filter shows the open table in this row."""
        is_wanted = (not self.games or row.game in self.games) and self.turns in (None, bool(row.turns))
        return is_wanted and self.rated in (None, row.rated)

    def shows_match(self, row: WatchRow) -> bool:
        """Return whether this filter shows the match in this row among the matches to watch."""
        return (not self.games or row.game in self.games) and self.rated in (None, row.rated)


class LobbyTables:
    """The rows of the tables in the lobby, as they were loaded at one time.

    - `keys`: computes the keys that identify people to clients.
    - `day`: the day of these keys, which change every day (days since 1970).
    - `rows`: the rows of the open tables, in the order in which they are shown. Their ages are 0, and `with_age` sets
      the age before a row is sent.
    - `watch`: the rows of the matches to watch, in the order in which they are shown.
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
        """Replace the matches to watch. WebSockets that already show the lobby are not sent this change.

        `keys` computes the keys that identify people to clients.
        """
        self.watch = [_watch_row(table, keys, self.day) for table in watchable_tables]

    def shown_rows(self, wanted: LobbyFilter) -> dict[str, LobbyRow]:
        """Return the rows of the open tables that the filter `wanted` shows, by table id, at most `MAX_ROWS`.

        They are in the order in which they are shown. Their ages are 0; `with_age` sets the age.
        """
        return {row.id: row for row in self._wanted_rows(wanted)[:MAX_ROWS]}

    def hidden_count(self, wanted: LobbyFilter) -> int:
        """Return the number of open tables that the filter shows, but for which the `MAX_ROWS` rows have no space."""
        return max(0, len(self._wanted_rows(wanted)) - MAX_ROWS)

    def shown_matches(self, wanted: LobbyFilter) -> tuple[WatchRow, ...]:
        """Return the rows of the matches to watch that a filter shows, at most `MAX_WATCHED` of each game."""
        return tuple(_limit_each(filter(wanted.shows_match, self.watch), lambda row: row.game))

    def with_age(self, row: LobbyRow, now_ms: int) -> LobbyRow:
        """Return a copy of the row of an open table, with the table's age in seconds.

        The age is the time for which the table has been listed. `now_ms` is the present time (wall clock, ms).
        """
        return replace(row, age=max(0, (now_ms - self._since_ms[row.id]) // 1000))

    def _wanted_rows(self, wanted: LobbyFilter) -> list[LobbyRow]:
        return [row for row in self.rows if wanted.shows(row)]


def choose_matches(watchable_tables: Iterable[StoredTable]) -> list[StoredTable]:
    """Return the matches that the list of matches to watch may show, in its order.

    Rated matches come first, in the order of the mean rating of their players, then the unrated ones in the order of
    `watchable_tables`, the newest first. At most `MAX_WATCHED` rated matches of each game are returned, and as many
    unrated ones, so that every filter finds enough.
    """
    return _limit_each(sorted(watchable_tables, key=_watch_rank), lambda table: (table.settings.game, table.is_rated))


def _watch_rank(table: StoredTable) -> tuple[bool, float]:
    """Return the sort key of a running match among the matches to watch.

    A player without a shown rating counts as in quick pairing, so that the place reveals no hidden rating.
    """
    if not table.is_rated:
        return True, 0.0
    ratings = [table.ratings.get(user, UNRATED)[0] for user in table.summary.users if user]
    return False, -fmean(ratings or [UNRATED.rating])


def _limit_each(items: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """Return the first `MAX_WATCHED` items of each group, in the same order. `key` returns the group of an item."""
    counts = Counter[Hashable]()
    first_items = list[T]()
    for item in items:
        group = key(item)
        counts[group] += 1
        if counts[group] <= MAX_WATCHED:
            first_items.append(item)
    return first_items


async def load_open_tables(connection: AsyncConnection, now_ms: int) -> list[StoredTable]:
    """Load the tables in the list of open tables, the oldest first. `now_ms` is the time (wall clock, ms)."""
    query = select(*_COLUMNS).where(IS_LISTED).order_by(tables.c.opened, tables.c.id)
    return await _load(connection, query, now_ms)


async def load_watchable_tables(connection: AsyncConnection, now_ms: int) -> list[StoredTable]:
    """Load the tables with matches to watch, the newest first. `now_ms` is the time (wall clock, ms).

    Matches of quick pairing are left out if somebody who hides that they are online plays there. Whoever sits down at a
    table for anybody has chosen to be seen; quick pairing brings people to a table without asking.
    """
    query = select(*_COLUMNS).where(IS_WATCHABLE).order_by(tables.c.opened.desc(), tables.c.id)
    stored_tables = await _load(connection, query, now_ms)
    paired_users = {user for table in stored_tables if not table.settings.open for user in table.summary.users if user}
    if not paired_users:
        return stored_tables
    is_hiding = and_(people.c.id.in_(paired_users), people.c.seen_by == "nobody")
    hiding = set(await connection.scalars(select(people.c.id).where(is_hiding)))
    return [table for table in stored_tables if table.settings.open or hiding.isdisjoint(table.summary.users)]


_COLUMNS = (tables.c.id, tables.c.settings, tables.c.summary)


async def _load(connection: AsyncConnection, query: Select[tuple[str, bytes, bytes]], now_ms: int) -> list[StoredTable]:
    rows = await connection.execute(query.limit(MAX_LOADED))
    decoded_rows = [(row.id, _settings(bytes(row.settings)), _summary(bytes(row.summary))) for row in rows]
    users = {user for _, settings, summary in decoded_rows for user in (settings.host, *summary.users) if user}
    ratings = await load_public_ratings(connection, users, now_ms) if users else {}
    by_turns = [(settings, summary) for _, settings, summary in decoded_rows if settings.turns]
    turn_people = {user for settings, summary in by_turns for user in (settings.host, *summary.users) if user}
    often_absent = frozenset(await load_often_absent(connection, turn_people))
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
            often_absent if settings.turns else frozenset(),
        )
        for table, settings, summary in decoded_rows
    ]


_settings = lru_cache(2 * MAX_LOADED)(msgspec.json.Decoder(TableSettings).decode)  # of both lists
_summary = lru_cache(2 * MAX_LOADED)(msgspec.json.Decoder(Summary).decode)


@lru_cache(MAX_LOADED)
def _short_options(game: str, options: str) -> str:
    """Return the house rules as the shortest possible text: the most similar preset, and the differences from it.

    A preset is a named set of house rules. `game` is the name of the game, and `options` are the house rules as a text,
    such as `sochi whist_style=gentleman`.
    """
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
        often_absent=_often_absent_names(table),
        wants=settings.wants,
        age=0,
    )


def _watch_row(table: StoredTable, keys: PersonKeys, day: int) -> WatchRow:
    return WatchRow(**_shared_fields(table, keys, day), deal=table.summary.deal)


def _shared_fields(table: StoredTable, keys: PersonKeys, day: int) -> dict[str, Any]:
    """Return the fields that the rows of open tables and of matches to watch have in common, by name.

    `day` is the day of the keys that identify people (days since 1970).
    """
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
        "rated": table.is_rated,
        "deals": settings.deals,
    }


def _often_absent_names(table: StoredTable) -> tuple[str, ...]:
    """Return the names of those of the host and the seated people who are often absent, each name once.

    The host is the user who opened the table.
    """
    summary = table.summary
    names = {table.settings.host: summary.host_name}
    names |= {user: name for user, name in zip(summary.users, summary.names, strict=True) if name is not None}
    return tuple(name for user, name in names.items() if user in table.often_absent)


def _seats(table: StoredTable) -> tuple[SeatEntry | None, ...]:
    ratings = (table.ratings.get(user) for user in table.summary.users)
    return tuple(
        None if name is None else (name, rating[0] if rating else None)
        for name, rating in zip_longest(table.summary.names, ratings)
    )
