"""Checks that a backup has exactly the schema of its revision (version of the schema).

A file that names a known revision may still lack a table, or contain more than this program's tables: a trigger could
write anything, and a view could return rows without end. So the schema of a file is checked before any other data is
read from the file.
"""

import re
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import create_engine

from prikup.rules.errors import Reason, reason
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.migrate import known_revisions, upgrade_to

__all__ = ["VERSION", "check_archive", "check_revisions", "check_schema"]

VERSION = "alembic_version"
"""The name of the table that contains the revision (version) of the schema."""
EXPRESSION = -2
"""The column number that SQLite reports if an index is on an expression and not on a column."""
ObjectName = tuple[str, str]
"""The kind of an object in a schema, such as `table`, and the object's name."""
Objects = Mapping[ObjectName, object]
"""The objects of a schema, by kind and name. The values are descriptions; equal objects have equal descriptions."""


def check_revisions(revisions: Sequence[str]) -> str:
    """Return the only revision (version of the schema) in the list that a database contains.

    Raise BadDatabase unless there is exactly one and this program knows it.
    """
    if not revisions:
        raise BadDatabase(reason("backup-foreign"))
    if len(revisions) > 1:
        raise BadDatabase(reason("backup-revisions", number=len(revisions)))
    if revisions[0] not in known_revisions():
        raise BadDatabase(reason("database-newer"))
    return revisions[0]


def check_schema(database: sqlite3.Connection) -> None:
    """Check the schema of a SQLite database.

    Raise BadDatabase unless it is exactly that of the revision which it names.
    """
    objects = _objects(database)
    if ("table", VERSION) not in objects:
        raise BadDatabase(reason("backup-foreign"))
    rows = database.execute(f"SELECT version_num FROM {VERSION} LIMIT 9").fetchall()
    revision = check_revisions([str(version) for (version,) in rows])
    if (fault := _difference(_objects_of(revision), objects)) is not None:
        raise BadDatabase(fault)


def check_archive(revision: str, contents: str, schema: str) -> None:
    """Check a PostgreSQL archive. Raise BadDatabase if its tables and columns are not those of the revision `revision`.

    `contents` is the output of `pg_restore --list`; `schema` are the SQL statements that create the archive's tables.
    """
    expected_columns = {name: _columns(like) for (kind, name), like in _objects_of(revision).items() if kind == "table"}
    kinds = {(match[1], match[2]) for match in _CONTENTS_LINE.finditer(contents)}
    if foreign := sorted((kind, name) for kind, name in kinds if kind not in _KINDS):
        raise BadDatabase(reason("backup-extra", kind=foreign[0][0].lower(), name=foreign[0][1]))
    columns = {
        match[1]: frozenset(column[1] for column in _COLUMN.finditer(match[2]))
        for match in _CREATE_TABLE.finditer(schema)
    }
    tables = {("table", name): columns.get(name, frozenset()) for kind, name in kinds if kind == "TABLE"}
    fault = _difference({("table", name): like for name, like in expected_columns.items()}, tables)
    if fault is not None:
        raise BadDatabase(fault)


_CONTENTS_LINE = re.compile(r"^\d+; \d+ \d+ ([A-Z]+(?: [A-Z]+)*) \S+ (\S+)", re.MULTILINE)
"""The pattern of a line in the output of `pg_restore --list`, such as `215; 1259 16390 TABLE public moves owner`."""
_KINDS = {"TABLE", "TABLE DATA", "CONSTRAINT", "FK CONSTRAINT", "INDEX", "DEFAULT", "SEQUENCE", "SEQUENCE SET"} | {
    "SEQUENCE OWNED BY",
}
_CREATE_TABLE = re.compile(r"^CREATE TABLE (?:\w+\.)?(\w+) \(\n(.*?)\n\);", re.MULTILINE | re.DOTALL)
_COLUMN = re.compile(r'^    "?(?!CONSTRAINT\b)(\w+)"? ', re.MULTILINE)


def _columns(like: object) -> frozenset[str]:
    assert isinstance(like, tuple)
    return frozenset(column[1] for column in like[0])


def _objects_of(revision: str) -> Objects:
    """Return the objects in the schema that a new database of this revision has."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            upgrade_to(connection, revision)
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            return _objects(raw)
    finally:
        engine.dispose()


def _objects(database: sqlite3.Connection) -> Objects:
    """Return the objects in the schema of a SQLite database, without those that SQLite creates itself."""
    rows = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return {
        (kind, name): _describe_object(database, kind, name, table, sql or "")
        for kind, name, table, sql in rows
        if not name.startswith("sqlite_")
    }


def _describe_object(database: sqlite3.Connection, kind: str, name: str, table: str, sql: str) -> object:
    """Return a description of an object in a schema, to compare it with others. Equal objects have equal descriptions.

    `kind` is the kind of the object, such as "table", `table` is the name of the database table that it belongs to, and
    `sql` is the statement that created it. Most of the description comes from SQLite's pragmas, because the text of the
    SQL differs between versions of SQLAlchemy.
    """
    if kind == "table":
        return (
            tuple(_pragma(database, "table_xinfo", name)),
            tuple(_pragma(database, "foreign_key_list", name)),
            sorted(
                (origin, unique, tuple(_pragma(database, "index_xinfo", index)))
                for _, index, unique, origin, _ in _pragma(database, "index_list", name)
                if origin != "c"
            ),
            [len(re.findall(rf"\b{word}\b", sql, re.IGNORECASE)) for word in ("CHECK", "STRICT", "ROWID", "CONFLICT")],
        )
    if kind == "index":
        unique = next(index_row[2] for index_row in _pragma(database, "index_list", table) if index_row[1] == name)
        condition = " ".join(sql.partition(" WHERE ")[2].split())
        return table, unique, condition, tuple(_pragma(database, "index_xinfo", name))
    return sql


def _is_plain_index(kind: str, like: object) -> bool:
    """Return whether an object is an index that only speeds up queries. An operator may have added such an index.

    `kind` is the kind of the object, and `like` is its description.
    """
    if kind != "index":
        return False
    assert isinstance(like, tuple)
    _, unique, condition, columns = like
    return not (unique or condition or any(column[1] == EXPRESSION for column in columns))


def _pragma(database: sqlite3.Connection, pragma: str, name: str) -> list[tuple[Any, ...]]:
    quoted_name = name.replace('"', '""')
    return database.execute(f'PRAGMA {pragma}("{quoted_name}")').fetchall()


def _difference(expected_objects: Objects, actual_objects: Objects) -> Reason | None:
    """Return the first difference between two schemas, as a message to the operator; None if there is no difference.

    Additional indexes that only speed up queries are ignored.
    """
    for kind, name in sorted(expected_objects.keys() - actual_objects.keys()):
        return reason("backup-lacks", kind=kind, name=name)
    for kind, name in sorted(actual_objects.keys() - expected_objects.keys()):
        if not _is_plain_index(kind, actual_objects[kind, name]):
            return reason("backup-extra", kind=kind, name=name)
    differing_objects = sorted(name for name, like in expected_objects.items() if like != actual_objects[name])
    return (
        reason("backup-differs", kind=differing_objects[0][0], name=differing_objects[0][1])
        if differing_objects
        else None
    )
