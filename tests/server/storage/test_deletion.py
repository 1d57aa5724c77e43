"""A deleted user: no row names them any more."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from sqlalchemy import Boolean, Column, LargeBinary, String, Table, insert, select
from support.example_games import example

from prikup.history.events import HUMAN, BeginEvent, StopEvent
from prikup.server.storage.database import Database
from prikup.server.storage.deletion import (
    DELETED_ID_PREFIX,
    TableOfDeleted,
    delete_person,
    finished_tables_of_deleted,
    unname,
)
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import audit, metadata, moves, people, tables
from prikup.table.host.storage import AuditNote, Commit, NewTableRecord
from prikup.table.state.events import (
    ActionReported,
    BotAssigned,
    PlayerRenamed,
    SeatLeft,
    SeatTaken,
    TableEvent,
    TableLocked,
    UserRemoved,
    decode,
    encode,
)
from prikup.table.table_settings import TableSettings

PERSON = "anna-8f21"
PERSON_COLUMNS = {"asker", "caller", "high", "host", "low", "other", "owner", "person", "reporter"}
"""The names of the columns that have the id of a user. (The one who `asked` is one of two friends.)"""
EXCEPTIONS = {
    "audit": "the journal outlives the people whom it names",
    "people": "the row stays without a name while a seat belongs to the user; `unname` frees the seats",
    "seats": "see `people`",
    "tables": "the host of a table whose match is not over; `unname` replaces the id afterwards",
    "turns": "see `people`; the row goes with the next action at the table",
}
"""The tables whose rows may keep the id of a deleted user, and why."""

SETTINGS = msgspec.json.encode(TableSettings(example(), ""))
FIRST = TableOfDeleted("", "")
"""Comes before all tables of deleted users."""
Row = dict[str, Any]


def row_of(table: Table, number: int, row_by_table: Mapping[str, Row], person_column: int) -> Row:
    """Return a made-up row of a table, in which one of the columns for users has the id of the deleted one.

    `number` makes the row's values different from those of others. Foreign keys refer to `row_by_table`.
    """

    def made_up(column: Column[Any]) -> Any:
        for key in column.foreign_keys:
            return row_by_table[key.column.table.name][key.column.name]
        if isinstance(column.type, LargeBinary):
            return SETTINGS if table is tables else b"{}"
        if isinstance(column.type, Boolean):
            return False
        return f"text {number}" if isinstance(column.type, String) else number

    person_columns = [column.name for column in table.columns if column.name in PERSON_COLUMNS]
    if table is people:
        person_columns = ["id"]
    named = person_columns[person_column : person_column + 1]
    return {column.name: PERSON if column.name in named else made_up(column) for column in table.columns}


@pytest.mark.parametrize("person_column", range(2))
async def test_deleted_user_is_in_no_row_but_those_named_here(url: str, person_column: int) -> None:
    """In a row of every table, the first or the second of its columns for users has the user's id."""
    row_by_table: dict[str, Row] = {}
    database = await Database.open(url)
    try:
        async with database.writing() as connection:
            for number, table in enumerate(metadata.sorted_tables):
                row_by_table[table.name] = row_of(table, number, row_by_table, 0 if table is people else person_column)
                await connection.execute(insert(table), row_by_table[table.name])
            await delete_person(connection, PERSON, 1)
        async with database.reading() as connection:
            rows = [
                (table.name, str((await connection.execute(select(table))).all())) for table in metadata.sorted_tables
            ]
    finally:
        await database.close()
    assert sum(PERSON in row.values() for row in row_by_table.values()) > (20, 4)[person_column]
    assert [name for name, text in rows if PERSON in text and name not in EXCEPTIONS] == []


