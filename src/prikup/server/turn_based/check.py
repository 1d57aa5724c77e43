"""Checks the stored decisions of turn-based tables, at which players answer within hours or days."""

import msgspec
from sqlalchemy import select

from prikup.server.storage.database import reading_snapshot
from prikup.server.storage.event_store import load_commits
from prikup.server.storage.sql_tables import IS_UNFINISHED, tables, turns
from prikup.server.storage.table_check import TableCheck
from prikup.server.storage.turn_rows import EVERYBODY, DueDecision, due_decision, load_pauses
from prikup.table.commands.turn_times import waiting_decisions
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["check_turns"]


async def check_turns(url: str) -> TableCheck:
    """Compare the stored decisions for which turn-based tables wait with those that follow from the tables' commits.

    Commits are the stored changes of tables. The times at which decisions are due also depend on pauses of the players'
    clocks, such as holidays. At a turn-based table players answer within hours or days. A table that has stored
    decisions although it is over or not turn-based is also wrong. The database at `url` is not changed, and a server
    may be using it. Raise BadDatabase if it cannot be read.
    """
    t, r, wrong, number = tables.c, turns.c, set[str](), 0
    async with reading_snapshot(url) as connection:
        stored: dict[str, set[DueDecision]] = {}
        for table, *decision in await connection.execute(select(r.table_id, r.seat, r.person, r.n, r.asked, r.due)):
            stored.setdefault(table, set()).add(DueDecision(*decision))
        query = select(t.id, t.settings).where(IS_UNFINISHED, t.by_turns).order_by(t.id)
        for row in (await connection.execute(query)).all():
            number += 1
            settings = msgspec.json.decode(bytes(row.settings), type=TableSettings)
            commits = (await load_commits(connection, [row.id]))[row.id]
            state = TableState.of(settings, commits)
            users = {user for user in state.user_ids_by_seat if user}
            pauses = await load_pauses(connection, {*users, EVERYBODY})
            waiting = waiting_decisions(state, commits[-1].at) if commits else ()
            expected = {due_decision(decision, pauses[decision.user]) for decision in waiting}
            if stored.pop(row.id, set()) != expected:
                wrong.add(row.id)
    return TableCheck(number, tuple(sorted(wrong | stored.keys())))
