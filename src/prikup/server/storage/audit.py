"""The journal for moderation: seat changes, name changes, deletions and so on, without cards or chat.

Rows are added in the transaction of the change they record, so each exists exactly once even after a crash; they are
never changed, and deleted when their retention time is over. A new kind is a name in `AuditKind` and a message
`audit-KIND`.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import audit, people

__all__ = ["AuditKind", "AuditRow", "NewAuditRow", "note", "read"]

AuditKind = Literal[
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
"""The kinds of rows; those that a table records itself are in `AuditNote`."""


class NewAuditRow(Struct, frozen=True):
    """A row to be written: its time (wall clock, ms), its kind and facts.

    `table` is where it happened, `person` whom it concerns, `by` the other person who did it.
    """

    at: int
    kind: AuditKind
    facts: Mapping[str, str | int] = {}
    table: str | None = None
    person: str | None = None
    by: str | None = None


class AuditRow(Struct, frozen=True, omit_defaults=True):
    """A row as read; its kind may be that of a newer program. `name` is the person's name today."""

    at: int
    kind: str
    facts: dict[str, str | int] = {}
    table: str | None = None
    person: str | None = None
    by: str | None = None
    name: str | None = None


async def note(connection: AsyncConnection, *entries: NewAuditRow) -> None:
    """Write rows in the transaction of the change they record."""
    await connection.execute(insert(audit), [_values(entry) for entry in entries])


async def read(
    connection: AsyncConnection, *, table: str = "", person: str = "", since_ms: int = 0
) -> AsyncIterator[AuditRow]:
    """Yield the rows of a table ("": of all), about or by a person ("": anyone), since a time, the oldest first."""
    a, p = audit.c, people.c
    query = select(a.at, a.kind, a.facts, a.table_id, a.person, a.by, p.name).outerjoin(people, p.id == a.person)
    query = query.where(a.at >= since_ms).order_by(a.at, a.id)
    if table:
        query = query.where(a.table_id == table)
    if person:
        query = query.where((a.person == person) | (a.by == person))
    async for time_ms, kind, facts, *rest in await connection.stream(query):
        yield AuditRow(time_ms, kind, msgspec.json.decode(facts), *rest)


def _values(entry: NewAuditRow) -> dict[str, Any]:
    return {
        "at": entry.at,
        "kind": entry.kind,
        "facts": msgspec.json.encode(entry.facts),
        "table_id": entry.table,
        "person": entry.person,
        "by": entry.by,
    }
