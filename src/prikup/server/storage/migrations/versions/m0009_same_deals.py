"""The deals that are played at several tables, to be compared."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Note of a match which deal of another one it has played again."""
    op.add_column("matches", sa.Column("origin", sa.String))
    op.create_index("ix_matches_origin", "matches", ["origin"])
