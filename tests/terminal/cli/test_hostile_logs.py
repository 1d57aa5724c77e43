"""Malicious files: no command that reads matches prints a control character."""

import json
import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from prikup.history.log_file import lines, read_events
from prikup.terminal.cli.app import run

LOGS = Path(__file__).parents[2] / "logs"
HOSTILE = "a\x1b[31m\x07\u202e\x9bb"
NO_LOGS = (f"{HOSTILE}\n", f'{{"type":"{HOSTILE}"}}\n', f'[Event "{HOSTILE}"]\n', f"PPN {HOSTILE}\n")
COMMANDS = ("replay", "verify", "notation", "review")


def altered_logs(log: Path) -> Iterator[bytes]:
    """Yield logs with one hostile value or unknown field each, and correct checksums."""
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    for n in (0, 1, 2, len(rows) - 1):
        for field in (*rows[n], HOSTILE):
            names = [f"{HOSTILE}{seat}" for seat in range(len(rows[0]["names"]))]
            for value in (HOSTILE, names, {HOSTILE: HOSTILE}):
                yield encode_log([*rows[:n], {**rows[n], field: value}, *rows[n + 1 :]])


def encode_log(rows: list[dict[str, Any]]) -> bytes:
    """Return the bytes of a log with these lines."""
    return lines([{name: value for name, value in row.items() if name != "sum"} for row in rows])  # type: ignore[misc]  # dictionaries, to be malformed


def control_characters(text: str) -> list[str]:
    """Return the characters of a text that a terminal would interpret."""
    return [c for c in text if (unicodedata.category(c) == "Cc" and c != "\n") or c == "\u202e"]


def test_encode_log_reproduces_stored_log() -> None:
    data = next(LOGS.glob("*.jsonl")).read_bytes()
    assert encode_log([json.loads(line) for line in data.splitlines()]) == lines(read_events(data)[0]) == data


def test_match_commands_print_no_control_characters_of_hostile_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match"
    log = min(LOGS.glob("*.jsonl"), key=lambda log: log.stat().st_size)
    hostile = [*(text.encode() for text in NO_LOGS), *altered_logs(log)]
    assert len(hostile) > 50
    wrong: list[str] = []
    for data, command in product(hostile, COMMANDS):
        file.write_bytes(data)
        if command == "review" and data not in hostile[: len(NO_LOGS)]:
            continue  # it reads the file like the others, and is slow
        run(["--language", "en", command, str(file)])
        output = "".join(capsys.readouterr())
        wrong += [f"{command}: {output[:200]!r}"] if control_characters(output) else []
    assert not wrong, "\n".join(wrong)
