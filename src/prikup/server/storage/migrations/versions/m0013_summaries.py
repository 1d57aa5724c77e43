"""The summaries of unfinished tables, shown in lists."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column `summary`. A table gets its summary with the next commit that changes the summary."""
    op.add_column("tables", sa.Column("summary", sa.LargeBinary))
