"""Ratings: the rated matches, what each changed, and the standings after the last one."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the tables `rated_matches`, `rating_changes` and `ratings`. Earlier matches are not rated."""
    op.create_table(
        "rated_matches",
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("m", sa.Integer, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("void", sa.String, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("seq", name="pk_rated_matches"),
        sa.UniqueConstraint("table_id", name="uq_rated_matches_table_id"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("mu0", sa.Double, nullable=False),
        sa.Column("sigma0", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["rated_matches.seq"], name="fk_rating_changes_seq"),
        sa.PrimaryKeyConstraint("seq", "seat", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_person_seq", "rating_changes", ["person", "seq"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "version", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game_mu", "ratings", ["game", "mu"])
