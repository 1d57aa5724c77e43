"""A deleted user: no row names them any more."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from sqlalchemy import Boolean, Column, LargeBinary, String, Table, insert, select
from support.example_games import example

from prikup.server.storage.database import Database
from prikup.server.storage.deletion import delete_person
from prikup.server.storage.sql_tables import metadata, people, tables
from prikup.table.table_settings import TableSettings

PERSON = "anna-8f21"
PERSON_COLUMNS = {"asker", "caller", "high", "host", "low", "other", "owner", "person", "reporter"}
"""The names of the columns that have the id of a user. (The one who `asked` is one of two friends.)"""
EXCEPTIONS = {
    "audit": "the journal outlives the people whom it names",
    "people": "the row stays without a name while a seat belongs to the user; `unname` frees the seats",
    "seats": "see `people`",
    "tables": "the host of a table; retention deletes it",
    "turns": "see `people`; the row goes with the next action at the table",
}
"""The tables whose rows may keep the id of a deleted user, and why."""

SETTINGS = msgspec.json.encode(TableSettings(example(), ""))
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
