"""The row that a look at the server's health writes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of the server's health, with its one row."""
    table = op.create_table(
        "health",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_health"),
    )
    op.bulk_insert(table, [{"id": 1, "at": 0}])
