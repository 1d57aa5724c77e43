"""The statistics of the players in each finished match."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the table `statistics`. When the server starts, it fills the table for finished matches."""
    op.add_column("matches", sa.Column("counted", sa.String))
    op.create_table(
        "statistics",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("tally", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_statistics"),
        sa.ForeignKeyConstraint(["table_id"], ["matches.table_id"], name="fk_statistics_table_id"),
    )
