"""The sums of computer players' statistics by game, house rules and level (playing strength)."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the table `level_sums`.

    When the server starts, it adds the matches whose statistics are already stored.
    """
    private, summed = (sa.column(name, sa.Boolean) for name in ("private", "summed"))
    op.add_column("matches", sa.Column("summed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "level_sums",
        sa.Column("counted", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("preset", sa.String, nullable=False),
        sa.Column("level", sa.String, nullable=False),
        sa.Column("tally", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("counted", "game", "preset", "level", name="pk_level_sums"),
    )
    where = sa.and_(sa.text("deals > 0"), ~private, ~summed)
    op.create_index("ix_matches_unsummed", "matches", ["table_id"], sqlite_where=where, postgresql_where=where)
