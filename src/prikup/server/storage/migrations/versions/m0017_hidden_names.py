"""A user's choice to hide their name from readers of a match link."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column; initially no name is hidden."""
    op.add_column("people", sa.Column("hides_name", sa.Boolean, nullable=False, server_default=sa.false()))
