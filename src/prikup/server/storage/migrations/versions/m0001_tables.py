"""Tables, their commits (stored changes), and the seats of users."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables `tables`, `moves` (the commits) and `seats`."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("command", sa.String),
        sa.Column("digest", sa.String),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_moves"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_moves_table_id"),
        sa.UniqueConstraint("table_id", "command", name="uq_moves_table_id_command"),
    )
    op.create_table(
        "seats",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
    )
