"""Matches played with real cards that are scored on several phones."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the table `shared_scores`."""
    op.create_table(
        "shared_scores",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("match", sa.LargeBinary, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared_scores"),
    )
    op.create_index("ix_shared_scores_owner", "shared_scores", ["owner"])
    op.create_index("ix_shared_scores_used", "shared_scores", ["used"])
