"""The archive of finished matches, which are listed for their players and visible to anyone with the link.

A match has the id of the table at which it was played. The database tables of the archive are a cache of the commits
(the stored changes of a game table). A match is added when its last commit is durable. Matches that ended earlier, or
while the server crashed, are added when the server starts.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, and_, exists, func, select, true, tuple_

from prikup.archive.finished_match import FinishedMatch
from prikup.archive.match_records import MatchFilter, MatchPage
from prikup.archive.uploads import UploadedMatch
from prikup.rules.errors import reason
from prikup.server.accounts.account_names import fold_name
from prikup.server.archive.errors import ArchiveError
from prikup.server.archive.match_rows import (
    SEATS_QUERY,
    insert_match,
    load_seats,
    match_origin,
    match_seat,
    match_summary,
)
from prikup.server.archive.missing_matches import MissingMatches
from prikup.server.archive.reading import SeenMatch, StoredMatch, call_by_size, read_match
from prikup.server.archive.visibility import MatchVisibility
from prikup.server.logging import logger
from prikup.server.ratings.due_matches import DueMatches, rating_effects
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import (
    IS_UNARCHIVED,
    match_seats,
    matches,
    rated_matches,
    tables,
)
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.host.storage import NotRead
from prikup.table.protocol.message_parts import RatingEffect
from prikup.table.table_settings import TableSettings

__all__ = ["MAX_PAGE_SIZE", "PAGE_SIZE", "Archive"]

PAGE_SIZE, MAX_PAGE_SIZE = 20, 100
"""The number of matches on a page of a list: by default, and at most."""
MAX_CACHED = 16
"""Maximum number of stored matches that are cached for later requests."""


class _Cursor(NamedTuple):
    end_ms: int
    table: str


class Archive:
    """The archive of a server's finished matches.

    - `store`: contains the commits (the stored changes of game tables) from which matches are rebuilt.
    - `processes`: the worker processes that parse long matches.
    - `on_finished`: called with the table id and the match for each match that ends on this server, once the archive
      contains it.
    - `on_rated`: called with the table id and the effects on the players' ratings (a tuple by seat) for each rated
      match that ends on this server.
    - `visibility`: decides who may see a match.
    - `ratings_due`: the number of matches that still waited for their rating after the last call of `rate_missed`.

    If the database fails, methods that read raise NotRead, and methods that write raise NotWritten.
    """

    def __init__(
        self,
        store: SqlEventStore,
        processes: WorkerProcesses,
        on_finished: Callable[[str, FinishedMatch], None] = lambda table, match: None,
        on_rated: Callable[[str, tuple[RatingEffect | None, ...]], None] = lambda table, effects: None,
    ) -> None:
        self._store, self._database, self._processes, self._on_finished = store, store.database, processes, on_finished
        self._on_rated, self._due_matches = on_rated, DueMatches(self._database, self._read)
        self.ratings_due = 0
        self._adding: dict[str, asyncio.Task[None]] = {}
        self._cache: dict[str, StoredMatch] = {}  # by table id, the most recently requested last
        self.visibility = MatchVisibility(self._database, self._add_if_over)
        store.on_over = self._note

    # Additions

    def _note(self, table: str) -> None:
        """Start a task that adds the match at a table to the archive.

        The store calls this when the match's last commit (stored change) is durable.
        """
        self._adding[table] = task = asyncio.create_task(self._add_finished(table))
        task.add_done_callback(lambda _: self._adding.pop(table, None))

    async def _add_finished(self, table: str) -> None:
        match = await self._add(table)
        if match is not None and match_origin(match) is None:
            self._on_finished(table, match)
        if match is not None and match.is_rated:
            await self._show_ratings(table)

    async def _show_ratings(self, table: str) -> None:
        """Rate all matches that wait for their rating, and pass the effect of the match at `table` on to `on_rated`."""
        try:
            await self._due_matches.rate()
            if effects := await self.rating_effects(table):
                self._on_rated(table, effects)
        except Exception as error:  # a later attempt rates it; the server continues
            logger.error("not-rated", table=table, error=error)

    async def rating_effects(self, table: str) -> tuple[RatingEffect | None, ...]:
        """Return the effects of a match on the players' ratings, a tuple by seat; None for a computer player.

        Return None for all seats if the match was declared void, and () if it is not rated.
        """
        return await rating_effects(self._database, table)

    async def rate_missed(self, now_ms: int) -> None:
        """Add missing matches to the archive, and rate all matches that wait for their rating.

        Matches are missing if their server was killed before it added them. Also log the matches that have waited too
        long for their rating. `now_ms` is the time (wall clock, ms). An error is logged, not raised.
        """
        try:
            async with self._database.reading() as connection:
                missed = list(await connection.scalars(select(tables.c.id).where(IS_UNARCHIVED).limit(MAX_PAGE_SIZE)))
            for table in missed:
                if table not in self._adding:
                    await self._add(table)
            await self._due_matches.log_late_matches(now_ms)
            await self._due_matches.rate()
            self.ratings_due = await self._due_matches.count()
        except Exception as error:  # the next attempt follows soon; the server continues
            logger.error("not-rated", table="", error=error)

    async def _add(self, table: str) -> FinishedMatch | None:
        """Add the match at a table to the archive and return it.

        Return None if the table does not exist, its match is not over, or the match could not be added. An error is
        logged, not raised.
        """
        try:
            match = await self._read(table)
            if match is not None:
                async with self._database.writing(exclusive=True) as connection:
                    await insert_match(connection, table, match)
        except Exception as error:  # the next start retries; the server continues
            logger.error("not-archived", table=table, error=error)
            return None
        return match

    async def catch_up(self) -> None:
        """Add all finished matches that the archive lacks, update outdated statistics, and rate unrated matches."""
        await MissingMatches(self._database, self._add, self._read).catch_up()
        try:
            await self._due_matches.rate()
        except NotRead as error:
            logger.error("not-rated", table="", error=error)

    async def _add_if_over(self, table: str) -> None:
        """Add the match with the id `table` to the archive if it is over and the archive lacks it.

        A match that a user requests may be missing, because a server adds missing matches only gradually after its
        start.
        """
        if (adding := self._adding.get(table)) is not None:
            await asyncio.wait([adding])
        query = select(tables.c.id).where(tables.c.id == table, IS_UNARCHIVED)
        async with self._database.reading() as connection:
            missing = (await connection.execute(query)).first()
        if missing:
            await self._add(table)

    async def _read(self, table: str) -> FinishedMatch | None:
        """Return the finished match at a table, rebuilt from its commits (the stored changes of the table).

        Return None if the table does not exist or its match is not over.
        """
        stored_match = await self._stored_match(table)
        return (
            None
            if stored_match is None
            else await call_by_size(self._processes, stored_match.size, read_match, stored_match)
        )

    async def _stored_match(self, table: str) -> StoredMatch | None:
        """Return the match at a table as stored in the database, not parsed; None if the table does not exist."""
        settings = await self._store.settings(table)
        if settings is None:
            return None
        return StoredMatch(settings, tuple((commit.events, commit.at) for commit in await self._store.commits(table)))

    async def wait_until_current(self) -> None:
        """Wait until the archive contains all matches that have ended on this server by now."""
        if self._adding:
            await asyncio.wait(self._adding.values())

    # Queries

    async def find(self, table: str, user: str) -> SeenMatch | None:
        """Return a match as a user may see it. Return None if it does not exist or is hidden from the user.

        `table` is the id of the match, and `user` the id of the user, "" for someone who is not signed in.
        """
        await self._add_if_over(table)
        m, s, r = matches.c, match_seats.c, rated_matches.c
        query = select(m.host, m.private, m.deals, r.void).outerjoin(rated_matches, r.table_id == m.table_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query.where(m.table_id == table))).first()
            seat_rows = (await connection.execute(SEATS_QUERY.where(s.table_id == table).order_by(s.seat))).all()
        match = await self._visible_match(table, row, seat_rows, user) if row and row.deals else None
        return replace(match, is_void=bool(row.void)) if row and match else None

    async def same_deal(self, origin: str, user: str) -> dict[str, SeenMatch]:
        """Return the latest matches that replayed the deal `origin`, by table id, as a user may see them.

        There are at most `PAGE_SIZE` matches, the newest first. `origin` has the form `ID/N`: the id of the match in
        which the deal was dealt first, and the number of the deal. `user` is the id of the user, "" for someone who is
        not signed in. Matches that are hidden from the user are left out.
        """
        await self.wait_until_current()
        m, s = matches.c, match_seats.c
        query = select(m.table_id, m.host, m.private).where(m.origin == origin).order_by(m.ended.desc(), m.table_id)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query.limit(PAGE_SIZE))).all()
            names = [row.table_id for row in rows]
            seats = (await connection.execute(SEATS_QUERY.where(s.table_id.in_(names)).order_by(s.seat))).all()
        match_by_table = {}
        for row in rows:
            seat_rows = [seat_row for seat_row in seats if seat_row.table_id == row.table_id]
            if visible_match := await self._visible_match(row.table_id, row, seat_rows, user):
                match_by_table[row.table_id] = visible_match
        return match_by_table

    async def origin(self, table: str) -> str | None:
        """Return the deal that the match at a table replayed for comparison; None if it replayed no deal.

        The text is `ID/N`: the id of the match that the deal came from, and the number of the deal.
        """
        await self._add_if_over(table)
        async with self._database.reading() as connection:
            return await connection.scalar(select(matches.c.origin).where(matches.c.table_id == table))

    async def _visible_match(self, table: str, row: Any, seat_rows: Sequence[Any], user: str) -> SeenMatch | None:
        """Return a match as a user may see it; None if it is private and the user neither played in it nor owns it.

        `row` is the match's row in `matches`, and `seat_rows` are the rows of its seats. Only the players of the match
        see the names of players who hide theirs. `user` is "" for someone who is not signed in.
        """
        you = next((seat for seat, seat_row in enumerate(seat_rows) if user and seat_row.person == user), None)
        host = bool(user) and row.host == user
        if row.private and you is None and not host:
            return None
        stored_match = self._cache.pop(table, None) or await self._stored_match(table)
        if stored_match is None:
            return None
        self._cache[table] = stored_match
        if len(self._cache) > MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        imported = msgspec.json.decode(stored_match.settings, type=TableSettings).imported
        seats = tuple(
            match_seat(seat_row, hidden=bool(seat_row.hides_name) and you is None, imported=imported)
            for seat_row in seat_rows
        )
        return SeenMatch(table, stored_match, seats, you, host, row.private, imported)

    async def page(self, user: str, match_filter: MatchFilter, cursor: str = "", limit: int = PAGE_SIZE) -> MatchPage:
        """Return a page of those finished matches of a user that `match_filter` selects, the latest first.

        `user` is the id of the user. `cursor` is the field `next` of the previous page, "" for the first page. `limit`
        is the number of matches on the page. Raise ArchiveError for an invalid cursor.
        """
        await self.wait_until_current()
        limit = min(max(limit, 1), MAX_PAGE_SIZE)
        m, s = matches.c, match_seats.c
        condition = and_(s.person == user, m.deals > 0, *_conditions(match_filter))
        after_cursor = tuple_(s.ended, s.table_id) < tuple_(*_cursor(cursor)) if cursor else true()
        columns = (m.table_id, m.game, m.ended, m.deals, m.private, m.summary, s.seat, s.result)
        query = select(*columns).join(match_seats, s.table_id == m.table_id).where(condition, after_cursor)
        query = query.order_by(s.ended.desc(), s.table_id.desc()).limit(limit + 1)
        count_query = (
            select(func.count()).select_from(matches).join(match_seats, s.table_id == m.table_id).where(condition)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
            total = await connection.scalar(count_query) or 0
            page_rows = rows[:limit]
            seats = await load_seats(connection, [row.table_id for row in page_rows])
        last_row = page_rows[-1] if len(rows) > len(page_rows) else None
        following = f"{last_row.ended}.{last_row.table_id}" if last_row else ""
        return MatchPage(tuple(match_summary(row, seats[row.table_id]) for row in page_rows), following, total)

    # Changes

    async def add_upload(self, match: UploadedMatch) -> bool:
        """Add a match that a user has uploaded because it was not played on this server.

        Return False, changing nothing, if the archive already contains it.
        """
        if not await self._store.create_finished(match.opening, match.commit):
            return False
        await self.wait_until_current()
        return True


def _conditions(match_filter: MatchFilter) -> list[ColumnElement[bool]]:
    """Return the SQL conditions of a filter for matches. An empty field of the filter restricts nothing."""
    m, s = matches.c, match_seats.c
    other_seat = match_seats.alias().c
    is_other_seat = and_(other_seat.table_id == s.table_id, other_seat.seat != s.seat)
    conditions: list[ColumnElement[bool]] = []
    if match_filter.game:
        conditions.append(m.game == match_filter.game)
    if match_filter.preset:
        conditions.append(m.preset == match_filter.preset)
    if match_filter.result:
        conditions.append(s.result == match_filter.result)
    if name := fold_name(match_filter.player.strip()):
        conditions.append(exists().where(is_other_seat, other_seat.folded.contains(name, autoescape=True)))
    if match_filter.company:
        people_too = exists().where(is_other_seat, other_seat.level == "")
        conditions.append(people_too if match_filter.company == "people" else ~people_too)
    return conditions


def _cursor(text: str) -> _Cursor:
    end_ms, dot, table = text.partition(".")
    if not dot or not end_ms.isascii() or not end_ms.isdigit() or len(end_ms) > len("1800000000000"):
        raise ArchiveError(reason("cursor-unreadable"))
    return _Cursor(int(end_ms), table)
