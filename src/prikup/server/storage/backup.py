"""Backs up a database while a server uses it, and restores it while no server does.

A SQLite backup is a single database file made by SQLite's online backup; a PostgreSQL backup is an archive made by
`pg_dump`. Either is a consistent snapshot, and is restored completely or not at all.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from errno import ENOENT
from itertools import count
from pathlib import Path

from sqlalchemy import URL

from prikup.history.file_lock import FileLock, InUse
from prikup.rules.errors import reason
from prikup.server.storage import postgresql_tools
from prikup.server.storage.database import parse_url
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.migrate import known_revisions
from prikup.server.storage.schema import VERSION, check_revisions, check_schema

__all__ = ["restore", "write_backup"]

MAGIC = {"sqlite": b"SQLite format 3\0", "postgresql": postgresql_tools.MAGIC}
"""The first bytes of a backup file, by the kind of database."""
SAVED_SUFFIX = ".before-restore"
"""The suffix added to the file name of a SQLite database when a restored backup replaces it."""


async def write_backup(url: str, file: Path, *, force: bool = False) -> None:
    """Write a backup of the database at `url` to a file that only the file's owner may read.

    With `force`, an existing file is replaced; otherwise it is an error. Raise BadDatabase if the database cannot be
    backed up, or OSError if the file cannot be written; in both cases the file is missing or unchanged.
    """
    parsed_url = parse_url(url)
    if (
        parsed_url.get_backend_name() == "sqlite"
        and file.exists()
        and _path(parsed_url).exists()
        and file.samefile(_path(parsed_url))
    ):
        raise BadDatabase(reason("backup-itself", file=str(file)))
    if file.exists() and not force:
        raise BadDatabase(reason("backup-exists", file=str(file)))
    with _replacing(file) as fresh:
        if parsed_url.get_backend_name() == "postgresql":
            await postgresql_tools.dump(parsed_url, fresh)
        else:
            _back_up_file(_path(parsed_url), fresh)


async def restore(url: str, file: Path) -> Path | None:
    """Replace the database at `url` by a backup, while no server uses it. The next server to start upgrades its schema.

    Return the file to which the previous SQLite database was saved; None if there was none, or for PostgreSQL. Raise
    BadDatabase or OSError, changing nothing, if this fails.
    """
    parsed_url = parse_url(url)
    with file.open("rb") as backup:
        if not backup.read(16).startswith(MAGIC[parsed_url.get_backend_name()]):
            raise BadDatabase(reason("backup-unreadable", file=str(file)))
    if parsed_url.get_backend_name() == "postgresql":
        await postgresql_tools.restore(parsed_url, file)
        return None
    target = _path(parsed_url)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(target)
    except InUse:
        raise BadDatabase(reason("database-in-use", file=str(target))) from None
    try:
        return _restore_file(file, target)
    finally:
        lock.release()


def _restore_file(file: Path, target: Path) -> Path | None:
    with _replacing(target, like=target if target.exists() else target.parent) as fresh:
        try:
            _copy(file, fresh)
            with closing(sqlite3.connect(fresh)) as copy:
                check_schema(copy)
            whole = _is_whole(fresh)
        except sqlite3.Error:
            whole = False
        if not whole:
            raise BadDatabase(reason("backup-unreadable", file=str(file)))
        return _save_previous(target) if target.exists() and target.stat().st_size else None


def _save_previous(target: Path) -> Path:
    """Save the SQLite database `target` under another name, so that a backup can replace it; return the new path.

    Raise BadDatabase if another process uses the database, or if a newer version of the program has created it.
    """
    readable = True
    try:
        with closing(sqlite3.connect(target, timeout=1)) as old:
            if old.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
                raise BadDatabase(reason("database-in-use", file=str(target)))
    except sqlite3.OperationalError:  # another process is reading the database
        raise BadDatabase(reason("database-in-use", file=str(target))) from None
    except sqlite3.DatabaseError:  # the database is damaged, but can be replaced all the same
        readable = False
    if readable and not known_revisions().issuperset(_revisions(target)):
        raise BadDatabase(reason("database-newer"))
    saved_path = _unused_path(target.with_name(target.name + SAVED_SUFFIX))
    try:
        os.link(target, saved_path)
    except OSError:  # this file system has no hard links
        shutil.copy2(target, saved_path)
    for tail in ("-wal", "-shm"):  # SQLite must not apply these files of a damaged database to the new one
        with suppress(FileNotFoundError):
            target.with_name(target.name + tail).replace(saved_path.with_name(saved_path.name + tail))
    return saved_path


def _unused_path(path: Path) -> Path:
    """Return `path` if no such file exists, otherwise `path` with the lowest unused number from 2 on appended."""
    numbered_paths = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return path if not path.exists() else next(candidate for candidate in numbered_paths if not candidate.exists())


def _path(url: URL) -> Path:
    return Path(url.database or "").resolve()


def _back_up_file(source: Path, target: Path) -> None:
    """Copy the SQLite database `source` of this program to the backup `target`.

    Raise BadDatabase if it cannot be copied or is damaged.
    """
    if not source.exists():
        raise BadDatabase(reason("database-missing", file=str(source)))
    try:
        _copy(source, target)
        if not _is_whole(target):
            raise BadDatabase(reason("database-damaged", file=str(source)))
    except sqlite3.Error as error:
        raise BadDatabase(reason("database-failed", error=str(error))) from None
    check_revisions(_revisions(target))


def _copy(source: Path, target: Path) -> None:
    """Copy a snapshot of the SQLite database `source` into the file `target`. Raise sqlite3.Error if this fails.

    Other processes may write to `source` meanwhile.
    """
    old = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(old), closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


def _is_whole(file: Path) -> bool:
    """Return whether the SQLite database `file` passes SQLite's `quick_check`.

    Raise sqlite3.Error if it cannot be checked.
    """
    with closing(sqlite3.connect(file)) as database:
        return database.execute("PRAGMA quick_check").fetchall() == [("ok",)]


def _revisions(file: Path) -> list[str]:
    """Return the revisions (version numbers of the schema) that the SQLite database `file` names.

    Usually this is one revision. It is none if the database was not created by this program.
    """
    with closing(sqlite3.connect(file)) as database:
        try:
            return [version for (version,) in database.execute(f"SELECT version_num FROM {VERSION}").fetchall()]
        except sqlite3.Error:
            return []


@contextmanager
def _replacing(file: Path, like: Path | None = None) -> Iterator[Path]:
    """Yield a new empty file that only its owner may read. It replaces `file` if the block ends without an error.

    If this program runs as root, the new file gets the owner of the file `like`, so that the server may use it. If
    `like` is None, the owner is not changed.
    """
    if not file.parent.is_dir():
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(file.parent))
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(descriptor)
    fresh = Path(name)
    try:
        yield fresh
        if like and os.name == "posix" and os.geteuid() == 0:
            os.chown(fresh, like.stat().st_uid, like.stat().st_gid)
        _to_disk(fresh)
        fresh.replace(file)
        if os.name == "posix":
            _to_disk(file.parent)
    finally:
        for tail in ("", "-wal", "-shm", "-journal"):
            fresh.with_name(fresh.name + tail).unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