EVENTS: tuple[TableEvent, ...] = (
    SeatTaken(0, PERSON, "Annabel", guest=True),
    PlayerRenamed(0, "Annabel A", guest=False),
    SeatTaken(1, PERSON, "Annabel A", guest=False),
    SeatTaken(0, "boris", "Boris", guest=False),
    PlayerRenamed(0, "Boris B", guest=False),
    SeatLeft(1),
    SeatTaken(1, "clara", "Clara", guest=False),
    PlayerRenamed(1, "Clara C", guest=False),
    SeatTaken(2, PERSON, "Annabel A", guest=False),
    UserRemoved(2, PERSON, ""),
    BotAssigned(2, "rule"),
    BeginEvent(example(), 1, "", ("Boris B", "Clara C", "bot"), (HUMAN, HUMAN, "rule"), 0),
    ActionReported(1, 1, 2, "rule", PERSON, 1),
    TableLocked(("eva", PERSON)),
)
"""The user was renamed, changed seats, left one and was removed before the match. Others then had these seats."""


async def test_user_is_removed_from_a_finished_table_at_which_the_user_has_no_seat(url: str) -> None:
    """The journal names the table. The names of the other players stay."""
    store = await SqlEventStore.open(url)
    try:
        settings = msgspec.json.encode(
            TableSettings(example(), "", host=PERSON, reserved=("", PERSON, ""), barred=(PERSON, "eva"))
        )
        await store.create(NewTableRecord("t", settings, PERSON))
        notes = (AuditNote("seated", PERSON, {"seat": 0, "name": "Annabel"}),)
        await store.write(Commit("t", 1, encode(EVENTS), f"{PERSON}/c1", "digest", at=1, notes=notes))
        await store.write(Commit("t", 2, encode((StopEvent(),)), "boris/c1", "digest", at=1, over=True))
        async with store.database.writing() as connection:
            await connection.execute(insert(people), {"id": PERSON, "name": "Annabel A", "folded": "a", "since": 1})
            await delete_person(connection, PERSON, 1)
            (found,) = await finished_tables_of_deleted(connection, FIRST, in_journal=True)
            assert found == ("t", PERSON)
            await unname(connection, found)
            for table in metadata.sorted_tables:
                for row in await connection.execute(select(table)):
                    text = repr(tuple(row))
                    assert table is audit or "Annabel" not in text, table.name
                    assert table in (audit, people) or PERSON not in text, table.name
            rows = (await connection.execute(select(moves).order_by(moves.c.seq))).all()
            ((host, settings),) = (await connection.execute(select(tables.c.host, tables.c.settings))).all()
        assert [row.command.partition("/")[2] for row in rows] == ["c1", "c1"]
        events = decode(rows[0].events)
        own_events = [index for index, event in enumerate(EVENTS) if event not in events]
        assert own_events == [0, 1, 2, 8, 9, 12, 13], "those of the others are as they were"
        new_ids = {getattr(events[index], "user", "") for index in own_events} - {""}
        assert len(new_ids) == 1, "it is still one user"
        assert events[13] == TableLocked(("eva", *new_ids))
        assert all(new_id.startswith(DELETED_ID_PREFIX) for new_id in (host, *new_ids))
        stored_settings = msgspec.json.decode(settings, type=TableSettings)
        assert stored_settings == TableSettings(example(), "", host=host, reserved=("", host, ""), barred=(host, "eva"))
    finally:
        await store.close()


async def test_no_deleted_user_is_skipped_between_two_pages(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.storage.deletion.GUESTS_AT_ONCE", 1)
    store = await SqlEventStore.open(url)
    try:
        await store.create(NewTableRecord("t", SETTINGS, ""))
        await store.write(Commit("t", 1, b"[]", at=1, sits=(("anna", 0), ("boris", 1)), over=True))
        async with store.database.writing() as connection:
            await connection.execute(
                insert(people), [{"id": user, "name": "", "since": 0} for user in ("anna", "boris")]
            )
            last, found = FIRST, list[TableOfDeleted]()
            while page := await finished_tables_of_deleted(connection, last):
                found += page
                last = page[-1]
        assert found == [("t", "anna"), ("t", "boris")]
    finally:
        await store.close()
