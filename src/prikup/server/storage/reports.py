"""Reports of bad actions of computer players, each with the log up to the end of the deal."""

from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import reports
from prikup.table.storage import DealReport

__all__ = ["StoredReport", "add_reports", "read_reports"]


class StoredReport(Struct, frozen=True):
    """A stored report: its number, its table and its content."""

    id: int
    table: str
    report: DealReport


async def add_reports(connection: AsyncConnection, table: str, found: Iterable[DealReport]) -> None:
    """Store the reports of a deal that has ended."""
    values = [
        {
            "table_id": table,
            "game": each.game,
            "deal": each.deal,
            "event": each.event,
            "seat": each.seat,
            "level": each.level,
            "reporter": each.user,
            "at": each.at,
            "log": each.log,
        }
        for each in found
    ]
    await connection.execute(insert(reports), values)


async def read_reports(connection: AsyncConnection) -> list[StoredReport]:
    """Return all reports, the oldest first."""
    r = reports.c
    query = select(r.id, r.table_id, r.game, r.deal, r.event, r.seat, r.level, r.reporter, r.at, r.log).order_by(r.id)
    found = await connection.execute(query)
    return [StoredReport(number, table, DealReport(*rest)) for number, table, *rest in found]
