"""Migrations, which bring the schema of a database up to date."""

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
    """Run the missing migrations, which bring the schema up to date.

    Raise BadDatabase if a newer version of the program has upgraded the schema before.
    """
    upgrade_to(connection, "head")


def upgrade_to(connection: Connection, revision: str) -> None:
    """Run the missing migrations up to this revision (version of the schema).

    Raise BadDatabase if a newer version of the program has upgraded the schema before.
    """
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:  # the revision of the database is unknown
        raise BadDatabase(reason("database-newer")) from None


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", _SCRIPTS)
    return config


def known_revisions() -> frozenset[str]:
    """Return the revisions (versions of the schema) for which this program has migrations."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())
