"""The two lists of the lobby: open tables, and matches to watch, each with a partial index of the tables in it."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

over, deleted = (sa.column(name, sa.Boolean) for name in ("over", "deleted"))


def upgrade() -> None:
    """Add the columns `listed` and `watchable`. No existing table was opened for anybody, so neither list has any."""
    for name in ("listed", "watchable"):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
        where = sa.and_(sa.column(name, sa.Boolean), ~over, ~deleted)
        op.create_index(f"ix_tables_{name}", "tables", ["opened"], sqlite_where=where, postgresql_where=where)
