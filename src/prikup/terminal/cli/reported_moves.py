"""`prikup reports`: the bad moves of computer players that users have reported, as stored in a server's database."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import asdict

from prikup.games import game
from prikup.history.events import ActionEvent, BeginEvent
from prikup.history.log_file import read_events
from prikup.locale import Words
from prikup.rules.action_text import action_text
from prikup.rules.errors import PrikupError
from prikup.server.storage.database import reading_snapshot
from prikup.server.storage.reports import StoredReport, read_reports

__all__ = ["load_reports", "report_line", "report_record", "write_logs"]


def load_reports(url: str) -> list[StoredReport]:
    """Return the reports of bad moves in the database at `url`, the oldest first.

    Raise BadDatabase if the database cannot be used.
    """

    async def read() -> list[StoredReport]:
        async with reading_snapshot(url) as connection:
            return await read_reports(connection)

    return asyncio.run(read())


def report_line(words: Words, stored_report: StoredReport) -> str:
    """Return a user's report of a bad move of a computer player as one line of text.

    `words` are the messages in the user's language. The line has the action, the deal, the game, the user who reported
    the move, and the time.
    """
    report = stored_report.report
    return words(
        "reported-line",
        number=stored_report.id,
        game=report.game,
        table=stored_report.table,
        deal=report.deal,
        line=report.event + 1,
        place=report.seat,
        level=report.level,
        action=_action(stored_report),
        person=report.user or "-",
        at=_report_time(stored_report),
    )


def report_record(stored_report: StoredReport) -> dict[str, object]:
    """Return a user's report of a bad move of a computer player as JSON values, without the log of the match."""
    values: dict[str, object] = {name: value for name, value in asdict(stored_report.report).items() if name != "log"}
    return values | {
        "number": stored_report.id,
        "table": stored_report.table,
        "action": _action(stored_report),
        "at": _report_time(stored_report),
    }


def write_logs(reports: list[StoredReport], folder: Path) -> list[Path]:
    """Write the log of the match that each report is about to a file in `folder`, and return the paths.

    Raise OSError if that fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for stored_report in reports:
        file = folder / f"report-{stored_report.id}-{stored_report.report.game}.jsonl"
        file.write_bytes(stored_report.report.log)
        files.append(file)
    return files


def _report_time(stored_report: StoredReport) -> str:
    return datetime.fromtimestamp(stored_report.report.at / 1000, UTC).isoformat(timespec="seconds")


def _action(stored_report: StoredReport) -> str:
    """Return the reported action as text, in the notation of match files. Return "?" if the log cannot be parsed."""
    try:
        events, _, _ = read_events(stored_report.report.log)
        begin, event = events[0], events[stored_report.report.event]
        calls = game(begin.game, begin.options).calls if isinstance(begin, BeginEvent) else ()
    except (PrikupError, IndexError):
        return "?"
    return action_text(calls, event.act) if isinstance(event, ActionEvent) else "?"
