"""The lock by which one server alone works with a PostgreSQL database."""

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["AdvisoryLock"]

KEY = 0x7072696B7570
"""The number of the lock in its database: `prikup` in ASCII."""


class AdvisoryLock:
    """A lock of PostgreSQL that lasts as long as the connection that took it, which it keeps for itself."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def held(self) -> bool:
        """Return whether the lock is ours; if its connection was lost, take it again if nobody else has it."""
        if self._connection is not None:
            raw = (await self._connection.get_raw_connection()).driver_connection
            if raw is not None and not raw.is_closed():
                return True
            await self.release()
        connection = await self._engine.connect()
        try:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            if await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": KEY}):
                self._connection = connection
                return True
        finally:
            if self._connection is not connection:
                await connection.close()
        return False

    async def release(self) -> None:
        """Give the lock up, with its connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.invalidate()
            except SQLAlchemyError:
                return
            await connection.close()
