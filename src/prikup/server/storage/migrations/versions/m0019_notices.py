"""Notices: the browsers and mail addresses of users, their wishes, and the messages that wait to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the tables `push_subscriptions`, `mail_addresses`, `wishes` and `notices`."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("endpoint", sa.String, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_push_subscriptions_person"),
        sa.UniqueConstraint("endpoint", name="uq_push_subscriptions_endpoint"),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("proof", sa.String, nullable=False),
        sa.Column("proved", sa.BigInteger),
        sa.Column("stop", sa.String, nullable=False),
        sa.Column("bounced", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("person", "address", name="pk_mail_addresses"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mail_addresses_person"),
        sa.UniqueConstraint("proof", name="uq_mail_addresses_proof"),
        sa.UniqueConstraint("stop", name="uq_mail_addresses_stop"),
    )
    op.create_table(
        "wishes",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("wishes", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_wishes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_wishes_person"),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("about", sa.String, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("part", sa.String, nullable=False),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("claimed_until", sa.BigInteger),
        sa.Column("sent", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notices_person"),
        sa.UniqueConstraint("person", "kind", "about", "turn", "part", name="uq_notices_person_kind_about_turn_part"),
    )
    op.create_index("ix_notices_sent", "notices", ["sent"])
    unsent = sa.text("sent IS NULL")
    op.create_index("ix_notices_due", "notices", ["due"], sqlite_where=unsent, postgresql_where=unsent)
