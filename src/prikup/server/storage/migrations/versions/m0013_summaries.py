"""The summaries of unfinished tables, of which lists of them are made."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make room for it; a table has it from its next commit on that changes it."""
    op.add_column("tables", sa.Column("summary", sa.LargeBinary))
