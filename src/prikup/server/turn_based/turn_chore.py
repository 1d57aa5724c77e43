"""The chore (a job of one server for all) of turn-based tables, at which players answer within hours or days.

It loads the tables at which the time for a decision is over. A table in memory acts by itself at the right time
(`prikup.table.commands.turn_times`): a computer player takes the decision. A table that no server has in memory is
loaded here, so that it does the same. If another server owns the table, that server has it in memory.
"""

from collections.abc import Callable

from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.storage.database import Database
from prikup.server.storage.turn_rows import due_tables
from prikup.server.turn_based.calendar import ServerCalendar
from prikup.table.host.services import OwnedElsewhere
from prikup.table.host.storage import NotRead
from prikup.table.registry import TableRegistry

__all__ = ["ROUND_EVERY_S", "TurnChore"]

ROUND_EVERY_S = 2.0
"""Seconds between two rounds of the chore, each of which loads overdue tables."""
TABLES_A_ROUND = 50
"""The maximum number of overdue tables that one round of the chore loads."""
NOTE_EVERY_MS = 60_000
"""Milliseconds between two times at which the chore stores that a server checks the tables."""
RETRY_AFTER_MS = 60_000
"""Milliseconds after which a table whose decision is still overdue is loaded again."""


class TurnChore:
    """Loads the turn-based tables at which the time for a decision is over. Players there answer within hours or days.

    - `lease`: the time-limited right to do this chore, which only one server has at a time.
    - `tables`: loads a table into memory.
    - `calendar`: stores when a server has last checked the tables.
    - `now_ms`: returns the time of the clock that all servers share, in milliseconds since 1970.
    """

    def __init__(
        self,
        lease: ChoreLease,
        database: Database,
        tables: TableRegistry,
        calendar: ServerCalendar,
        now_ms: Callable[[], int],
    ) -> None:
        self._lease, self._database, self._tables = lease, database, tables
        self._calendar, self._now = calendar, now_ms
        self._noted_ms: int | None = None
        self._loaded_ms: dict[str, int] = {}

    async def run(self) -> None:
        """Load overdue tables at regular intervals, as long as no other server does so, until cancelled."""
        await self._lease.run(self.work, ROUND_EVERY_S)

    async def work(self) -> None:
        """Store that a server checks the tables now, and load the tables at which the time for a decision is over.

        Raise NotRead or NotWritten if the database fails.
        """
        now_ms = self._now()
        if self._noted_ms is None or now_ms >= self._noted_ms + NOTE_EVERY_MS:
            await self._calendar.note_round()
            self._noted_ms = now_ms
        self._loaded_ms = {table: at for table, at in self._loaded_ms.items() if now_ms < at + RETRY_AFTER_MS}
        async with self._database.reading() as connection:
            due = await due_tables(connection, now_ms, TABLES_A_ROUND + len(self._loaded_ms))
        for table in due:
            if table not in self._loaded_ms:
                self._loaded_ms[table] = now_ms
                await self._load(table)

    async def _load(self, table: str) -> None:
        try:
            loaded_table = await self._tables.find(table)
        except (OwnedElsewhere, NotRead):
            return
        if loaded_table is not None:
            loaded_table.check_timed_changes()
