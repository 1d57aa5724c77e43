"""The row that a health check writes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table `health` with its only row."""
    table = op.create_table(
        "health",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_health"),
    )
    op.bulk_insert(table, [{"id": 1, "at": 0}])
