"""The journal for moderation: who sat down, stood up, changed a name; what was deleted. No card, no word of the chat.

Rows are only ever added, in the transaction of what they record, so each is there exactly once whatever happens; and
deleted when the time is over for which a server keeps them. A new kind is a name in `Kind` and a message `audit-KIND`.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import audit, people

__all__ = ["Entry", "Kind", "Read", "note", "read"]

Kind = Literal[
    "seated",
    "stood",
    "renamed",
    "account-opened",
    "password-changed",
    "account-deleted",
    "guest-deleted",
    "table-deleted",
    "removed",
    "locked",
    "unlocked",
    "blocked",
    "unblocked",
    "reported",
]
"""The kinds of rows; those that a table notes itself are of `Note`."""


class Entry(Struct, frozen=True):
    """A row to be written: when (wall clock, ms), of which kind, with what facts; where, about whom, by which other."""

    at: int
    kind: Kind
    facts: Mapping[str, str | int] = {}
    table: str | None = None
    person: str | None = None
    by: str | None = None


class Read(Struct, frozen=True, omit_defaults=True):
    """A row as it was read; its kind may be that of a newer program. `name` is what the person is called today."""

    at: int
    kind: str
    facts: dict[str, str | int] = {}
    table: str | None = None
    person: str | None = None
    by: str | None = None
    name: str | None = None


async def note(connection: AsyncConnection, *entries: Entry) -> None:
    """Write rows in the transaction of what they record."""
    await connection.execute(insert(audit), [_values(entry) for entry in entries])


async def read(
    connection: AsyncConnection, *, table: str = "", person: str = "", since: int = 0
) -> AsyncIterator[Read]:
    """Yield the rows of a table ("": of all), about or by a person, since a time, the oldest first."""
    a, p = audit.c, people.c
    query = select(a.at, a.kind, a.facts, a.table_id, a.person, a.by, p.name).outerjoin(people, p.id == a.person)
    query = query.where(a.at >= since).order_by(a.at, a.id)
    if table:
        query = query.where(a.table_id == table)
    if person:
        query = query.where((a.person == person) | (a.by == person))
    async for at, kind, facts, *rest in await connection.stream(query):
        yield Read(at, kind, msgspec.json.decode(facts), *rest)


def _values(entry: Entry) -> dict[str, Any]:
    return {
        "at": entry.at,
        "kind": entry.kind,
        "facts": msgspec.json.encode(entry.facts),
        "table_id": entry.table,
        "person": entry.person,
        "by": entry.by,
    }
