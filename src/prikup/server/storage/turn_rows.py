"""The database rows of turn-based tables, at which players answer within hours or days.

They contain the decisions for which tables wait, the pauses of players' clocks, and the time at which a server last
checked the tables. Each function runs in a transaction of its caller. All times are milliseconds since 1970 by the
clock that all servers share. The rows of `turns` are a cache: they follow from the commits (stored changes) of the
tables and from the pauses. No transaction changes pauses while another one writes such rows (`share_pauses`), so that
no row is computed from old pauses.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.advisory_lock import PAUSES, wait_for_lock
from prikup.server.storage.sql_tables import IS_UNFINISHED, clock_pauses, notices, seats, tables, turn_rounds, turns
from prikup.table.host.storage import WaitingDecision
from prikup.table.table_settings import TableSettings
from prikup.table.turn_calendar import Pause, end_of_time, merge_pauses, passed_ms

__all__ = [
    "EVERYBODY",
    "DecisionChanges",
    "DueDecision",
    "TableTurn",
    "add_pause",
    "count_tables",
    "delete_pauses",
    "due_decision",
    "due_tables",
    "game_of_table",
    "last_round",
    "load_pauses",
    "note_round",
    "replace_decisions",
    "share_pauses",
    "time_of_reminder",
    "turns_of_tables",
    "waiting_tables",
]

EVERYBODY = ""
"""The value in place of a person's id for a pause of everybody's clocks, because no server was running."""


class TableTurn(NamedTuple):
    """A decision for which a turn-based table waits (players answer within hours or days).

    `table` is the table's id, `seat` the seat that has to decide, and `person` the id of the user in the seat. `due` is
    the time at which a computer player decides (ms since 1970).
    """

    table: str
    seat: int
    person: str
    due: int


class DueDecision(NamedTuple):
    """A decision for which a turn-based table waits (players answer within hours or days).

    - `seat`: the seat that has to decide, -1 for something that the table does by itself.
    - `user`: the id of the user in the seat, "" without a seat.
    - `n`: the version of the table at which the decision arose.
    - `asked_ms`: the time at which the user was asked (ms since 1970).
    - `due_ms`: the time at which a computer player decides instead of the user (ms since 1970).
    """

    seat: int
    user: str
    n: int
    asked_ms: int
    due_ms: int


class DecisionChanges(NamedTuple):
    """The changes of the decisions for which a turn-based table waits, without those of computer players.

    `new` are the decisions for which the table did not wait before, and `ended` those for which it no longer waits.
    """

    new: tuple[DueDecision, ...]
    ended: tuple[DueDecision, ...]

    @property
    def users(self) -> set[str]:
        """The ids of the users who have to make these decisions, or no longer have to."""
        return {decision.user for decision in (*self.new, *self.ended)}


class _WaitingRow(NamedTuple):
    """A row of `turns`: a decision for which a table waits, with the fields of `DueDecision`."""

    table: str
    seat: int
    person: str
    n: int
    asked: int
    due: int


# Decisions


def due_decision(decision: WaitingDecision, pauses: tuple[Pause, ...]) -> DueDecision:
    """Return a decision for which a table waits, with the time at which it is due.

    `pauses` are the pauses of the clock of the user who has to decide.
    """
    due_ms = end_of_time(decision.asked_ms, decision.amount_ms, pauses)
    return DueDecision(decision.seat, decision.user, decision.n, decision.asked_ms, due_ms)


async def replace_decisions(
    connection: AsyncConnection, table: str, waiting: Sequence[WaitingDecision]
) -> DecisionChanges:
    """Store the decisions for which a table waits, in place of those stored before, and return the changes.

    `table` is the id of the table. The returned changes leave out the decisions of computer players. The caller must
    have called `share_pauses` in the same transaction before.
    """
    t = turns.c
    pauses = await load_pauses(connection, {decision.user for decision in waiting})
    decisions = [due_decision(decision, pauses[decision.user]) for decision in waiting]
    query = select(t.seat, t.person, t.n, t.asked, t.due).where(t.table_id == table)
    old_decisions = [DueDecision(*row) for row in await connection.execute(query)]
    await connection.execute(delete(turns).where(t.table_id == table))
    if decisions:
        rows = [
            {
                "table_id": table,
                "seat": decision.seat,
                "person": decision.user,
                "n": decision.n,
                "asked": decision.asked_ms,
                "due": decision.due_ms,
            }
            for decision in decisions
        ]
        await connection.execute(insert(turns), rows)
    return DecisionChanges(_without(decisions, old_decisions), _without(old_decisions, decisions))


def _without(decisions: Sequence[DueDecision], others: Sequence[DueDecision]) -> tuple[DueDecision, ...]:
    """Return those of `decisions` that are not in `others`, without decisions of computer players.

    Two of them are the same decision if seat, user and version of the table are equal; their due times may differ.
    """
    known = {(other.seat, other.user, other.n) for other in others}
    return tuple(
        decision for decision in decisions if decision.user and (decision.seat, decision.user, decision.n) not in known
    )


async def due_tables(connection: AsyncConnection, now_ms: int, most: int) -> list[str]:
    """Return the ids of at most `most` tables with an overdue decision, the longest overdue first.

    `now_ms` is the time in milliseconds since 1970.
    """
    t = turns.c
    query = select(t.table_id).where(t.due <= now_ms).group_by(t.table_id).order_by(func.min(t.due), t.table_id)
    return list(await connection.scalars(query.limit(most)))


async def turns_of_tables(connection: AsyncConnection, table_ids: Collection[str]) -> list[TableTurn]:
    """Return the decisions that the tables with these ids await from players, in the order in which they are due."""
    t = turns.c
    query = select(t.table_id, t.seat, t.person, t.due).where(t.table_id.in_(table_ids), t.seat >= 0)
    return [TableTurn(*row) for row in await connection.execute(query.order_by(t.due, t.table_id))]


async def waiting_tables(connection: AsyncConnection, people: Collection[str]) -> list[TableTurn]:
    """Return the decisions that turn-based tables await from these people (ids), in the order in which they are due."""
    t = turns.c
    query = select(t.table_id, t.seat, t.person, t.due).where(t.person.in_(people))
    return [TableTurn(*row) for row in await connection.execute(query.order_by(t.due, t.table_id))]


async def count_tables(connection: AsyncConnection, person: str) -> int:
    """Return the number of unfinished turn-based tables that a person (id) has opened or sits at.

    At a turn-based table players answer within hours or days.
    """
    is_counted = tables.c.by_turns & IS_UNFINISHED
    hosted = select(tables.c.id).where(is_counted, tables.c.host == person)
    is_seat = (seats.c.table_id == tables.c.id) & (seats.c.person == person)
    seated = select(tables.c.id).join(seats, is_seat).where(is_counted)
    query = select(func.count()).select_from(hosted.union(seated).subquery())
    return await connection.scalar(query) or 0


async def game_of_table(connection: AsyncConnection, table: str) -> str:
    """Return the name of the game that is played at the table with this id."""
    settings = await connection.scalar(select(tables.c.settings).where(tables.c.id == table))
    assert settings is not None
    return msgspec.json.decode(bytes(settings), type=TableSettings).game


# Pauses


async def share_pauses(connection: AsyncConnection) -> None:
    """Keep other transactions from changing the pauses of players' clocks until the transaction of `connection` ends.

    Call it first in a transaction that writes decisions. Transactions that change pauses also lock rows only after
    this lock; otherwise two transactions could wait for each other.
    """
    await wait_for_lock(connection, PAUSES, shared=True)


async def load_pauses(connection: AsyncConnection, people: Collection[str]) -> dict[str, tuple[Pause, ...]]:
    """Return the pauses of these people's (ids) clocks, by user id, including the pauses of everybody's clocks.

    While a clock is paused, a decision at a turn-based table does not come closer to its due time.
    """
    p = clock_pauses.c
    query = select(p.person, p.begin, p.end).where(p.person.in_({*people, EVERYBODY}))
    own: dict[str, list[Pause]] = {person: [] for person in (*people, EVERYBODY)}
    for row in await connection.execute(query):
        own[row.person].append((row.begin, row.end))
    return {person: merge_pauses((*own[person], *own[EVERYBODY])) for person in people}


async def add_pause(connection: AsyncConnection, person: str, pause: Pause) -> None:
    """Store a pause of the clock of a person (id), and postpone those of the person's decisions that the pause delays.

    With `EVERYBODY` as `person`, it is a pause of everybody's clocks.
    """
    await wait_for_lock(connection, PAUSES)
    rows = await _waiting_rows(connection, None if person == EVERYBODY else [person])
    old_pauses = await load_pauses(connection, {row.person for row in rows})
    await connection.execute(insert(clock_pauses), {"person": person, "begin": pause[0], "end": pause[1]})
    await _move_decisions(
        connection, rows, old_pauses, {name: merge_pauses((*own, pause)) for name, own in old_pauses.items()}
    )


async def delete_pauses(connection: AsyncConnection, people: Collection[str]) -> None:
    """Delete the pauses of these people's (ids) clocks, so that postponed decisions become due earlier again."""
    await wait_for_lock(connection, PAUSES)
    rows = await _waiting_rows(connection, people)
    old_pauses = await load_pauses(connection, people)
    await connection.execute(delete(clock_pauses).where(clock_pauses.c.person.in_(people)))
    await _move_decisions(connection, rows, old_pauses, await load_pauses(connection, people))


