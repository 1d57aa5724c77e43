"""The solved problems of a user on two servers that share a PostgreSQL database (make test-postgres)."""

import asyncio

import pytest
from server.node_cluster import open_shared_database
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.problems.progress import SolvedProblems
from prikup.server.accounts import problem_progress
from prikup.server.accounts.problem_progress import ProblemProgress
from prikup.server.storage import database
from prikup.server.storage.advisory_lock import wait_for_lock
from prikup.server.storage.sql_tables import people


async def test_problems_solved_on_two_servers_at_once_are_all_stored(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = problem_progress._read
    was_read, go, second_waits = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def read_slowly(connection: AsyncConnection, user: str) -> SolvedProblems | None:
        progress = await read(connection, user)
        if not was_read.is_set():
            was_read.set()
            await go.wait()
        return progress

    async def note_and_lock(connection: AsyncConnection, key: int) -> None:
        if was_read.is_set():
            second_waits.set()
        await wait_for_lock(connection, key)

    async with open_shared_database(url) as first, open_shared_database(url) as second, asyncio.TaskGroup() as group:
        async with first.writing() as connection:
            await connection.execute(insert(people), {"id": "anna", "name": "Anna", "since": 1})
        await ProblemProgress(first).add("anna", SolvedProblems({"1": True}))
        monkeypatch.setattr(problem_progress, "_read", read_slowly)
        monkeypatch.setattr(database, "wait_for_lock", note_and_lock)
        adding = group.create_task(ProblemProgress(first).add("anna", SolvedProblems({"2": True})))
        await was_read.wait()
        on_second = group.create_task(ProblemProgress(second).add("anna", SolvedProblems({"3": False})))
        waiting = group.create_task(second_waits.wait())
        await asyncio.wait({on_second, waiting}, return_when=asyncio.FIRST_COMPLETED)
        go.set()
        await adding
        await on_second
        waiting.cancel()
        assert await ProblemProgress(first).of("anna") == SolvedProblems({"1": True, "2": True, "3": False})
