"""Migrations of the database to the newest schema."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from prikup.rules.errors import reason
from prikup.server.storage.errors import BadDatabase

__all__ = ["known_revisions", "upgrade", "upgrade_to"]

_SCRIPTS = "prikup.server.storage:migrations"


def upgrade(connection: Connection) -> None:
    """Run the missing migrations. Raise BadDatabase if the schema is that of a newer program."""
    upgrade_to(connection, "head")


def upgrade_to(connection: Connection, revision: str) -> None:
    """Run the missing migrations up to a revision. Raise BadDatabase as `upgrade` does."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:  # its revision is unknown
        raise BadDatabase(reason("database-newer")) from None


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", _SCRIPTS)
    return config


def known_revisions() -> frozenset[str]:
    """Return the revisions of the schema that this program knows."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())
