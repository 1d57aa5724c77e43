"""Alembic's entry point: runs all steps in one transaction on the connection passed to it."""

from alembic import context

from prikup.server.storage.sql_tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # on SQLite too: an upgrade is complete or not started
)
with context.begin_transaction():
    context.run_migrations()
