"""The problems (positions to solve) that each user has solved, stored with the user's account."""

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.problems.progress import SolvedProblems
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import problem_progress

__all__ = ["ProblemProgress"]


class ProblemProgress:
    """Stores in the database which problems (positions to solve) each user of a server has solved."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: str) -> SolvedProblems:
        """Return the solved problems of the user with the id `user`; an empty record if there are none."""
        async with self._database.reading() as connection:
            return await _read(connection, user) or SolvedProblems()

    async def add(self, user: str, progress: SolvedProblems) -> SolvedProblems:
        """Add the problems in `progress` to those that the user `user` has solved; return all solved problems."""
        p = problem_progress.c
        async with self._database.writing(exclusive=True) as connection:  # the user may be on another server too
            stored_progress = await _read(connection, user)
            merged_progress = (stored_progress or SolvedProblems()).merge(progress)
            if stored_progress is None:
                await connection.execute(insert(problem_progress), {"person": user, "solved": merged_progress.encode()})
            elif merged_progress != stored_progress:
                change = update(problem_progress).where(p.person == user).values(solved=merged_progress.encode())
                await connection.execute(change)
        return merged_progress


async def _read(connection: AsyncConnection, user: str) -> SolvedProblems | None:
    p = problem_progress.c
    solved_bytes: bytes | None = await connection.scalar(select(p.solved).where(p.person == user))
    return SolvedProblems.read(solved_bytes) if solved_bytes is not None else None
