"""Users' reports that a computer player has acted badly.

Each report is stored with the log up to the end of the deal, so that a developer can examine the action.
"""

from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import reports
from prikup.table.host.storage import DealReport

__all__ = ["StoredReport", "add_reports", "read_reports"]


class StoredReport(Struct, frozen=True):
    """A report of a computer player's bad action, as stored in the database.

    `id` is the number of its row, `table` the id of its table, and `report` its content.
    """

    id: int
    table: str
    report: DealReport


async def add_reports(connection: AsyncConnection, table: str, deal_reports: Iterable[DealReport]) -> None:
    """Store users' reports of computer players' bad actions in a deal that has ended. `table` is the table's id."""
    values = [
        {
            "table_id": table,
            "game": report.game,
            "deal": report.deal,
            "event": report.event,
            "seat": report.seat,
            "level": report.level,
            "reporter": report.user,
            "at": report.at,
            "log": report.log,
        }
        for report in deal_reports
    ]
    await connection.execute(insert(reports), values)


async def read_reports(connection: AsyncConnection) -> list[StoredReport]:
    """Return all reports of computer players' bad actions, the oldest first."""
    r = reports.c
    query = select(r.id, r.table_id, r.game, r.deal, r.event, r.seat, r.level, r.reporter, r.at, r.log).order_by(r.id)
    rows = await connection.execute(query)
    return [StoredReport(number, table, DealReport(*rest)) for number, table, *rest in rows]
