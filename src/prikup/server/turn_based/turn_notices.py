"""The notices that tell players by push message or mail that a turn-based table waits for their decision.

At such a table players answer within hours or days. The notices are stored in the transaction of the commit (stored
change of the table) that asks for the decision.
"""

from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.notices.notice_rows import Facts, add_notices, notices_of_turn, withdraw
from prikup.server.storage.turn_rows import DecisionChanges, game_of_table, load_pauses

__all__ = ["note_decisions"]


async def note_decisions(connection: AsyncConnection, table: str, changes: DecisionChanges) -> None:
    """Store the notices of new decisions at a turn-based table, and delete unsent ones of ended decisions.

    `table` is the id of the table. `changes` are the decisions for which the table has begun to wait, and those for
    which it no longer waits.
    """
    for ended in changes.ended:
        await withdraw(connection, ended.user, "turn", table, ended.n)
    if changes.new:
        facts = Facts(await game_of_table(connection, table))
        pauses = await load_pauses(connection, {decision.user for decision in changes.new})
        for decision in changes.new:
            await add_notices(connection, notices_of_turn(table, decision, facts, pauses[decision.user]))
