"""Tables that are played by turns: due decisions, pauses of players, and the time of the last round of their chore."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Create the tables and columns. No existing table is played by turns."""
    op.add_column("tables", sa.Column("by_turns", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("forced", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_turns"),
    )
    op.create_index("ix_turns_due", "turns", ["due"])
    op.create_index("ix_turns_person", "turns", ["person"])
    op.create_table(
        "clock_pauses",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("begin", sa.BigInteger, nullable=False),
        sa.Column("end", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "begin", name="pk_clock_pauses"),
    )
    op.create_table(
        "turn_rounds",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_turn_rounds"),
    )
