import os
from pathlib import Path

import pytest
from support.faults import check_each
from support.matches import begin, finish, play_match
from support.random_walk import KINDS, each_game

from prikup.games import GAMES
from prikup.history.events import BeginEvent, Event
from prikup.history.log import Log
from prikup.history.log_file import LogFile, lines, read_events
from prikup.history.notation import match_text, parse_match
from prikup.rules.errors import BadLog
from prikup.rules.game_definition import GameDefinition

LOGS = Path(__file__).parents[1] / "logs"


@each_game
def test_log_file_resumes_match_after_crash_at_any_byte(name: str, kind: GameDefinition, tmp_path: Path) -> None:
    log_bytes = lines(finish(Log(begin(name, kind, deals=1)), 2, extras=True).events)
    path = tmp_path / "match.jsonl"
    for cut in (*range(log_bytes.index(b"\n") + 1, len(log_bytes), 97), len(log_bytes)):
        path.write_bytes(log_bytes[:cut])
        with LogFile(path) as file:
            assert file.dropped == (b"\n" not in log_bytes[cut - 1 : cut + 1])  # a line may only lack its end
            log = finish(Log.replay(file.events, write=file.write), 3)
        events, _, is_dropped = read_events(path.read_bytes())
        assert (events, is_dropped) == (log.events, False)


def test_log_file_has_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with LogFile(path), pytest.raises(BadLog, match="log-in-use"):
        LogFile(path)
    LogFile(path).close()


def test_log_file_cuts_and_rewrites_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    events = finish(Log(begin(*KINDS[0], deals=1)), 2).events
    with LogFile(path) as file:
        following_totals = [total for _, total in file.next_lines(events)]
        file.extend(events)
        assert path.read_bytes() == lines(events)
        assert file.sums == [b"", *following_totals]
        file.cut(5)
        assert path.read_bytes() == lines(events[:5])
        file.extend(events[5:])
        assert (file.events, path.read_bytes()) == (events, lines(events))


def test_log_file_discards_incomplete_first_line_but_refuses_other_files(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    log_bytes = lines(finish(Log(begin(*KINDS[0], deals=1)), 2).events)
    for size in (0, 1, 14, 15, 16, log_bytes.index(b"\n") - 1):
        path.write_bytes(log_bytes[:size])
        with LogFile(path) as file:
            assert (file.events, file.dropped, path.read_bytes()) == ([], size > 0, b"")
    for other_bytes in (b"a letter", b'{"type":"begun"', b"a letter\nof two lines"):
        path.write_bytes(other_bytes)
        with pytest.raises(BadLog):
            LogFile(path)
        assert path.read_bytes() == other_bytes


def test_read_events_detects_changed_byte_or_lost_line(tmp_path: Path) -> None:
    log_bytes = lines(finish(Log(begin(*KINDS[0], deals=1)), 4).events)
    for index in range(0, len(log_bytes) - 1, 53):
        changed_bytes = bytearray(log_bytes)
        changed_bytes[index] ^= 1
        with pytest.raises(BadLog) as error:
            read_events(bytes(changed_bytes))
        assert error.value.line >= log_bytes[:index].count(b"\n")
    rows = log_bytes.splitlines(keepends=True)
    for lost_row in range(len(rows) - 1):
        with pytest.raises(BadLog) as error:
            read_events(b"".join(rows[:lost_row] + rows[lost_row + 1 :]))
        assert error.value.line == lost_row + 1


def _replay_or_error(events: list[Event]) -> Log | BadLog:
    try:
        return Log.replay(events)
    except BadLog as error:
        return error


def test_stored_logs_still_replay_to_their_text() -> None:
    """A change of their results requires a new version of the rules, under which they may be refused as older."""
    check_each(check_kept, sorted(LOGS.glob("*.jsonl")))


def check_kept(file: Path) -> None:
    """Check a log."""
    events = read_events(file.read_bytes())[0]
    log = _replay_or_error(events)
    if isinstance(log, BadLog):
        begin = events[0]
        assert isinstance(begin, BeginEvent)
        kind = GAMES[begin.game]
        assert log.reason.key == "older-rules"
        assert begin.rules < kind.build(next(iter(kind.presets.values()))).rules_version
        return
    assert log.over
    text = file.with_suffix(".txt").read_text()
    assert match_text(log) == text
    assert parse_match(text).events == log.events


@each_game
def test_stored_logs_include_every_preset(name: str, kind: GameDefinition, regenerate: bool) -> None:
    for preset, options in kind.presets.items():
        rules = kind.build(options).rules_version
        file = LOGS / (f"{name}-{preset}.jsonl" if rules == 1 else f"{name}-{preset}-{rules}.jsonl")
        if regenerate and not file.exists():  # existing ones are never rewritten
            log = finish(Log(begin(name, kind, preset, deals=5)), len(file.stem), extras=True)
            file.write_bytes(lines(log.events))
            file.with_suffix(".txt").write_text(match_text(log))
        assert file.exists(), f"run `make golden`: it keeps a log of {preset}"


@each_game
def test_notation_and_event_lines_give_same_events(name: str, kind: GameDefinition) -> None:
    for seed in range(4):
        log = play_match(name, kind, seed)
        text = match_text(log)
        assert parse_match(text).events == log.events == read_events(lines(log.events))[0]
        assert match_text(parse_match(text)) == text


def test_log_file_is_unchanged_after_failed_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.jsonl"

    def full(descriptor: int) -> None:
        raise OSError("the disk is full")

    with LogFile(path) as file:
        log = Log(begin(*KINDS[0], deals=1), file.write)
        old_bytes = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            for enter in (log.stop, lambda: log.deal(tuple(reversed(log.game.pack)))):
                with pytest.raises(OSError, match="full"):
                    enter()
        assert path.read_bytes() == old_bytes
        assert (len(log.events), log.state, log.attempts) == (1, None, 0)
        finish(log, 5)
    assert read_events(path.read_bytes())[0] == log.events
