"""Malicious files: no command that reads matches prints a control character."""

import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.matches import play_match

from prikup.games import GAMES
from prikup.history.foreign_formats import record_of
from prikup.history.log import Log
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


def foreign_files() -> Iterator[tuple[str, str]]:
    """Yield a match in each notation of another program with one hostile text."""
    for game, kind in GAMES.items():
        for name, file_format in kind.formats.items():
            log = play_match(game, kind, 1, extras=False)
            begin = replace(log.begin, names=tuple(f"{HOSTILE}{seat}" for seat in range(log.game.seats)))
            text = file_format.write(record_of(Log.replay([begin, *log.events[1:]])))
            for old in (*re.findall(r'[^\s\[\]{}":,]+', text)[:16], "[", '"'):
                yield name, text.replace(old, HOSTILE, 1)


def test_match_commands_print_no_control_characters_of_hostile_foreign_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, wrong = tmp_path / "match", list[str]()
    commands = [[command] for command in ("replay", "verify", "notation")]
    for name, text in foreign_files():
        unescaped_text = text.replace("\\u001b", "\x1b").replace("\\u009b", "\x9b").replace("\\u202e", "\u202e")
        for content, (command, *options) in product(
            (text, unescaped_text), (*commands, ["notation", "--as", name], ["notation", "--as", "link"])
        ):
            file.write_text(content)
            run(["--language", "en", command, str(file), *options])
            output = "".join(capsys.readouterr())
            wrong += [f"{command} {options}: {output[:200]!r}"] if control_characters(output) else []
    assert not wrong, "\n".join(wrong)
