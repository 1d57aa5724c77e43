"""Reports by users of bad actions of computer players, each stored with the log up to the end of the deal."""

from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import reports
from prikup.table.storage import DealReport

__all__ = ["StoredReport", "add_reports", "read_reports"]


class StoredReport(Struct, frozen=True):
    """A stored report: the number of its row, the id of its table, and its content."""

    id: int
    table: str
    report: DealReport


async def add_reports(connection: AsyncConnection, table: str, deal_reports: Iterable[DealReport]) -> None:
    """Store the reports of a deal that has ended."""
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
    """Return all reports, the oldest first."""
    r = reports.c
    query = select(r.id, r.table_id, r.game, r.deal, r.event, r.seat, r.level, r.reporter, r.at, r.log).order_by(r.id)
    rows = await connection.execute(query)
    return [StoredReport(number, table, DealReport(*rest)) for number, table, *rest in rows]
