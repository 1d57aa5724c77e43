"""Deletion of guests, tables and journal rows: each function is part of one small transaction.

A table is deleted in two steps. First it is marked as deleted and no longer belongs to any user; then its rows are
deleted in portions, which is resumed after a crash.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.history.log import Begin
from prikup.server.storage.audit import NewAuditRow, note
from prikup.server.storage.sql_tables import (
    MARKED,
    UNFINISHED,
    audit,
    blocks,
    match_seats,
    matches,
    moves,
    people,
    problem_progress,
    reports,
    seats,
    shared_scores,
    statistics,
    tables,
    tokens,
)
from prikup.table.events import Event, Named, Seated, decode, encode
from prikup.table.state import GUEST

__all__ = [
    "DELETED",
    "GUESTS_AT_ONCE",
    "ROWS_AT_ONCE",
    "UnusedGuest",
    "clear_table",
    "delete_audit",
    "delete_guests",
    "delete_person",
    "delete_scores",
    "finished_seats_of_deleted",
    "mark_table",
    "marked_tables",
    "note_use",
    "tables_of_guests",
    "unname",
    "unused_guests",
]

GUESTS_AT_ONCE, ROWS_AT_ONCE = 100, 500
"""Maximum guests deleted in one transaction, and maximum rows of a table or of the journal."""


DELETED = 0
"""The value of `people.since` for people who deleted themselves.

Their row is removed once no other row names them.
"""


class UnusedGuest(NamedTuple):
    """A guest, and when they were last active (wall clock, ms)."""

    used: int
    id: str


class SeatOfDeleted(NamedTuple):
    """A finished table with a seat of a person who has deleted themselves."""

    table: str
    person: str


def _unused(before: int) -> ColumnElement[bool]:
    """Return the condition that a person is a guest who has not been active since `before`."""
    p = people.c
    return and_(p.password.is_(None), p.used < before, p.since < before)


def _open_tables(person: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a person owns an unfinished table, or sits at one."""
    sits = and_(seats.c.table_id == tables.c.id, seats.c.person == person)
    return or_(exists().where(UNFINISHED, tables.c.host == person), exists().where(UNFINISHED, sits))


async def note_use(connection: AsyncConnection, users: Collection[str], now: int) -> None:
    """Record that these users are active."""
    await connection.execute(update(people).where(people.c.id.in_(users)).values(used=now))


async def unused_guests(connection: AsyncConnection, before: int, after: UnusedGuest) -> list[UnusedGuest]:
    """Return guests not active since `before`, ordered after `after`, at most GUESTS_AT_ONCE."""
    p = people.c
    query = select(p.used, p.id).where(_unused(before), tuple_(p.used, p.id) > tuple_(*after))
    found = await connection.execute(query.order_by(p.used, p.id).limit(GUESTS_AT_ONCE))
    return [UnusedGuest(*each) for each in found]


async def tables_of_guests(connection: AsyncConnection, guests: Collection[str]) -> list[str]:
    """Return the unfinished tables that one of these guests owns, or where one of them sits."""
    t = tables.c
    hosted = select(t.id).where(UNFINISHED, t.host.in_(guests))
    theirs = hosted.union(select(seats.c.table_id).where(seats.c.person.in_(guests)))
    query = select(t.id).where(UNFINISHED, t.id.in_(theirs)).order_by(t.id)
    return list((await connection.execute(query)).scalars())


async def mark_table(connection: AsyncConnection, table: str, before: int, now: int) -> bool:
    """Mark an unfinished table as deleted, if it has no commit since `before` and only unused guests.

    Return whether it was marked.
    """
    t, m = tables.c, moves.c
    last = select(m.at).where(m.table_id == table).order_by(m.seq.desc()).limit(1).scalar_subquery()
    theirs = or_(
        people.c.id == select(t.host).where(t.id == table).scalar_subquery(),
        people.c.id.in_(select(seats.c.person).where(seats.c.table_id == table)),
    )
    unused = and_(t.opened < before, func.coalesce(last, 0) < before, ~exists().where(theirs, ~_unused(before)))
    marked = update(tables).where(t.id == table, ~t.over, ~t.deleted, unused).values(deleted=True)
    if not (await connection.execute(marked)).rowcount:
        return False
    await connection.execute(delete(seats).where(seats.c.table_id == table))
    await note(connection, NewAuditRow(now, "table-deleted", table=table))
    return True


async def marked_tables(connection: AsyncConnection) -> list[str]:
    """Return the tables that are marked as deleted and still have rows."""
    return list((await connection.execute(select(tables.c.id).where(MARKED))).scalars())


async def clear_table(connection: AsyncConnection, table: str) -> bool:
    """Delete some rows of a table that is marked as deleted; return whether none is left."""
    m = moves.c
    some = select(m.seq).where(m.table_id == table).order_by(m.seq).limit(ROWS_AT_ONCE)
    seqs = list((await connection.execute(some)).scalars())
    if seqs:
        await connection.execute(delete(moves).where(m.table_id == table, m.seq <= seqs[-1]))
    if len(seqs) == ROWS_AT_ONCE:
        return False
    await connection.execute(delete(tables).where(tables.c.id == table, tables.c.deleted))
    return True


