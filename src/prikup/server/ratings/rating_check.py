"""Recomputes the ratings in a database from the archive, to check or to replace them, and voids rated matches.

The rating of a match follows from the finished match, with its people and their forfeits, and from the rated matches
before it. `check_ratings` compares each stored number with the recomputed one, to `TOLERANCE`, and finds finished
matches that were left out.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.finished_match import finished_match
from prikup.ratings.model import VERSION, Rating
from prikup.ratings.pool import MatchResult, Pool, RatingChange, rate_match
from prikup.ratings.suspects import PairOfPeople, RatedMatch, suspicious_pairs
from prikup.server.notices.kinds import CHANNELS_OF
from prikup.server.notices.notice_rows import Facts, NewNotice, add_notices
from prikup.server.ratings.due_matches import is_to_be_rated
from prikup.server.ratings.rating_rows import change_row, match_result, standing_row
from prikup.server.storage.audit import NewAuditRow, note
from prikup.server.storage.database import Database, reading_snapshot
from prikup.server.storage.deletion import DELETED_ID_PREFIX
from prikup.server.storage.event_store import load_commits
from prikup.server.storage.match_summary import StoredMatchSummary
from prikup.server.storage.sql_tables import matches, people, rated_matches, rating_changes, ratings, tables
from prikup.table.table_settings import TableSettings

__all__ = ["NotRated", "RatingCheck", "check_ratings", "list_suspects", "rebuild_ratings", "void_match"]

TOLERANCE = 1e-6
"""The largest difference between a stored and a recomputed number that is not an error."""
TELL_WITHIN_MS = 28 * 86_400_000
"""Milliseconds after a match is declared void within which a server must send its players the notice of this.

