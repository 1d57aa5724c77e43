"""The decisions of people in matches by turns, and those of them that a computer player took."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the columns and their index. The decisions in matches that are finished already are not counted."""
    op.add_column("match_seats", sa.Column("decisions", sa.Integer))
    op.add_column("match_seats", sa.Column("bot_decisions", sa.Integer))
    is_by_turns = sa.column("decisions").is_not(None)
    op.create_index(
        "ix_match_seats_by_turns",
        "match_seats",
        ["person", "ended", "table_id"],
        sqlite_where=is_by_turns,
        postgresql_where=is_by_turns,
    )
