"""Matches of quick pairing in the list of matches to watch."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

tables = sa.table(
    "tables",
    *map(sa.column, ("id", "settings", "summary")),
    *(sa.column(name, sa.Boolean) for name in ("over", "deleted", "by_turns", "watchable")),
)
seats = sa.table("seats", *map(sa.column, ("table_id", "person", "seat")))


def upgrade() -> None:
    """Put the unfinished matches of quick pairing into the list, and add their people to the tables' list entries.

    A match runs unless the table's stage is "open". Nobody can lock a table of quick pairing, because it has no host.
    """
    connection = op.get_bind()
    is_candidate = ~tables.c.over & ~tables.c.deleted & ~tables.c.by_turns & tables.c.summary.is_not(None)
    query = sa.select(tables.c.id, tables.c.settings, tables.c.summary).where(is_candidate)
    for row in connection.execute(query).all():
        settings, summary = json.loads(row.settings), json.loads(row.summary)
        if not settings.get("pairing"):
            continue
        summary["users"] = [""] * len(summary["names"])
        own_seats = sa.select(seats.c.person, seats.c.seat).where(seats.c.table_id == row.id)
        for person, seat in connection.execute(own_seats):
            summary["users"][seat] = person
        is_watchable = summary["stage"] != "open" and settings.get("spectators", True)
        values = {"summary": json.dumps(summary).encode(), "watchable": is_watchable}
        connection.execute(tables.update().where(tables.c.id == row.id).values(values))
