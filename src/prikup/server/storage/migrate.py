"""Migrations of the database to the newest schema."""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from prikup.errors import reason
from prikup.server.storage.errors import BadDatabase

__all__ = ["upgrade"]


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing. Raises BadDatabase if the schema is that of a newer program."""
    config = Config()
    config.set_main_option("script_location", "prikup.server.storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:  # its revision is none of ours
        raise BadDatabase(reason("database-newer")) from None
