"""Checks the stored list entries of tables against the commits (the stored changes) of the tables."""

import msgspec
from sqlalchemy import select

from prikup.server.storage.database import reading_snapshot
from prikup.server.storage.event_store import load_commits
from prikup.server.storage.sql_tables import IS_UNFINISHED, tables
from prikup.server.storage.table_check import TableCheck
from prikup.table.host.storage import LobbyFlags
from prikup.table.state.summary import Summary, lobby_flags, summary_of
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["check_tables"]


async def check_tables(url: str) -> TableCheck:
    """Compare the stored list entries of all unfinished tables with the commits (stored changes) of these tables.

    A list entry says how lists of tables show a table. A table without a list entry was stored by an older version of
    the program and is not in the lobby. The database at `url` is not changed, and a server may be using it. Raise
    BadDatabase if the database cannot be read.
    """
    t, wrong, number = tables.c, list[str](), 0
    query = select(t.id, t.settings, t.summary, t.listed, t.watchable).where(IS_UNFINISHED).order_by(t.id)
    async with reading_snapshot(url) as connection:
        for row in (await connection.execute(query)).all():
            settings = msgspec.json.decode(bytes(row.settings), type=TableSettings)
            state = TableState.of(settings, (await load_commits(connection, [row.id]))[row.id])
            flags = LobbyFlags(row.listed, row.watchable)
            stored = None if row.summary is None else msgspec.json.decode(bytes(row.summary), type=Summary)
            number += 1
            if lobby_flags(state) != flags or stored not in (None, summary_of(state)):
                wrong.append(row.id)
    return TableCheck(number, tuple(wrong))
