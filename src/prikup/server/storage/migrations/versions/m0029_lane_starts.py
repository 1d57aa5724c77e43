"""The times at which matches of quick pairing began, by lane."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Create the table of the times. It is empty at first: the times of earlier matches are not known by lane."""
    op.create_table(
        "lane_starts",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("lane", sa.String, nullable=False),
        sa.Column("began", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_lane_starts"),
    )
    op.create_index("ix_lane_starts_lane_began", "lane_starts", ["lane", "began"])
