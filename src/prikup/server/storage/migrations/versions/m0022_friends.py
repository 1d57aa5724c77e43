"""Friends: friendships, requests, refusals, codes, calls to a table, and who may see that a user is here."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Create the tables of friends and the column `seen_by`. Initially friends see that a user is here."""
    op.add_column("people", sa.Column("seen_by", sa.String, nullable=False, server_default="friends"))
    op.create_table(
        "friends",
        sa.Column("low", sa.String, nullable=False),
        sa.Column("high", sa.String, nullable=False),
        sa.Column("asked_by", sa.String, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("low", "high", name="pk_friends"),
    )
    op.create_index("ix_friends_high", "friends", ["high"])
    op.create_table(
        "friend_requests",
        sa.Column("asker", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("person", sa.String),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("asker", "key", name="pk_friend_requests"),
    )
    op.create_index("ix_friend_requests_person", "friend_requests", ["person"])
    op.create_table(
        "friend_refusals",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("asker", sa.String, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "asker", name="pk_friend_refusals"),
    )
    op.create_index("ix_friend_refusals_asker", "friend_refusals", ["asker"])
    op.create_table(
        "friend_codes",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_friend_codes"),
        sa.UniqueConstraint("code", name="uq_friend_codes_code"),
    )
    op.create_table(
        "friend_calls",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("caller", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("called", sa.BigInteger, nullable=False),
        sa.Column("dismissed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_friend_calls"),
    )
    op.create_index("ix_friend_calls_caller", "friend_calls", ["caller"])
    op.create_index("ix_friend_calls_person", "friend_calls", ["person"])
    op.create_index("ix_friend_calls_called", "friend_calls", ["called"])
