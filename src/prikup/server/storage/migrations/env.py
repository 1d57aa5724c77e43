"""Alembic's entry point, which runs all migrations in one transaction on the connection passed to it."""

from alembic import context

from prikup.server.storage.sql_tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # on SQLite too, so that an upgrade is done completely or not at all
)
with context.begin_transaction():
    context.run_migrations()
