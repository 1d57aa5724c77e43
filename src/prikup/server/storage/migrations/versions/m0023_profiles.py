"""Profiles: who may see the profile of a person."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Create the column `profile`. Initially everybody may see the profile of an account."""
    op.add_column("people", sa.Column("profile", sa.String, nullable=False, server_default="everybody"))
