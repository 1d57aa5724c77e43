"""The problems (positions to solve) that users have solved."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table `problem_progress`."""
    op.create_table(
        "problem_progress",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("solved", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_problem_progress"),
    )
