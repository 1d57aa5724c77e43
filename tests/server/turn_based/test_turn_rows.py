"""The rows of decisions at turn-based tables, and of their notices."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from server.conftest import SERVER
from sqlalchemy import Connection, Engine, event, insert, select, text
from support.example_games import example

from prikup.server.notices.notice_rows import Facts, notices_of_turn
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import notices, people, tables, turns
from prikup.server.storage.turn_rows import (
    DueDecision,
    add_pause,
    delete_pauses,
    due_decision,
    replace_decisions,
    share_pauses,
)
from prikup.server.turn_based.turn_notices import note_decisions
from prikup.table.host.storage import WaitingDecision
from prikup.table.table_settings import TableSettings
from prikup.table.turn_calendar import HOUR_MS

WAITING = WaitingDecision(0, "anna", 5, 0, 24 * HOUR_MS)
DECISION = DueDecision(0, "anna", 5, 0, 24 * HOUR_MS)
REMINDER_MS = 18 * HOUR_MS


async def open_database(url: str) -> Database:
    """Return a database with one table, which waits for a decision of Anna."""
    database = await Database.open(url)
    settings = msgspec.json.encode(TableSettings(example(), ""))
    async with database.writing() as connection:
        await connection.execute(insert(people), {"id": "anna", "name": "Anna", "since": 1})
        row = {"id": "table1", "settings": settings, "host": "anna", "opened": 1, "over": False}
        await connection.execute(insert(tables), row)
        await note_decisions(connection, "table1", await replace_decisions(connection, "table1", [WAITING]))
    return database


async def notice_times(database: Database) -> dict[str, tuple[int, int]]:
    """Return the times of the stored notices by part: when they are due, and until when they are of use."""
    n = notices.c
    async with database.reading() as connection:
        return {row.part: (row.due, row.until) for row in await connection.execute(select(n.part, n.due, n.until))}


@contextmanager
def record_statements(word: str) -> Iterator[list[tuple[str, Any]]]:
    """Collect the SQL statements with a word that are sent during the block, each with its parameters."""
    statements: list[tuple[str, Any]] = []

    def note(_: Connection, __: object, statement: str, parameters: Any, *___: object) -> None:
        if word in statement:
            statements.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_reminder_comes_when_a_quarter_of_the_time_is_left_also_after_a_holiday() -> None:
    holiday = (10 * HOUR_MS, 82 * HOUR_MS)
    decision = due_decision(WAITING, (holiday,))
    assert decision.due_ms == DECISION.due_ms + 72 * HOUR_MS
    due = {notice.part: notice.due for notice in notices_of_turn("table1", decision, Facts(), (holiday,))}
    assert due == {"push": 60_000, "reminder": REMINDER_MS + 72 * HOUR_MS, "mail": 12 * HOUR_MS}


async def test_pause_moves_only_what_comes_after_it(url: str) -> None:
    database = await open_database(url)
    assert (await notice_times(database))["reminder"] == (REMINDER_MS, DECISION.due_ms)
    async with database.writing() as connection:
        await add_pause(connection, "anna", (20 * HOUR_MS, 30 * HOUR_MS))
    assert (await notice_times(database))["reminder"] == (REMINDER_MS, DECISION.due_ms + 10 * HOUR_MS)
    async with database.writing() as connection:
        await add_pause(connection, "", (HOUR_MS, 2 * HOUR_MS))
    assert (await notice_times(database))["reminder"] == (REMINDER_MS + HOUR_MS, DECISION.due_ms + 11 * HOUR_MS)
    async with database.writing() as connection:
        await delete_pauses(connection, ["anna"])
    assert (await notice_times(database))["reminder"] == (REMINDER_MS + HOUR_MS, DECISION.due_ms + HOUR_MS)
    await database.close()


async def test_decision_is_due_by_the_pauses_of_the_transaction_that_stores_it(url: str) -> None:
    database = await open_database(url)
    async with database.writing() as connection:
        await add_pause(connection, "anna", (HOUR_MS, 2 * HOUR_MS))
        await add_pause(connection, "", (3 * HOUR_MS, 5 * HOUR_MS))
    async with database.writing() as connection:
        await share_pauses(connection)
        changes = await replace_decisions(connection, "table1", [replace(WAITING, n=6)])
    assert [decision.due_ms for decision in changes.new] == [DECISION.due_ms + 3 * HOUR_MS]
    await database.close()


@pytest.mark.skipif(not SERVER, reason="SQLite has one writer at a time")
async def test_pause_waits_for_the_decisions_of_another_server(url: str) -> None:
    """The pause is added while the decision is stored and not committed; it waits, and then moves the decision."""
    first, second = await Database.open(url, shared=True), await Database.open(url, shared=True)
    query = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")

    async def add() -> None:
        async with second.writing() as connection:
            await add_pause(connection, "", (HOUR_MS, 2 * HOUR_MS))

    async with first.writing() as connection:
        await connection.execute(insert(people), {"id": "anna", "name": "Anna", "since": 1})
        row = {"id": "table1", "settings": b"", "host": "anna", "opened": 1, "over": False}
        await connection.execute(insert(tables), row)
    async with first.writing() as connection:
        await share_pauses(connection)
        await replace_decisions(connection, "table1", [WAITING])
        adding = asyncio.create_task(add())
        while not await connection.scalar(query):
            assert not adding.done()
    await adding
    async with first.reading() as connection:
        assert await connection.scalar(select(turns.c.due)) == DECISION.due_ms + HOUR_MS
    await first.close()
    await second.close()


async def test_notices_of_an_ended_decision_are_found_by_an_index(url: str) -> None:
    database = await open_database(url)
    with record_statements("notices") as statements:
        async with database.writing() as connection:
            changes = await replace_decisions(connection, "table1", [])
            await note_decisions(connection, "table1", changes)
    assert (changes.new, changes.ended) == ((), (DECISION,))
    assert statements
    assert await notice_times(database) == {}
    if url.startswith("sqlite"):  # PostgreSQL reads a table of a few rows without an index
        async with database.reading() as connection:
            for statement, parameters in statements:
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                assert not [row.detail for row in plan if row.detail.startswith("SCAN")]
    await database.close()
