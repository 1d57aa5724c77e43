"""Backup and restore with PostgreSQL's own tools.

`pg_dump` writes a backup, `pg_restore` reads it, `psql` runs its SQL in one transaction.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncEngine

from prikup.rules.errors import reason
from prikup.server.storage.advisory_lock import AdvisoryLock
from prikup.server.storage.database import FAILURES, database_error, postgresql_engine
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.schema import VERSION, check_archive, check_revisions
from prikup.server.storage.sql_tables import metadata

__all__ = ["MAGIC", "dump", "restore"]

MAGIC = b"PGDMP"
TABLES = (*(table.name for table in reversed(metadata.sorted_tables)), VERSION)


async def dump(url: URL, file: Path) -> None:
    """Write a snapshot of this program's tables to the archive `file`. Raise BadDatabase if that fails."""
    engine = postgresql_engine(url)
    try:
        await _check_tool("pg_dump", engine)
        if await _revision(engine) is None:
            raise BadDatabase(reason("backup-foreign"))
    except FAILURES as error:
        raise database_error(error) from error
    finally:
        await engine.dispose()
    command = ["--format=custom", "--no-owner", "--no-privileges", *(f"--table={table}" for table in TABLES)]
    command_line = [*_command("pg_dump", url), *command]
    with file.open("wb") as archive:
        process = subprocess.run(command_line, stdout=archive, stderr=subprocess.PIPE, env=_env(url), check=False)
    _check("pg_dump", process.returncode, process.stderr)


async def restore(url: URL, file: Path) -> None:
    """Replace this program's tables by those of the archive `file` in one transaction.

    No server may use the database meanwhile. Raise BadDatabase if the restore fails, or if the archive's schema is not
    that of the revision (version of the schema) that the archive names.
    """
    engine = postgresql_engine(url)
    lock = AdvisoryLock(engine)
    try:
        for tool in ("pg_restore", "psql"):
            await _check_tool(tool, engine)
        _check_archive(file)
        if not await lock.try_acquire():
            raise BadDatabase(reason("database-held"))
        if (revision := await _revision(engine)) is not None:
            check_revisions([revision])
        _replay(url, file)
    except FAILURES as error:
        raise database_error(error) from error
    finally:
        await lock.release()
        await engine.dispose()


def _check_archive(file: Path) -> None:
    """Check the archive `file`. Raise BadDatabase if it is unreadable or was not made from this program's tables."""
    data = _read(file, "--data-only", f"--table={VERSION}", "--file=-")
    match = re.search(rf"^COPY \S*{VERSION} .*\n((?:\w+\n)*)", data, re.MULTILINE)
    revision = check_revisions(match[1].split() if match else [])
    check_archive(revision, _read(file, "--list"), _read(file, "--schema-only", "--file=-"))


def _read(file: Path, *options: str) -> str:
    """Run `pg_restore` with `options` on the archive `file` and return its output.

    Raise BadDatabase if the program fails.
    """
    read = subprocess.run([_tool("pg_restore"), *options, str(file)], capture_output=True, check=False)
    _check("pg_restore", read.returncode, read.stderr)
    return read.stdout.decode(errors="replace")


def _replay(url: URL, file: Path) -> None:
    """Restore the archive `file` into the database at `url`.

    `pg_restore` converts the archive to SQL, and `psql` runs this SQL in one transaction. COMMIT is only sent once the
    whole archive has been converted, so a damaged archive changes nothing.
    """
    reading = subprocess.Popen(
        [_tool("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    doing = subprocess.Popen(
        _command("psql", url, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=_env(url),
    )
    assert reading.stdout
    assert doing.stdin
    try:
        doing.stdin.write(f"BEGIN;\nDROP TABLE IF EXISTS {', '.join(TABLES)};\n".encode())
        shutil.copyfileobj(reading.stdout, doing.stdin)
    except BrokenPipeError:  # `psql` has failed; its exit status is checked below
        reading.kill()
    _, unread = reading.communicate()
    _, error = doing.communicate(b"COMMIT;\n" if reading.returncode == 0 else None)
    _check("psql", doing.returncode, error)
    _check("pg_restore", reading.returncode, unread)


async def _check_tool(name: str, engine: AsyncEngine) -> None:
    """Check the PostgreSQL program with the name `name`, such as `pg_dump`.

    Raise BadDatabase if it is missing. Also raise it if the program is older than the PostgreSQL server of `engine`,
    because it may be incompatible.
    """
    version_text = subprocess.run([_tool(name), "--version"], capture_output=True, text=True, check=False).stdout
    version_match = re.search(r"\d+", version_text)
    tool_version = int(version_match[0]) if version_match else 0
    async with engine.connect() as connection:
        server = int(await connection.scalar(text("SHOW server_version_num"))) // 10_000
    if tool_version < server:
        raise BadDatabase(reason("tool-old", program=name, own=tool_version, server=server))


async def _revision(engine: AsyncEngine) -> str | None:
    """Return the revision (version) of a database's schema; None if it does not contain this program's tables."""
    async with engine.connect() as connection:
        if await connection.scalar(text(f"SELECT to_regclass('{VERSION}')")) is None:
            return None
        revision: str | None = await connection.scalar(text(f"SELECT version_num FROM {VERSION}"))
        return revision


def _tool(name: str) -> str:
    if path := shutil.which(name):
        return path
    raise BadDatabase(reason("tool-missing", program=name))


def _command(name: str, url: URL, *arguments: str) -> list[str]:
    """Return the command line of the PostgreSQL program `name`, for the database at `url`, with `arguments`.

    The command line does not contain the password, which other users of the machine could see there.
    """
    query = {"sslmode" if key == "ssl" else key: value for key, value in url.query.items()}
    url_without_password = URL.create("postgresql", url.username, None, url.host, url.port, url.database, query)
    return [_tool(name), "--no-password", f"--dbname={url_without_password.render_as_string()}", *arguments]


def _env(url: URL) -> dict[str, str]:
    return {**os.environ, **({"PGPASSWORD": url.password} if url.password else {})}


def _check(name: str, code: int, error: bytes) -> None:
    if code:
        error_lines = error.decode(errors="replace").strip().splitlines()
        raise BadDatabase(reason("tool-failed", program=name, error=error_lines[0] if error_lines else str(code)))