async def _waiting_rows(connection: AsyncConnection, people: Collection[str] | None) -> Sequence[_WaitingRow]:
    """Return the stored decisions that `people` (ids) still have to make at turn-based tables; None means all."""
    t = turns.c
    query = select(t.table_id, t.seat, t.person, t.n, t.asked, t.due)
    rows = await connection.execute(query if people is None else query.where(t.person.in_(people)))
    return [_WaitingRow(*row) for row in rows]


async def _move_decisions(
    connection: AsyncConnection,
    rows: Sequence[_WaitingRow],
    old_pauses: Mapping[str, tuple[Pause, ...]],
    new_pauses: Mapping[str, tuple[Pause, ...]],
) -> None:
    """Move the due times of decisions, and the times of their notices, because the pauses of their people have changed.

    `rows` are the decisions. `old_pauses` and `new_pauses` are the pauses of the people's clocks before and after the
    change, by user id.
    """
    t = turns.c
    for row in rows:
        amount_ms = passed_ms(row.asked, row.due, old_pauses[row.person])
        due = end_of_time(row.asked, amount_ms, new_pauses[row.person])
        if due != row.due:
            is_it = (t.table_id == row.table) & (t.seat == row.seat) & (t.n == row.n)
            await connection.execute(update(turns).where(is_it).values(due=due))
            reminder_ms = time_of_reminder(row.asked, amount_ms, new_pauses[row.person])
            await _move_notices(connection, row, due, reminder_ms)


