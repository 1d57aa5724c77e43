"""Deletes users, game tables and rows of the moderation journal. Each function runs in a transaction of its caller.

A guest is a user without an account. A table is deleted in two steps. First it is marked as deleted, so that it no
longer belongs to any user. Then its rows are deleted in portions; if the server crashes, this is resumed later.
"""

from collections.abc import Collection, Iterable, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.history.events import BeginEvent
from prikup.server.storage.audit import NewAuditRow, note
from prikup.server.storage.sql_tables import (
    IS_MARKED_DELETED,
    IS_UNARCHIVED,
    IS_UNFINISHED,
    audit,
    blocks,
    friend_calls,
    friend_codes,
    friend_refusals,
    friend_requests,
    friends,
    mail_addresses,
    match_seats,
    matches,
    misses,
    moves,
    notices,
    paired,
    people,
    problem_progress,
    push_subscriptions,
    rating_changes,
    ratings,
    reports,
    seats,
    seeks,
    shared_scores,
    standing,
    statistics,
    tables,
    tokens,
    turns,
    wishes,
)
from prikup.server.storage.turn_rows import delete_pauses
from prikup.table.state.events import (
    ActionReported,
    PlayerRenamed,
    SeatLeft,
    SeatTaken,
    TableEvent,
    TableLocked,
    UserRemoved,
    decode,
    encode,
)
from prikup.table.state.summary import Summary
from prikup.table.state.table_state import GUEST_NAME
from prikup.table.table_settings import TableSettings

__all__ = [
    "DELETED_ID_PREFIX",
    "DELETED_SINCE",
    "GUESTS_AT_ONCE",
    "ROWS_AT_ONCE",
    "TableOfDeleted",
    "UnusedGuest",
    "clear_table",
    "delete_audit",
    "delete_guests",
    "delete_person",
    "delete_scores",
    "finished_tables_of_deleted",
    "mark_table",
    "marked_tables",
    "note_use",
    "random_deleted_id",
    "tables_of_guests",
    "unname",
    "unused_guests",
]

GUESTS_AT_ONCE, ROWS_AT_ONCE = 100, 500
"""`GUESTS_AT_ONCE` is the maximum number of guests that one transaction deletes.

`ROWS_AT_ONCE` is the maximum number of rows of a table, or of the moderation journal, that one transaction deletes.
"""


DELETED_SINCE = 0
"""The value of the column `people.since` for users who have deleted themselves.

The row of such a user stays as long as a seat at a table belongs to the user, and is deleted after that.
"""
DELETED_ID_PREFIX = "deleted-"
"""The start of a random id that stands for a deleted user."""


class UnusedGuest(NamedTuple):
    """A guest (a user without an account) who may be deleted.

    `used` is the time of the guest's last activity (wall clock, ms), and `id` is the guest's id.
    """

    used: int
    id: str


class TableOfDeleted(NamedTuple):
    """A table whose match is over, and whose rows may still contain the name and the id of a deleted user.

    `table` is the id of the table, and `person` the id of the user.
    """

    table: str
    person: str


def _is_unused_guest(before_ms: int) -> ColumnElement[bool]:
    """Return the SQL condition that a row of the table `people` is a guest who has not been active since `before_ms`.

    A guest has no account. `before_ms` is a time of the wall clock in ms.
    """
    p = people.c
    return and_(p.password.is_(None), p.used < before_ms, p.since < before_ms)


