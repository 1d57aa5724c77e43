"""Chores of one node for all."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the table `chores`. A chore gets its row when a server first does it."""
    op.create_table(
        "chores",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("node", sa.String, nullable=False),
        sa.Column("claim", sa.String, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_chores"),
    )
