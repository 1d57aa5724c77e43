"""Create SQLite databases from one template instead of by all migrations, and without waiting for the disk.

A new file would otherwise run 16 migrations, which take some 150 ms of processor time. The template itself is created
by these migrations. A file at an older revision still runs the migrations that it lacks.
"""

from functools import cache

from sqlalchemy import Connection, create_engine, inspect

from prikup.server.storage import database, migrate

__all__ = ["SHIPPED_PRAGMAS", "use_template"]

SHIPPED_PRAGMAS = database._PRAGMAS
"""The pragmas (SQLite settings) that a connection has outside the tests."""
_migrate = migrate.upgrade


@cache
def _schema() -> tuple[str, ...]:
    """Return the SQL statements that create the newest schema."""
    with create_engine("sqlite://").connect() as connection:
        _migrate(connection)
        driver = connection.connection.driver_connection
        assert driver is not None
        return tuple(line for line in driver.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;"))


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name != "sqlite" or inspect(connection).get_table_names():
        _migrate(connection)
        return
    for statement in _schema():
        connection.exec_driver_sql(statement)


def use_template() -> None:
    """Create all further databases of this process from the template, and without waiting for the disk."""
    migrate.upgrade = _upgrade
    timeout, _, keys = SHIPPED_PRAGMAS
    database._PRAGMAS = (timeout, "synchronous = OFF", keys)