def _open_tables(person: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the SQL condition that the user with the id `person` owns an unfinished table, or sits at one."""
    sits = and_(seats.c.table_id == tables.c.id, seats.c.person == person)
    return or_(exists().where(IS_UNFINISHED, tables.c.host == person), exists().where(IS_UNFINISHED, sits))


async def note_use(connection: AsyncConnection, users: Collection[str], now_ms: int) -> None:
    """Record that the users with these ids are active at `now_ms` (wall clock, ms), so that they are not deleted."""
    await connection.execute(update(people).where(people.c.id.in_(users)).values(used=now_ms))


async def unused_guests(connection: AsyncConnection, before_ms: int, after: UnusedGuest) -> list[UnusedGuest]:
    """Return guests who have not been active since `before_ms` (wall clock, ms), the least recently active first.

    A guest is a user without an account. Only guests who come after the guest `after` in this order are returned, at
    most `GUESTS_AT_ONCE`.
    """
    p = people.c
    query = select(p.used, p.id).where(_is_unused_guest(before_ms), tuple_(p.used, p.id) > tuple_(*after))
    rows = await connection.execute(query.order_by(p.used, p.id).limit(GUESTS_AT_ONCE))
    return [UnusedGuest(*row) for row in rows]


async def tables_of_guests(connection: AsyncConnection, guests: Collection[str]) -> list[str]:
    """Return the ids of the unfinished tables that the guests with these ids own, or where they sit."""
    t = tables.c
    hosted_tables = select(t.id).where(IS_UNFINISHED, t.host.in_(guests))
    theirs = hosted_tables.union(select(seats.c.table_id).where(seats.c.person.in_(guests)))
    query = select(t.id).where(IS_UNFINISHED, t.id.in_(theirs)).order_by(t.id)
    return list((await connection.execute(query)).scalars())


async def mark_table(connection: AsyncConnection, table: str, before_ms: int, now_ms: int) -> bool:
    """Mark an unfinished table as deleted if only unused guests are there; return whether it was marked.

    This requires that nothing has happened at the table since `before_ms`, and that its owner and all people in its
    seats are guests who have not been active since then. `before_ms` and `now_ms`, the time for the moderation journal,
    are times of the wall clock in ms.
    """
    t, m = tables.c, moves.c
    last = select(m.at).where(m.table_id == table).order_by(m.seq.desc()).limit(1).scalar_subquery()
    theirs = or_(
        people.c.id == select(t.host).where(t.id == table).scalar_subquery(),
        people.c.id.in_(select(seats.c.person).where(seats.c.table_id == table)),
    )
    is_unused = and_(
        t.opened < before_ms, func.coalesce(last, 0) < before_ms, ~exists().where(theirs, ~_is_unused_guest(before_ms))
    )
    mark = update(tables).where(t.id == table, ~t.over, ~t.deleted, is_unused).values(deleted=True)
    if not (await connection.execute(mark)).rowcount:
        return False
    await connection.execute(delete(seats).where(seats.c.table_id == table))
    await connection.execute(delete(turns).where(turns.c.table_id == table))
    await note(connection, NewAuditRow(now_ms, "table-deleted", table=table))
    return True


async def marked_tables(connection: AsyncConnection) -> list[str]:
    """Return the ids of the game tables that are marked as deleted and still have rows in the database."""
    return list((await connection.execute(select(tables.c.id).where(IS_MARKED_DELETED))).scalars())


async def clear_table(connection: AsyncConnection, table: str) -> bool:
    """Delete up to `ROWS_AT_ONCE` stored changes of a game table that is marked as deleted.

    If these were the last ones, delete the row of the table itself too. Return True if no rows are left.
    """
    m = moves.c
    query = select(m.seq).where(m.table_id == table).order_by(m.seq).limit(ROWS_AT_ONCE)
    seqs = list((await connection.execute(query)).scalars())
    if seqs:
        await connection.execute(delete(moves).where(m.table_id == table, m.seq <= seqs[-1]))
    if len(seqs) == ROWS_AT_ONCE:
        return False
    await connection.execute(delete(tables).where(tables.c.id == table, tables.c.deleted))
    return True


async def delete_scores(connection: AsyncConnection, before_ms: int) -> int:
    """Delete the shared score sheets without an entry since `before_ms` (wall clock, ms); return their number."""
    return (await connection.execute(delete(shared_scores).where(shared_scores.c.used < before_ms))).rowcount


async def delete_guests(connection: AsyncConnection, guests: Sequence[str], before_ms: int, now_ms: int) -> list[str]:
    """Delete those of `guests` (ids) who have not been active since `before_ms` and have no unfinished table.

    Return the ids of the deleted guests. `before_ms` and `now_ms`, the time for the moderation journal, are times of
    the wall clock in ms.
    """
    p = people.c
    is_still_named = and_(p.since == DELETED_SINCE, exists().where(seats.c.person == p.id))
    query = select(p.id).where(p.id.in_(guests), _is_unused_guest(before_ms), ~_open_tables(p.id), ~is_still_named)
    deleted_guests = list((await connection.execute(query)).scalars())
    if not deleted_guests:
        return []
    await _strip(connection, deleted_guests)
    hides_name = match_seats.c.person.in_(select(p.id).where(p.id.in_(deleted_guests), p.hides_name))
    await connection.execute(update(match_seats).where(hides_name).values(name="", folded=""))
    await connection.execute(delete(people).where(p.id.in_(deleted_guests)))
    await note(connection, *(NewAuditRow(now_ms, "guest-deleted", person=guest) for guest in deleted_guests))
    return deleted_guests


async def _strip(connection: AsyncConnection, person_ids: Collection[str]) -> None:
    """Delete what belongs to these users (ids), such as tokens, notices, blocks, friends and shared score sheets.

    Also remove their ids from the reports that they have made, and from the friend requests that they have received.
    These requests stay in the lists of their senders, who do not learn whether they have reached anyone.
    """
    await delete_pauses(connection, person_ids)
    for table in (notices, wishes, mail_addresses, push_subscriptions, standing):
        await connection.execute(delete(table).where(table.c.person.in_(person_ids)))
    await connection.execute(delete(tokens).where(tokens.c.person.in_(person_ids)))
    await connection.execute(delete(problem_progress).where(problem_progress.c.person.in_(person_ids)))
    await connection.execute(delete(shared_scores).where(shared_scores.c.owner.in_(person_ids)))
    await connection.execute(delete(blocks).where(or_(blocks.c.owner.in_(person_ids), blocks.c.person.in_(person_ids))))
    await connection.execute(delete(seeks).where(seeks.c.person.in_(person_ids)))
    await connection.execute(delete(misses).where(misses.c.person.in_(person_ids)))
    await connection.execute(delete(paired).where(or_(paired.c.person.in_(person_ids), paired.c.other.in_(person_ids))))
    await _strip_friends(connection, person_ids)
    await connection.execute(update(reports).where(reports.c.reporter.in_(person_ids)).values(reporter=""))


async def _strip_friends(connection: AsyncConnection, person_ids: Collection[str]) -> None:
    """Delete what the users with these ids have stored about friends, because the users are deleted.

    These are friendships, sent friend requests, friend codes, and calls (invitations of friends to a table). A request
    that another user has sent to a deleted user stays in the list of its sender, but no longer contains an id.
    """
    f, r, x, c = friends.c, friend_requests.c, friend_refusals.c, friend_calls.c
    await connection.execute(delete(friends).where(or_(f.low.in_(person_ids), f.high.in_(person_ids))))
    await connection.execute(delete(friend_requests).where(r.asker.in_(person_ids)))
    await connection.execute(update(friend_requests).where(r.person.in_(person_ids)).values(person=None))
    keys = [f"id {person}" for person in person_ids]
    for asker, key in (await connection.execute(select(r.asker, r.key).where(r.key.in_(keys)))).all():
        request = update(friend_requests).where(r.asker == asker, r.key == key)
        await connection.execute(request.values(key=f"deleted {token_hex(16)}"))
    await connection.execute(delete(friend_refusals).where(or_(x.person.in_(person_ids), x.asker.in_(person_ids))))
    await connection.execute(delete(friend_codes).where(friend_codes.c.person.in_(person_ids)))
    await connection.execute(delete(friend_calls).where(or_(c.caller.in_(person_ids), c.person.in_(person_ids))))


async def delete_person(connection: AsyncConnection, person: str, now_ms: int) -> None:
    """Delete a user at their own request, so that no one can log in as them and finished matches do not name them.

    `person` is the id of the user. Their statistics are deleted too. As long as a seat at a table belongs to them,
    their row in `people` stays, without a name; `unname` frees the seats at finished tables. `now_ms` is the time for
    the moderation journal (wall clock, ms).
    """
    s, t = match_seats.c, statistics.c
    await _delete_notices_naming(connection, person)
    await _strip(connection, [person])
    is_own = exists().where(s.table_id == t.table_id, s.seat == t.seat, s.person == person)
    await connection.execute(delete(statistics).where(is_own))
    await connection.execute(update(match_seats).where(s.person == person).values(person=None, name="", folded=""))
    await _remove_host_name(connection, person)
    await connection.execute(update(matches).where(matches.c.host == person).values(host=""))
    bare = {
        "name": "",
        "folded": None,
        "skeleton": None,
        "password": None,
        "since": DELETED_SINCE,
        "used": DELETED_SINCE,
    }
    await connection.execute(update(people).where(people.c.id == person).values(**bare))
    await _hide_in_ratings(connection, person)
    await note(connection, NewAuditRow(now_ms, "account-deleted", person=person))


async def _delete_notices_naming(connection: AsyncConnection, person: str) -> None:
    """Delete the notices that tell others of a user's invitations and friend requests, and contain the user's name.

    Sent ones stay for days.
    """
    n = notices.c
    name = await connection.scalar(select(people.c.name).where(people.c.id == person))
    rows = await connection.execute(select(n.id, n.facts).where(n.kind.in_(("invited", "friend"))))
    own_ids = [row.id for row in rows if name and msgspec.json.decode(row.facts).get("name") == name]
    await connection.execute(delete(notices).where(n.id.in_(own_ids)))


async def _remove_host_name(connection: AsyncConnection, host: str) -> None:
    """Remove the name of a user from the stored settings and summaries of all tables that the user has opened.

    Where the match is over, also replace the user's id in the settings: the user may have no seat at the table.
    """
    t = tables.c
    own_matches = select(matches.c.table_id).where(matches.c.host == host)
    is_own = or_(and_(t.host == host, IS_UNFINISHED), and_(t.host == host, IS_UNARCHIVED), t.id.in_(own_matches))
    rows = (await connection.execute(select(t.id, t.over, t.settings, t.summary).where(is_own))).all()
    for table, is_over, settings_bytes, summary_bytes in rows:
        settings = msgspec.json.decode(settings_bytes, type=TableSettings)
        if settings.host_name:
            values = {"settings": msgspec.json.encode(replace(settings, host_name=""))}
            if summary_bytes is not None:
                summary = msgspec.json.decode(summary_bytes, type=Summary)
                values["summary"] = msgspec.json.encode(replace(summary, host_name=""))
            await connection.execute(update(tables).where(t.id == table).values(**values))
        if is_over:
            await _hide_in_settings(connection, table, host, random_deleted_id())


async def _hide_in_ratings(connection: AsyncConnection, person: str) -> None:
    """Replace the id of a deleted user by a random one in the ratings.

    The ratings of other people can then still be recomputed.
    """
    new_id = random_deleted_id()
    for table in (rating_changes, ratings):
        await connection.execute(update(table).where(table.c.person == person).values(person=new_id))


def random_deleted_id() -> str:
    """Return a random id that stands for a deleted user, and that occurs nowhere else."""
    return f"{DELETED_ID_PREFIX}{token_hex(16)}"


async def finished_tables_of_deleted(
    connection: AsyncConnection, after: TableOfDeleted, *, in_journal: bool = False
) -> list[TableOfDeleted]:
    """Return tables of deleted users whose matches are over, in the order of the tables' ids and the users' ids.

    These are the tables at which a deleted user has a seat. With `in_journal` they are the tables at which the
    moderation journal names a user whose row in `people` is to be deleted next, for example because the user has left a
    seat there. Only those that come after `after` in this order are returned, at most `GUESTS_AT_ONCE`. `unname`
    removes the names and ids of the users there.
    """
    p, source = people.c, audit if in_journal else seats
    deleted_users = select(p.id).where(p.since == DELETED_SINCE)
    if in_journal:
        deleted_users = deleted_users.where(~_open_tables(p.id), ~exists().where(seats.c.person == p.id))
    columns = (source.c.table_id, source.c.person)
    query = select(*columns).distinct().join(tables, tables.c.id == source.c.table_id)
    query = query.where(source.c.person.in_(deleted_users), tables.c.over, tuple_(*columns) > tuple_(*after))
    rows = await connection.execute(query.order_by(*columns).limit(GUESTS_AT_ONCE))
    return [TableOfDeleted(*row) for row in rows]


async def unname(connection: AsyncConnection, table_of_deleted: TableOfDeleted) -> bool:
    """Remove the name of a deleted user from the rows of a table, and replace the user's id there by a random one.

    Also delete the row of the user's seat, if the user has one. The match at the table is over. Return True, because
    the caller expects True if a change was made.
    """
    table, person = table_of_deleted
    m, new_id = moves.c, random_deleted_id()
    query = select(m.seq, m.command, m.events).where(m.table_id == table).order_by(m.seq)
    seat: int | None = None
    for seq, command, event_bytes in (await connection.execute(query)).all():
        values: dict[str, Any] = {}
        if command is not None and command.startswith(f"{person}/"):  # a command is stored as USER/ID
            values["command"] = command.replace(person, new_id, 1)
        events, new_events = decode(event_bytes), list[TableEvent]()
        for event in events:
            seat = _seat_after(event, person, seat)
            new_events.append(_anonymous_event(event, person, seat, new_id))
        if tuple(new_events) != events:
            values["events"] = encode(tuple(new_events))
        if values:
            await connection.execute(update(moves).where(m.table_id == table, m.seq == seq).values(**values))
    await _hide_in_settings(connection, table, person, new_id)
    await connection.execute(delete(seats).where(seats.c.table_id == table, seats.c.person == person))
    return True


def _seat_after(event: TableEvent, person: str, seat: int | None) -> int | None:
    """Return the seat of a user (id) after an event of a table, None for none; `seat` is the user's seat before it."""
    match event:
        case SeatTaken(seat=taken_seat, user=user) if user == person:
            return taken_seat
        case SeatLeft(seat=left_seat) if left_seat == seat:
            return None
        case UserRemoved(user=user) if user == person:
            return None
    return seat


def _anonymous_event(event: TableEvent, person: str, seat: int | None, new_id: str) -> TableEvent:
    """Return an event of a table without the name of a deleted user, and with the id `new_id` in place of `person`.

    `seat` is the user's seat after the event, None for none.
    """
    match event:
        case SeatTaken(user=user) if user == person:
            return replace(event, user=new_id, name="")
        case UserRemoved(user=user) | ActionReported(user=user) if user == person:
            return replace(event, user=new_id)
        case TableLocked(users=users) if users is not None:
            return replace(event, users=_with_new_id(users, person, new_id))
        case PlayerRenamed(seat=theirs) if theirs == seat:
            return replace(event, name="")
        case BeginEvent(names=names) if seat is not None:
            return replace(event, names=(*names[:seat], GUEST_NAME, *names[seat + 1 :]))
    return event


def _with_new_id(users: Iterable[str], person: str, new_id: str) -> tuple[str, ...]:
    """Return user ids with `new_id` in place of `person`."""
    return tuple(new_id if user == person else user for user in users)


async def _hide_in_settings(connection: AsyncConnection, table: str, person: str, new_id: str) -> None:
    """Replace the id of a deleted user by another one in the settings of a table whose match is over."""
    t = tables.c
    row = (await connection.execute(select(t.host, t.settings).where(t.id == table))).one()
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    reserved, barred = (_with_new_id(users, person, new_id) for users in (settings.reserved, settings.barred))
    host, row_host = _with_new_id((settings.host, row.host), person, new_id)
    new_settings = replace(settings, host=host, reserved=reserved, barred=barred)
    values = {"host": row_host, "settings": msgspec.json.encode(new_settings)}
    await connection.execute(update(tables).where(t.id == table).values(**values))


async def delete_audit(connection: AsyncConnection, before_ms: int) -> int:
    """Delete rows of the moderation journal older than `before_ms` (wall clock, ms), at most `ROWS_AT_ONCE`.

    Return the number of deleted rows.
    """
    query = select(audit.c.id).where(audit.c.at < before_ms).order_by(audit.c.at).limit(ROWS_AT_ONCE)
    old = list((await connection.execute(query)).scalars())
    if old:
        await connection.execute(delete(audit).where(audit.c.id.in_(old)))
    return len(old)
