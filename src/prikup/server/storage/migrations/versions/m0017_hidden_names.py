"""A user's choice to hide their name from other people who open a link to a match."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column `hides_name`. Initially no name is hidden."""
    op.add_column("people", sa.Column("hides_name", sa.Boolean, nullable=False, server_default=sa.false()))
