"""The archive of finished matches, and the reviews (evaluations of all decisions) of their deals."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables of the archive. When the server starts, it adds the matches that are already finished."""
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("preset", sa.String, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_matches"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_matches_table_id"),
    )
    op.create_index("ix_matches_host", "matches", ["host"])
    op.create_table(
        "match_seats",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False),
        sa.Column("level", sa.String, nullable=False),
        sa.Column("result", sa.String, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_match_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["matches.table_id"], name="fk_match_seats_table_id"),
    )
    op.create_index("ix_match_seats_person_ended", "match_seats", ["person", "ended", "table_id"])
    op.create_table(
        "reviews",
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("seed", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sa.Column("worst", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("digest", "seed", "version", name="pk_reviews"),
    )
    op.create_index("ix_reviews_table_id", "reviews", ["table_id"])
