"""The problems that each user has solved, stored with the account."""

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.problems.progress import SolvedProblems
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import problem_progress

__all__ = ["ProblemProgress"]


class ProblemProgress:
    """Stores the solved problems of all users of a server, in its database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: str) -> SolvedProblems:
        """Return the solved problems of a user."""
        async with self._database.reading() as connection:
            return await _read(connection, user) or SolvedProblems()

    async def add(self, user: str, progress: SolvedProblems) -> SolvedProblems:
        """Add problems that a user has solved elsewhere; return all of the user's solved problems."""
        p = problem_progress.c
        async with self._database.writing() as connection:
            known = await _read(connection, user)
            both = (known or SolvedProblems()).together(progress)
            if known is None:
                await connection.execute(insert(problem_progress), {"person": user, "solved": both.written()})
            elif both != known:
                changed = update(problem_progress).where(p.person == user).values(solved=both.written())
                await connection.execute(changed)
        return both


async def _read(connection: AsyncConnection, user: str) -> SolvedProblems | None:
    p = problem_progress.c
    found: bytes | None = await connection.scalar(select(p.solved).where(p.person == user))
    return SolvedProblems.read(found) if found is not None else None
