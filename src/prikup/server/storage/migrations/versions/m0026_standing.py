"""Standing wishes to be called when others look for players, and the browser of a person who looks for some."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Create the table of standing wishes, and add two columns to the searches, which last minutes."""
    op.create_table(
        "standing",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("lane", sa.String, nullable=False),
        sa.Column("days", sa.String, nullable=False),
        sa.Column("from_minute", sa.Integer, nullable=False),
        sa.Column("to_minute", sa.Integer, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("called", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "lane", name="pk_standing"),
    )
    op.create_index("ix_standing_lane", "standing", ["lane"])
    op.add_column("seeks", sa.Column("device", sa.String, nullable=False, server_default=""))
    op.add_column("seeks", sa.Column("called", sa.Double, nullable=False, server_default="0"))