def time_of_reminder(asked_ms: int, amount_ms: int, pauses: tuple[Pause, ...]) -> int:
    """Return the time at which a person is reminded of a decision, when a quarter of the time for it is left.

    `asked_ms` is the moment at which the time for the decision begins, `amount_ms` the length of that time without
    pauses, and `pauses` are the pauses of the person's clock. Times are milliseconds since 1970.
    """
    return end_of_time(asked_ms, amount_ms - amount_ms // 4, pauses)


async def _move_notices(connection: AsyncConnection, row: _WaitingRow, until_ms: int, reminder_ms: int) -> None:
    """Set new times for the notices (messages to the player) of a decision that are not sent yet.

    They are valid until `until_ms`, and the reminder is sent at `reminder_ms` (milliseconds since 1970). `row` is the
    decision.
    """
    n = notices.c
    is_unsent: ColumnElement[bool] = n.sent.is_(None) & (n.person == row.person) & (n.kind == "turn")
    is_unsent &= (n.about == row.table) & (n.turn == row.n)
    await connection.execute(update(notices).where(is_unsent).values(until=until_ms))
    reminder = update(notices).where(is_unsent & (n.part == "reminder"))
    await connection.execute(reminder.values(due=reminder_ms))


# Rounds of the chore


async def last_round(connection: AsyncConnection, *, lock: bool = False) -> int | None:
    """Return the time at which a server last checked the turn-based tables, None if no server ever did.

    The time is in milliseconds since 1970. At a turn-based table players answer within hours or days. With `lock`, no
    other transaction can change the stored time until the transaction of `connection` ends.
    """
    query = select(turn_rounds.c.at)
    at: int | None = await connection.scalar(query.with_for_update() if lock else query)
    return at


async def note_round(connection: AsyncConnection, now_ms: int) -> None:
    """Store `now_ms` (milliseconds since 1970) as the time at which a server last checked the turn-based tables.

    At a turn-based table players answer within hours or days.
    """
    change = update(turn_rounds).values(at=now_ms)
    if not (await connection.execute(change)).rowcount:
        await connection.execute(insert(turn_rounds), {"id": 1, "at": now_ms})
