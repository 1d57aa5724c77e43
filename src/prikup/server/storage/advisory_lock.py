"""Advisory locks of a PostgreSQL database, which coordinate the servers that use it."""

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["CHORES", "EXCLUSIVE_WRITES", "PAUSES", "SERVING", "UPGRADE", "AdvisoryLock", "wait_for_lock"]

SERVING = 0x7072696B7570
"""The key of the lock that a server has as long as it uses a database: `prikup` in ASCII."""
UPGRADE, EXCLUSIVE_WRITES, CHORES, PAUSES = SERVING + 1, SERVING + 2, SERVING + 3, SERVING + 4
"""The keys of further advisory locks.

`UPGRADE` is for upgrades of the schema, `EXCLUSIVE_WRITES` for `Database.writing(exclusive=True)`, `CHORES` for
clean-up work that one server at a time does, and `PAUSES` for changes of the pauses at turn-based tables.
"""
_QUESTION = text("SELECT 1")


async def wait_for_lock(connection: AsyncConnection, key: int, *, shared: bool = False) -> None:
    """Wait for the advisory lock with the number `key`, and keep it until the transaction of `connection` ends.

    With `shared`, several transactions can have the lock at the same time. Nothing is done on SQLite, which has one
    writer at a time.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"SELECT pg_advisory_xact_lock{'_shared' if shared else ''}(:key)"), {"key": key})


class AdvisoryLock:
    """A PostgreSQL lock that lasts as long as the connection that acquired it; this connection is reserved for it.

    `key` is the number of the lock. With `shared`, several servers can have the lock at the same time, unless a server
    has it without `shared`.
    """

    def __init__(self, engine: AsyncEngine, key: int = SERVING, *, shared: bool = False) -> None:
        self._engine, self._key, self._shared = engine, key, shared
        self._try = text(f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}(:key)")
        self._connection: AsyncConnection | None = None

    async def try_acquire(self) -> bool:
        """Try to acquire the lock, and return whether this object has it now.

        If the object had the lock but lost its connection, try to acquire the lock again.
        """
        if self._connection is not None:
            if await self._is_connected(self._connection):
                return True
            await self.release()
        connection = await self._engine.connect()
        try:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            if await connection.scalar(self._try, {"key": self._key}):
                self._connection = connection
                return True
        finally:
            if self._connection is not connection:
                await connection.close()
        return False

    async def _is_connected(self, connection: AsyncConnection) -> bool:
        """Return whether the connection that acquired the lock still exists.

        The database is asked, because it frees the locks of a connection that ends before the driver hears of the end.
        Servers that share the database need not be so sure: they write only with a lease.
        """
        try:
            driver_connection = (await connection.get_raw_connection()).driver_connection
            if driver_connection is None or driver_connection.is_closed():
                return False
            if not self._shared:
                await connection.execute(_QUESTION)
        except (SQLAlchemyError, OSError):
            return False
        return True

    async def release(self) -> None:
        """Release the lock by closing its connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.invalidate()
            except SQLAlchemyError:
                return
            await connection.close()
