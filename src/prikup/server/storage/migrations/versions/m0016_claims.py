"""The id of the latest claim of a table, the act by which a server becomes the table's owner.

Changes of the table that were started under an earlier claim are never written.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column `claim`.

    It is empty at first: during the migration all servers are stopped, so no table has an owner.
    """
    op.add_column("owners", sa.Column("claim", sa.String, nullable=False, server_default=""))
