"""Rated tables: finished matches that are to be rated."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the column `rating_due` and its index. Matches that are finished already are not rated."""
    op.add_column("matches", sa.Column("rating_due", sa.Boolean, nullable=False, server_default=sa.false()))
    is_due = sa.column("rating_due") == sa.true()
    op.create_index(
        "ix_matches_rating_due", "matches", ["ended", "table_id"], sqlite_where=is_due, postgresql_where=is_due
    )
