"""The session in which a browser was allowed to be sent messages."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Let the row of a browser go with the session. The browsers so far are forgotten: their sessions are not known."""
    op.drop_table("push_subscriptions")
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("endpoint", sa.String, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_push_subscriptions_person"),
        sa.ForeignKeyConstraint(
            ["session"], ["tokens.digest"], name="fk_push_subscriptions_session", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("endpoint", name="uq_push_subscriptions_endpoint"),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