A notice that could not be sent in this time is dropped.
"""


class NotRated(LookupError):
    """Raised if a match that is to be voided is not rated, or is void already."""


class RatingCheck(NamedTuple):
    """The result of a check of stored ratings.

    - `matches`: the number of rated matches that agree with the archive.
    - `difference`: the first thing that disagrees, as the id of a match, or as GAME/PERSON for a person's current
      rating; "" if everything agrees. A match that should be rated, but is not, disagrees too.
    """

    matches: int
    difference: str


class _StoredMatch(NamedTuple):
    """A rated match as stored, and its result as computed from the archive.

    - `row`: the match's row in `rated_matches`.
    - `changes`: the stored changes of the players' ratings, by seat.
    - `result`: None if the archive does not contain the match, or a computer player in it has no fixed rating.
    """

    row: Any
    changes: tuple[RatingChange, ...]
    result: MatchResult | None


async def check_ratings(url: str) -> RatingCheck:
    """Recompute the ratings in the database at `url`, and compare them with the stored ones.

    The database is not changed, and a server may be using it. Raise BadDatabase if it cannot be read.
    """
    async with reading_snapshot(url) as connection:
        pools, number = dict[str, Pool](), 0
        async for stored in _stored_matches(connection):
            pool = pools.setdefault(stored.row.game, Pool())
            if stored.row.seq != number + 1 or not _is_consistent(stored, pool):
                return RatingCheck(number, stored.row.table_id)
            if not stored.row.void:
                pool.enter(stored.row.ended, stored.changes)
            number += 1
        if difference := await _differing_standing(connection, pools):
            return RatingCheck(number, difference)
        return RatingCheck(number, next(iter(await _unrated_matches(connection)), ""))


def _is_consistent(stored: _StoredMatch, pool: Pool) -> bool:
    """Return whether a stored rated match agrees with its recomputation from the archive.

    `pool` contains the ratings after the matches before it. A void match always agrees.
    """
    row, result = stored.row, stored.result
    if row.void:
        return True
    if result is None or (row.ended, row.deals, row.version) != (result.ended_ms, result.deals, VERSION):
        return False
    common_matches = pool.common_matches(result.people, result.ended_ms)
    if row.m != common_matches:
        return False
    expected = rate_match(result, pool.standings, common_matches)
    return len(expected) == len(stored.changes) and all(
        (change.name, change.kind, change.rank) == (other.name, other.kind, other.rank)
        and _is_close(change.old, other.old)
        and _is_close(change.new, other.new)
        for change, other in zip(expected, stored.changes, strict=True)
    )


def _is_close(first: Rating, second: Rating) -> bool:
    return abs(first.mu - second.mu) <= TOLERANCE and abs(first.sigma - second.sigma) <= TOLERANCE


async def _differing_standing(connection: AsyncConnection, pools: dict[str, Pool]) -> str:
    """Return the first current rating that differs from the recomputed one, as GAME/PERSON; "" if all agree.

    `pools` are the recomputed ratings by game. A rating agrees only if the person's number of matches and the end of
    their last match do too.
    """
    rows = (await connection.execute(select(ratings).where(ratings.c.version == VERSION))).all()
    stored = {(row.game, row.person): (Rating(row.mu, row.sigma), row.matches, row.ended) for row in rows}
    expected = {(game, person): standing for game, pool in pools.items() for person, standing in pool.standings.items()}
    for key in sorted(stored.keys() | expected.keys()):
        if key not in stored or key not in expected:
            return "/".join(key)
        rating, matches, ended_ms = stored[key]
        standing = expected[key]
        if not _is_close(rating, standing.rating) or (matches, ended_ms) != (standing.matches, standing.ended_ms):
            return "/".join(key)
    return ""


async def _unrated_matches(connection: AsyncConnection) -> list[str]:
    """Return the ids of the archived matches that count for ratings, but neither are rated nor due to be rated."""
    t, m = tables.c, matches.c
    is_rated = exists().where(rated_matches.c.table_id == t.id)
    query = select(t.id, t.settings).where(m.table_id == t.id, ~m.rating_due, ~is_rated).order_by(m.ended, t.id)
    async with connection.stream(query) as rows:
        candidates = [
            (row.id, row.settings) async for row in rows if msgspec.json.decode(row.settings, type=TableSettings).rated
        ]
    tables_to_rate = []
    for table, settings in candidates:
        match = finished_match(settings, (await load_commits(connection, [table]))[table])
        if match is not None and is_to_be_rated(match):
            tables_to_rate.append(table)
    return tables_to_rate


async def list_suspects(url: str, game: str, since_ms: int) -> list[tuple[PairOfPeople, tuple[str, str]]]:
    """Return the pairs of people who may have helped each other in rated matches of a game, with their names.

    `suspicious_pairs` finds the pairs by their results. In the game `game` all people must play for themselves. Only
    matches count that ended since `since_ms` (wall clock, ms). The points that were won in each deal are used for those
    matches that the archive has. The name of a deleted account is "". The database at `url` is not changed. Raise
    BadDatabase if it cannot be read.
    """
    r, c, p = rated_matches.c, rating_changes.c, people.c
    query = select(r.seq, r.deals, matches.c.summary).outerjoin(matches, matches.c.table_id == r.table_id)
    query = query.where(r.game == game, r.ended >= since_ms, r.void == "").order_by(r.seq)
    async with reading_snapshot(url) as connection:
        played = []
        for seq, deals, summary in (await connection.execute(query)).all():
            seats = await connection.execute(select(rating_changes).where(c.seq == seq).order_by(c.seat))
            archived = None if summary is None else msgspec.json.decode(summary, type=StoredMatchSummary)
            points = archived.points_by_deal() if archived else ()
            played.append(RatedMatch(deals, _changes(seats.all()), points))
        pairs = suspicious_pairs(played)
        ids = {person for pair in pairs for person in pair.people}
        rows = (await connection.execute(select(p.id, p.name).where(p.id.in_(ids)))).all()
        names = {row.id: row.name for row in rows}
        return [(pair, (names.get(pair.people[0], ""), names.get(pair.people[1], ""))) for pair in pairs]


async def rebuild_ratings(url: str) -> int:
    """Compute all ratings in the database at `url` again from the archive, and replace the stored ones.

    A match that was left out becomes due: a server rates it when it runs again. Return the number of matches that were
    rated again. Raise BadDatabase if a server is using the database.
    """
    database, m = await Database.open(url), matches.c
    try:
        async with database.writing(exclusive=True) as connection:
            for table in await _unrated_matches(connection):
                await connection.execute(update(matches).where(m.table_id == table).values(rating_due=True))
            return await _rebuild(connection)
    finally:
        await database.close()


async def void_match(url: str, table: str, why: str, now_ms: int) -> tuple[str, ...]:
    """Mark a rated match as void, compute all ratings again without it, and return the ids of its people.

    `table` is the id of the match and `why` the reason, which is not "". Each person gets a row in the moderation
    journal at `now_ms` (wall clock, ms), and a notice, which a server sends when it runs again. Raise NotRated if the
    match is not rated or is void, and BadDatabase if a server is using the database.
    """
    r, c = rated_matches.c, rating_changes.c
    database = await Database.open(url)
    try:
        async with database.writing(exclusive=True) as connection:
            mark = update(rated_matches).where(r.table_id == table, r.void == "").values(void=why)
            if not (await connection.execute(mark)).rowcount:
                raise NotRated(table)
            query = select(c.person, r.game).join(rated_matches, r.seq == c.seq)
            query = query.where(r.table_id == table, c.kind != "anchor").order_by(c.seat)
            seats = (await connection.execute(query)).all()
            players = tuple(row.person for row in seats)
            await _rebuild(connection)
            rows = (NewAuditRow(now_ms, "rating-voided", {"why": why}, table, player) for player in players)
            await note(connection, *rows)
            until = now_ms + TELL_WITHIN_MS
            new_notices = [
                NewNotice(row.person, "voided", table, Facts(row.game), now_ms, until, part=part)
                for row in seats
                for part in CHANNELS_OF["voided"]
            ]
            await add_notices(connection, new_notices)
            return players
    finally:
        await database.close()


async def _rebuild(connection: AsyncConnection) -> int:
    """Compute all ratings again by the present version of the rating model, and replace the stored ones.

    Return the number of matches that were rated again. A match that the archive does not contain is not rated
    again: its stored rating changes are applied.
    """
    pools, number = dict[str, Pool](), 0
    r, c = rated_matches.c, rating_changes.c
    async for stored in _stored_matches(connection):
        if stored.row.void:
            continue
        pool, seq, result = pools.setdefault(stored.row.game, Pool()), stored.row.seq, stored.result
        if result is None:
            pool.enter(stored.row.ended, stored.changes)
            continue
        common_matches = pool.common_matches(result.people, result.ended_ms)
        changes = pool.rate(result)
        values = {"ended": result.ended_ms, "deals": result.deals, "m": common_matches, "version": VERSION}
        await connection.execute(update(rated_matches).where(r.seq == seq).values(**values))
        await connection.execute(delete(rating_changes).where(c.seq == seq))
        await connection.execute(insert(rating_changes), [change_row(seq, *item) for item in enumerate(changes)])
        number += 1
    await connection.execute(delete(ratings))
    rows = [
        standing_row(game, person, standing)
        for game, pool in pools.items()
        for person, standing in pool.standings.items()
    ]
    if rows:
        await connection.execute(insert(ratings), rows)
    return number


async def _stored_matches(connection: AsyncConnection) -> AsyncIterator[_StoredMatch]:
    """Yield all rated matches in the order in which they were rated."""
    query = select(rated_matches, tables.c.settings).outerjoin(tables, tables.c.id == rated_matches.c.table_id)
    for row in (await connection.execute(query.order_by(rated_matches.c.seq))).all():
        c = rating_changes.c
        seats = (await connection.execute(select(rating_changes).where(c.seq == row.seq).order_by(c.seat))).all()
        changes = _changes(seats)
        yield _StoredMatch(row, changes, await _result(connection, row, changes))


def _changes(rows: Sequence[Any]) -> tuple[RatingChange, ...]:
    """Return the changes of the players' ratings by seat, from the rows of a match in `rating_changes`."""
    return tuple(
        RatingChange(row.person, row.kind, row.rank, Rating(row.mu0, row.sigma0), Rating(row.mu, row.sigma))
        for row in rows
    )


async def _result(connection: AsyncConnection, row: Any, changes: Sequence[RatingChange]) -> MatchResult | None:
    """Return the result of a rated match, as its rating needs it; None if the archive cannot provide it.

    `row` joins the match's rows in `rated_matches` and `tables`. `changes` are the stored changes of ratings by seat,
    in which random ids stand for the people who have deleted their accounts.
    """
    if row.settings is None:
        return None
    match = finished_match(row.settings, (await load_commits(connection, [row.table_id]))[row.table_id])
    if match is None or match.log.begin.game != row.game or len(match.seats) != len(changes):
        return None
    people = [
        "" if seat.level else change.name if change.name.startswith(DELETED_ID_PREFIX) else person
        for seat, person, change in zip(match.seats, match.people, changes, strict=True)
    ]
    try:
        return match_result(match, people)
    except ValueError:
        return None
