"""The name of the last claim of a table: commits that were begun under another one are never written."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make room for it. All servers have ended, so nobody has a table."""
    op.add_column("owners", sa.Column("claim", sa.String, nullable=False, server_default=""))
