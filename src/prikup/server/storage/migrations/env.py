"""Alembic's entry: it runs on the connection that it is given, all steps in one transaction."""

from alembic import context

from prikup.server.storage.sql_tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, too: an upgrade is done or not begun
)
with context.begin_transaction():
    context.run_migrations()
