"""The summaries of unfinished tables, which lists of tables show."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column `summary`.

    An unfinished table gets its first summary when something happens that changes its summary.
    """
    op.add_column("tables", sa.Column("summary", sa.LargeBinary))
