"""Partial indexes of unfinished tables, and of matches to be archived or counted. They contain only these few rows."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

over, deleted, archived = (sa.column(name, sa.Boolean) for name in ("over", "deleted", "archived"))
COUNTABLE = sa.text("deals > 0")


def upgrade() -> None:
    """Add a column that records which tables are in the archive, and create the partial indexes."""
    op.add_column("tables", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("id"), archived)
    there = sa.exists().where(sa.table("matches", sa.column("table_id")).c.table_id == tables.c.id)
    op.execute(sa.update(tables).where(there).values(archived=True))
    op.drop_index("ix_tables_host", "tables")
    _index("ix_tables_host", "tables", ["host"], sa.and_(~over, ~deleted))
    _index("ix_tables_unarchived", "tables", ["id"], sa.and_(over, ~archived, ~deleted))
    _index("ix_tables_deleted", "tables", ["id"], deleted == sa.true())
    _index("ix_matches_counted", "matches", ["counted", "table_id"], COUNTABLE)


def _index(name: str, table: str, columns: list[str], where: sa.ColumnElement[bool] | sa.TextClause) -> None:
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
