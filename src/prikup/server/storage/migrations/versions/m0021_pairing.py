"""Chores of one node for all, and quick pairing."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the tables. A chore gets its row when a server first does it."""
    op.create_table(
        "chores",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("node", sa.String, nullable=False),
        sa.Column("claim", sa.String, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_chores"),
    )
    op.create_table(
        "seeks",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("lanes", sa.String, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("node", sa.String, nullable=False),
        sa.Column("range", sa.Integer, nullable=False),
        sa.Column("bots", sa.Boolean, nullable=False),
        sa.Column("partner", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("lane", sa.String, nullable=False),
        sa.Column("found", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_seeks"),
    )
    op.create_index("ix_seeks_table_id", "seeks", ["table_id"])
    op.create_table(
        "paired",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("other", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", "at", name="pk_paired"),
    )
    op.create_table(
        "misses",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "at", name="pk_misses"),
    )
