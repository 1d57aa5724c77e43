"""The deletion of guests, tables and rows of the journal: each function is a part of one small transaction.

A table goes in two steps. First it is marked as deleted and is nobody's any more; then its rows go, some at a time, and
whoever comes after a crash goes on with that.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.audit import Entry, note
from prikup.server.storage.sql_tables import audit, blocks, moves, people, reports, seats, tables, tokens

__all__ = [
    "GUESTS_AT_ONCE",
    "ROWS_AT_ONCE",
    "UnusedGuest",
    "clear_table",
    "delete_audit",
    "delete_guests",
    "mark_table",
    "marked_tables",
    "note_use",
    "tables_of_guests",
    "unused_guests",
]

GUESTS_AT_ONCE, ROWS_AT_ONCE = 100, 500
"""The guests that one transaction deletes at most, and the rows of a table or of the journal."""


class UnusedGuest(NamedTuple):
    """A guest, and when they were last here (wall clock, ms)."""

    used: int
    id: str


def _unused(before: int) -> ColumnElement[bool]:
    """Return whether somebody is a guest who has not been here since."""
    p = people.c
    return and_(p.password.is_(None), p.used < before, p.since < before)


def _open_tables(person: ColumnElement[str]) -> ColumnElement[bool]:
    """Return whether somebody is the host of an unfinished table, or sits at one."""
    unfinished = and_(~tables.c.over, ~tables.c.deleted)
    sits = and_(seats.c.table_id == tables.c.id, seats.c.person == person)
    return or_(exists().where(unfinished, tables.c.host == person), exists().where(unfinished, sits))


async def note_use(connection: AsyncConnection, users: Collection[str], now: int) -> None:
    """Note that these users are here."""
    await connection.execute(update(people).where(people.c.id.in_(users)).values(used=now))


async def unused_guests(connection: AsyncConnection, before: int, after: UnusedGuest) -> list[UnusedGuest]:
    """Return guests who have not been here since, those behind `after`, at most GUESTS_AT_ONCE."""
    p = people.c
    query = select(p.used, p.id).where(_unused(before), tuple_(p.used, p.id) > tuple_(*after))
    found = await connection.execute(query.order_by(p.used, p.id).limit(GUESTS_AT_ONCE))
    return [UnusedGuest(*each) for each in found]


async def tables_of_guests(connection: AsyncConnection, guests: Collection[str]) -> list[str]:
    """Return the unfinished tables of which one of these guests is the host, or where one of them sits."""
    t = tables.c
    theirs = or_(t.host.in_(guests), t.id.in_(select(seats.c.table_id).where(seats.c.person.in_(guests))))
    query = select(t.id).where(~t.over, ~t.deleted, theirs).order_by(t.id)
    return list((await connection.execute(query)).scalars())


async def mark_table(connection: AsyncConnection, table: str, before: int, now: int) -> bool:
    """Mark an unfinished table as deleted, if nothing has happened there since and nobody has it who is to stay.

    Return whether it was.
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
    await note(connection, Entry(now, "table-deleted", table=table))
    return True


async def marked_tables(connection: AsyncConnection) -> list[str]:
    """Return the tables that are marked as deleted, some of whose rows are still there."""
    return list((await connection.execute(select(tables.c.id).where(tables.c.deleted))).scalars())


async def clear_table(connection: AsyncConnection, table: str) -> bool:
    """Delete rows of a table that is marked as deleted; return whether none is left."""
    m = moves.c
    some = select(m.seq).where(m.table_id == table).order_by(m.seq).limit(ROWS_AT_ONCE)
    seqs = list((await connection.execute(some)).scalars())
    if seqs:
        await connection.execute(delete(moves).where(m.table_id == table, m.seq <= seqs[-1]))
    if len(seqs) == ROWS_AT_ONCE:
        return False
    await connection.execute(delete(tables).where(tables.c.id == table, tables.c.deleted))
    return True


async def delete_guests(connection: AsyncConnection, guests: Sequence[str], before: int, now: int) -> list[str]:
    """Delete those of these guests who have not been here since and have no unfinished table; return them."""
    p = people.c
    query = select(p.id).where(p.id.in_(guests), _unused(before), ~_open_tables(p.id))
    gone = list((await connection.execute(query)).scalars())
    if not gone:
        return []
    await connection.execute(delete(tokens).where(tokens.c.person.in_(gone)))
    await connection.execute(delete(blocks).where(or_(blocks.c.owner.in_(gone), blocks.c.person.in_(gone))))
    await connection.execute(update(reports).where(reports.c.reporter.in_(gone)).values(reporter=""))
    await connection.execute(delete(people).where(p.id.in_(gone)))
    await note(connection, *(Entry(now, "guest-deleted", person=guest) for guest in gone))
    return gone


async def delete_audit(connection: AsyncConnection, before: int) -> int:
    """Delete rows of the journal that are older, at most ROWS_AT_ONCE; return their number."""
    some = select(audit.c.id).where(audit.c.at < before).order_by(audit.c.at).limit(ROWS_AT_ONCE)
    old = list((await connection.execute(some)).scalars())
    if old:
        await connection.execute(delete(audit).where(audit.c.id.in_(old)))
    return len(old)
