"""The wish that a name is left out where others open a link to a match."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make room for it: nobody has hidden theirs."""
    op.add_column("people", sa.Column("hides_name", sa.Boolean, nullable=False, server_default=sa.false()))
