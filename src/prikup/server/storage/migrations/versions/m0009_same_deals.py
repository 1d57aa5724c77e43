"""Deals that are played at several tables and compared."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column `origin`, which names the deal of an earlier match that a match has replayed for comparison."""
    op.add_column("matches", sa.Column("origin", sa.String))
    op.create_index("ix_matches_origin", "matches", ["origin"])
