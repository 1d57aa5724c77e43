"""The id of the latest claim of a table by a server. Commits started under an earlier claim are never written."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column `claim`. All servers are stopped, so no table has an owner."""
    op.add_column("owners", sa.Column("claim", sa.String, nullable=False, server_default=""))
