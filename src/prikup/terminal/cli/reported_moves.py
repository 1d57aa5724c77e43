"""`prikup positions --reported`: bad moves of computer players that users reported, from a server's database."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import asdict

from prikup.games import game
from prikup.history.log import Act, Begin
from prikup.history.log_file import read_events
from prikup.locale import Words
from prikup.rules.errors import PrikupError
from prikup.rules.text_format import action_text
from prikup.server.storage.database import looked_at
from prikup.server.storage.reports import StoredReport, read_reports

__all__ = ["kept_reports", "report_line", "report_record", "write_logs"]


def kept_reports(url: str) -> list[StoredReport]:
    """Return the reports in a database, oldest first. Raise BadDatabase."""

    async def read() -> list[StoredReport]:
        async with looked_at(url) as connection:
            return await read_reports(connection)

    return asyncio.run(read())


def report_line(words: Words, stored: StoredReport) -> str:
    """Return a report as one line: the decision, deal and game, and the reporter and time."""
    report = stored.report
    return words(
        "reported-line",
        number=stored.id,
        game=report.game,
        table=stored.table,
        deal=report.deal,
        line=report.event + 1,
        place=report.seat,
        level=report.level,
        action=_action(stored),
        person=report.user or "-",
        at=_at(stored),
    )


def report_record(stored: StoredReport) -> dict[str, object]:
    """Return a report as JSON values, without its log."""
    found: dict[str, object] = {name: value for name, value in asdict(stored.report).items() if name != "log"}
    return found | {"number": stored.id, "table": stored.table, "action": _action(stored), "at": _at(stored)}


def write_logs(reports: list[StoredReport], folder: Path) -> list[Path]:
    """Write the log of each report to a file in `folder` and return the files. Raise OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for stored in reports:
        file = folder / f"report-{stored.id}-{stored.report.game}.jsonl"
        file.write_bytes(stored.report.log)
        files.append(file)
    return files


def _at(stored: StoredReport) -> str:
    return datetime.fromtimestamp(stored.report.at / 1000, UTC).isoformat(timespec="seconds")


def _action(stored: StoredReport) -> str:
    """Return the reported action as it is typed; "?" if the log cannot be read."""
    try:
        events, _, _ = read_events(stored.report.log)
        begin, event = events[0], events[stored.report.event]
        calls = game(begin.game, begin.options).calls if isinstance(begin, Begin) else ()
    except (PrikupError, IndexError):
        return "?"
    return action_text(calls, event.act) if isinstance(event, Act) else "?"
