"""The notices of decisions at tables by turns, stored in the transaction of the commit that asks for the decision."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.notices.notice_rows import Facts, add_notices, notices_of_turn
from prikup.server.storage.sql_tables import notices
from prikup.server.storage.turn_rows import game_of_table
from prikup.table.host.storage import DueDecision

__all__ = ["note_decisions"]


async def note_decisions(
    connection: AsyncConnection, table: str, decisions: Sequence[DueDecision], new_decisions: Sequence[DueDecision]
) -> None:
    """Store the notices of new decisions, and delete the unsent ones of decisions for which the table waits no more.

    `decisions` are all for which it waits now, and `new_decisions` those that it did not wait for before.
    """
    n = notices.c
    current = {(decision.user, decision.n) for decision in decisions}
    query = select(n.id, n.person, n.turn).where(n.kind == "turn", n.about == table, n.sent.is_(None))
    outdated = [row.id for row in await connection.execute(query) if (row.person, row.turn) not in current]
    if outdated:
        await connection.execute(delete(notices).where(n.id.in_(outdated)))
    if new_decisions:
        facts = Facts(await game_of_table(connection, table))
        for decision in new_decisions:
            new_notices = notices_of_turn(decision.user, table, decision.n, facts, decision.asked_ms, decision.due_ms)
            await add_notices(connection, new_notices)
