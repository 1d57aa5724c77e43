"""The journal for moderation, and the data needed to delete unused guests and their tables."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the moderation journal, and add the columns `people.used` and `tables.deleted`.

    `used` is the time of a person's last activity, initially the present time. `deleted` marks a table as deleted.
    """
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("table_id", sa.String),
        sa.Column("person", sa.String),
        sa.Column("by", sa.String),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    for column in ("at", "table_id", "person"):
        op.create_index(f"ix_audit_{column}", "audit", [column])
    op.add_column("people", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_people_used", "people", ["used"])
    op.execute(sa.text("UPDATE people SET used = :now").bindparams(now=time.time_ns() // 1_000_000))
    op.add_column("tables", sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()))
