"""`prikup backup`, `restore` and `audit`: maintenance of a server's database.

Dependencies are imported when a command runs.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prikup import server
from prikup.locale import Words
from prikup.rules.errors import PrikupError
from prikup.terminal.cli.common_options import LanguageOption
from prikup.terminal.cli.data_folder import data_folder
from prikup.terminal.cli.usage_error import Complaint

if TYPE_CHECKING:
    from prikup.server.storage.audit import AuditRow

__all__ = ["DatabaseOption", "audit", "backup", "database_url", "report_errors", "restore", "server_words"]

DatabaseOption = Annotated[str, typer.Option("--database", metavar="URL", help="opt-database")]
BackupArgument = Annotated[Path, typer.Argument(metavar="FILE", help="opt-backup-file")]
ForceOption = Annotated[bool, typer.Option("--force", help="opt-force")]
TableOption = Annotated[str, typer.Option("--table", metavar="ID", help="opt-audit-table")]
PersonOption = Annotated[str, typer.Option("--person", metavar="ID", help="opt-audit-person")]
SinceOption = Annotated[str, typer.Option("--since", metavar="DATE", help="opt-audit-since")]
AuditJsonOption = Annotated[bool, typer.Option("--json", help="opt-audit-json")]


def database_url(url: str) -> str:
    """Return the URL of the server's database that a command works with.

    It is `url` or, if `url` is "", the URL of the database file in the program's data folder.
    """
    return url or f"sqlite:///{data_folder(os.environ) / 'tables.sqlite'}"


def server_words(context: typer.Context) -> Words:
    """Return the messages (translated texts) of the terminal and of the server, in the language of the command line.

    `context` is Typer's context of the command.
    """
    terminal: Words = context.find_root().obj
    return Words(terminal.language, *terminal.folders, Path(server.__file__).parent)


@contextmanager
def report_errors(words: Words) -> Iterator[None]:
    """Turn two kinds of errors in a `with` block into a Complaint (an error that the user can correct).

    These are a missing dependency of the server and an error of the database. `words` are the messages in the user's
    language.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("prikup"):
            raise
        raise Complaint(words("error-serve-extra"), 1) from None
    except PrikupError as error:
        raise Complaint(words.reason(error.reason), 1) from None


def backup(
    context: typer.Context,
    file: BackupArgument,
    database: DatabaseOption = "",
    force: ForceOption = False,
    tongue: LanguageOption = "",
) -> None:
    """help-of-backup"""
    words = server_words(context)
    with report_errors(words):
        import asyncio

        from prikup.server.storage.backup import write_backup

        asyncio.run(write_backup(database_url(database), file, force=force))
    print(words("backup-done", file=str(file)))


def restore(
    context: typer.Context, file: BackupArgument, database: DatabaseOption = "", tongue: LanguageOption = ""
) -> None:
    """help-of-restore"""
    words = server_words(context)
    with report_errors(words):
        import asyncio

        from prikup.server.storage.backup import restore as bring_back

        old_database = asyncio.run(bring_back(database_url(database), file))
    print(words("restore-done", file=str(file)))
    if old_database:
        print(words("restore-kept", file=str(old_database)))


def audit(
    context: typer.Context,
    database: DatabaseOption = "",
    table: TableOption = "",
    person: PersonOption = "",
    since: SinceOption = "",
    as_json: AuditJsonOption = False,
    tongue: LanguageOption = "",
) -> None:
    """help-of-audit"""
    words = server_words(context)
    begin = _parse_time(words, since) if since else 0

    async def read() -> None:
        from prikup.server.storage.audit import read
        from prikup.server.storage.database import reading_snapshot

        async with reading_snapshot(database_url(database)) as connection:
            async for row in read(connection, table=table, person=person, since_ms=begin):
                print(_record(row) if as_json else _line(words, row))

    with report_errors(words):
        import asyncio

        asyncio.run(read())


def _parse_time(words: Words, text: str) -> int:
    """Parse a date, or a date and a time, as milliseconds since 1970.

    A time without a time zone is in UTC. Raise Complaint if `text` is neither a date nor a date and a time.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Complaint(words("usage-bad-value", name="--since")) from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def _record(row: "AuditRow") -> str:
    import msgspec

    time = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
    return json.dumps(msgspec.to_builtins(row) | {"at": time}, ensure_ascii=False)


def _line(words: Words, row: "AuditRow") -> str:
    facts: dict[str, Any] = {name: value if value != "" else "–" for name, value in row.facts.items()}
    if isinstance(seat := row.facts.get("seat"), int):
        facts["seat"] = seat + 1
    person = f"{row.name} ({row.person})" if row.name else row.person or ""
    values = {"person": person, "table": row.table or "", "by": row.by or "", **facts}
    time = datetime.fromtimestamp(row.at / 1000, UTC)
    return f"{time:%Y-%m-%d %H:%M:%S}Z  {words(f'audit-{row.kind}', **values)}"
