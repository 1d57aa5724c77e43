"""The journal for moderation: seat changes, name changes, deletions and so on, without cards or chat.

A row is added in the same transaction as the change that it records, so it exists exactly once even after a crash. Rows
are never changed; they are deleted when their retention period is over. A new kind of row needs a name in `AuditKind`
and a message `audit-KIND`.
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
    "forfeited",
    "rated-listed",
    "mail-set",
    "mail-removed",
    "rating-voided",
]
"""The kinds of rows in the moderation journal. `AuditNote` lists those kinds that a table itself records."""


class NewAuditRow(Struct, frozen=True):
    """A row to be added to the moderation journal.

    - `at`: the time (wall clock, ms).
    - `kind`: what happened.
    - `facts`: details that depend on the kind.
    - `table`: the id of the table where it happened, None if it happened at no table.
    - `person`: the id of the user concerned, None if no user is concerned.
    - `by`: the id of the user who did it, None if that is the same user.
    """

    at: int
    kind: AuditKind
    facts: Mapping[str, str | int] = {}
    table: str | None = None
    person: str | None = None
    by: str | None = None


class AuditRow(Struct, frozen=True, omit_defaults=True):
    """A row of the moderation journal as loaded from the database, with the fields of `NewAuditRow`.

    `kind` may be one that only a newer version of the program knows. `name` is the present name of the user `person`,
    None if this user no longer exists.
    """

    at: int
    kind: str
    facts: dict[str, str | int] = {}
    table: str | None = None
    person: str | None = None
    by: str | None = None
    name: str | None = None


async def note(connection: AsyncConnection, *entries: NewAuditRow) -> None:
    """Add rows to the moderation journal, in the transaction of the changes that they record."""
    await connection.execute(insert(audit), [_values(entry) for entry in entries])


async def read(
    connection: AsyncConnection, *, table: str = "", person: str = "", since_ms: int = 0
) -> AsyncIterator[AuditRow]:
    """Yield the rows of the moderation journal since the time `since_ms` (wall clock, ms), the oldest first.

    `table` selects the rows of one table, and `person` those that concern a user or that the user caused; "" selects
    all rows.
    """
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
