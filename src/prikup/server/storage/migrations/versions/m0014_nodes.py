"""The servers (nodes) that share a database, and the tables that each of them owns."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the tables `nodes` and `owners`. A server that does not share its database does not use them."""
    op.create_table(
        "nodes",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("node", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_owners"),
    )
    op.create_index("ix_owners_node", "owners", ["node"])