async def delete_scores(connection: AsyncConnection, before: int) -> int:
    """Delete the shared score sheets without an entry since `before`; return their number."""
    return (await connection.execute(delete(shared_scores).where(shared_scores.c.used < before))).rowcount


async def delete_guests(connection: AsyncConnection, guests: Sequence[str], before: int, now: int) -> list[str]:
    """Delete those of these guests who are unused and have no unfinished table; return them."""
    p = people.c
    named = and_(p.since == DELETED, exists().where(seats.c.person == p.id))
    query = select(p.id).where(p.id.in_(guests), _unused(before), ~_open_tables(p.id), ~named)
    gone = list((await connection.execute(query)).scalars())
    if not gone:
        return []
    await _strip(connection, gone)
    hidden = match_seats.c.person.in_(select(p.id).where(p.id.in_(gone), p.hides_name))
    await connection.execute(update(match_seats).where(hidden).values(name="", folded=""))
    await connection.execute(delete(people).where(p.id.in_(gone)))
    await note(connection, *(NewAuditRow(now, "guest-deleted", person=guest) for guest in gone))
    return gone


async def _strip(connection: AsyncConnection, gone: Collection[str]) -> None:
    """Delete these people's tokens, solved problems, score sheets and blocks, and their names in reports."""
    await connection.execute(delete(tokens).where(tokens.c.person.in_(gone)))
    await connection.execute(delete(problem_progress).where(problem_progress.c.person.in_(gone)))
    await connection.execute(delete(shared_scores).where(shared_scores.c.owner.in_(gone)))
    await connection.execute(delete(blocks).where(or_(blocks.c.owner.in_(gone), blocks.c.person.in_(gone))))
    await connection.execute(update(reports).where(reports.c.reporter.in_(gone)).values(reporter=""))


async def delete_person(connection: AsyncConnection, person: str, now: int) -> None:
    """Delete a person at their own request: no one can log in as them, and finished matches do not name them.

    Their statistics are deleted too. A guest without a name remains until no row of a table names them (`unname`).
    """
    s, t = match_seats.c, statistics.c
    await _strip(connection, [person])
    own = exists().where(s.table_id == t.table_id, s.seat == t.seat, s.person == person)
    await connection.execute(delete(statistics).where(own))
    await connection.execute(update(match_seats).where(s.person == person).values(person=None, name="", folded=""))
    await connection.execute(update(matches).where(matches.c.host == person).values(host=""))
    bare = {"name": "", "folded": None, "skeleton": None, "password": None, "since": DELETED, "used": DELETED}
    await connection.execute(update(people).where(people.c.id == person).values(**bare))
    await note(connection, NewAuditRow(now, "account-deleted", person=person))


async def finished_seats_of_deleted(connection: AsyncConnection, after: str) -> list[SeatOfDeleted]:
    """Return the seats at finished tables of people who deleted themselves.

    Only tables after the id `after` are returned, at most GUESTS_AT_ONCE seats.
    """
    s = seats.c
    query = select(s.table_id, s.person).join(people, people.c.id == s.person).join(tables, tables.c.id == s.table_id)
    query = query.where(people.c.since == DELETED, tables.c.over, s.table_id > after).order_by(s.table_id)
    return [SeatOfDeleted(*each) for each in await connection.execute(query.limit(GUESTS_AT_ONCE))]


async def unname(connection: AsyncConnection, sat: SeatOfDeleted) -> bool:
    """Remove a person's name from the rows of a finished table. Return True."""
    m = moves.c
    own = and_(seats.c.table_id == sat.table, seats.c.person == sat.person)
    seat = await connection.scalar(select(seats.c.seat).where(own))
    found = await connection.execute(select(m.seq, m.events).where(m.table_id == sat.table).order_by(m.seq))
    for seq, encoded in found.all():
        events = decode(encoded)
        changed = tuple(_nameless(event, sat.person, seat) for event in events)
        if changed != events:
            row = update(moves).where(m.table_id == sat.table, m.seq == seq)
            await connection.execute(row.values(events=encode(changed)))
    await connection.execute(delete(seats).where(own))
    return True


def _nameless(event: Event, person: str, seat: int | None) -> Event:
    match event:
        case Seated(user=user) if user == person:
            return replace(event, name="")
        case Named(seat=theirs) if theirs == seat:
            return replace(event, name="")
        case Begin(names=names) if seat is not None:
            return replace(event, names=(*names[:seat], GUEST, *names[seat + 1 :]))
    return event


async def delete_audit(connection: AsyncConnection, before: int) -> int:
    """Delete journal rows older than `before`, at most ROWS_AT_ONCE; return their number."""
    some = select(audit.c.id).where(audit.c.at < before).order_by(audit.c.at).limit(ROWS_AT_ONCE)
    old = list((await connection.execute(some)).scalars())
    if old:
        await connection.execute(delete(audit).where(audit.c.id.in_(old)))
    return len(old)
