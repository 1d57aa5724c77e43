"""A match file as an event store: each commit is complete or absent after a crash at any time."""

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example
from support.matches import begin, finish
from terminal.plain_player import each_game

from prikup.games import GAMES
from prikup.history.durable_file import DurableFile
from prikup.history.events import HUMAN, BeginEvent, Event
from prikup.history.log import Log
from prikup.history.log_file import LogFile, lines, read_events
from prikup.rules.errors import BadLog
from prikup.table.host.storage import Commit, NotWritten
from prikup.table.state.events import (
    BotAssigned,
    LogEvent,
    ProposalMade,
    SealedActionTaken,
    SeatLeft,
    SeatTaken,
    SeedCommitted,
    decode,
    encode,
)
from prikup.table.state.events import TableEvent as TableEvent
from prikup.terminal.host.local_settings import YOU
from prikup.terminal.host.match_file import MatchFile

FIRST = next(iter(GAMES))
STORED_LOGS = sorted((Path(__file__).parents[2] / "logs").glob("*.jsonl"))


def match(name: str = FIRST, seed: int = 1) -> list[Event]:
    """Return the events of a match, with a table's other events mixed in."""
    return finish(Log(begin(name, GAMES[name], deals=2)), seed, extras=True).events


def commits(events: list[Event], seed: int) -> list[Commit]:
    """Return the events as commits: single events, groups, and groups with a table's own events."""
    rng = random.Random(seed)
    result: list[Commit] = []

    def add(*batch: TableEvent, command: str | None = None) -> None:
        digest = None if command is None else f"{len(result):064x}"
        result.append(
            Commit("t", len(result) + 1, encode(batch), command, digest, rng.randrange(10**12) if command else 0)
        )

    add(SeatTaken(0, "anna", "Анна"))
    add(SeatTaken(1, "vera", "Vera"), SeatLeft(0))
    start = 0
    while start < len(events):
        batch: list[TableEvent] = list(events[start : start + rng.choice((1, 1, 1, 2, 3))])
        start += len(batch)
        for table_event in (BotAssigned(1, "rule"), SealedActionTaken(2, 51), SeedCommitted(1, 1, "0" * 64)):
            if rng.random() < 0.2:
                batch.insert(rng.randrange(len(batch) + 1), table_event)
        add(*batch, command=f"anna/{start}" if rng.random() < 0.3 else None)
        if rng.random() < 0.1:
            add(ProposalMade(start, "undo", 0, to=3))
    return result


def stored_form(commit: Commit) -> Commit:
    """Return a commit as a table reads it; its time is only stored with events of the table."""
    return replace(commit, table="t", at=commit.at if commit.command else 0)


def write(file: MatchFile, *commits_to_write: Commit) -> None:
    async def write_all() -> None:
        for commit in commits_to_write:
            await file.write(commit)

    asyncio.run(write_all())


def write_commits(path: Path, all_commits: list[Commit]) -> None:
    """Write commits to a file."""
    file = MatchFile(path)
    write(file, *all_commits)
    file.close()


def read(path: Path) -> list[Commit]:
    """Return the commits of a file."""
    file = MatchFile(path)
    stored_commits = asyncio.run(file.commits("t"))
    file.close()
    return [stored_form(commit) for commit in stored_commits]


def log_events(all_commits: list[Commit]) -> list[Event]:
    """Return the events of commits that go to the log."""
    return [event for commit in all_commits for event in decode(commit.events) if isinstance(event, LogEvent)]


def journal(path: Path) -> Path:
    return path.with_name(f"{path.name}.table")


@each_game
def test_match_file_reads_commits_as_written(name: str, tmp_path: Path) -> None:
    path, events = tmp_path / "log", match(name)
    all_commits = commits(events, 1)
    file = MatchFile(path)
    for n, commit in enumerate(all_commits):
        if n % 9 == 0:
            file.close()
            file = MatchFile(path)
        write(file, commit)
    file.close()
    assert path.read_bytes() == lines(events), "the log is what it is without a table"
    assert read_events(path.read_bytes())[0] == events
    assert read(path) == [stored_form(commit) for commit in all_commits]


def steps(path: Path, all_commits: list[Commit]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the log and the journal after each commit."""
    file = MatchFile(path)
    for commit in all_commits:
        write(file, commit)
        journal_path = journal(path)
        yield path.read_bytes(), journal_path.read_bytes() if journal_path.exists() else b""
    file.close()


@each_game
def test_match_file_commit_is_complete_or_absent_after_crash(name: str, tmp_path: Path) -> None:
    """Files are truncated at many byte positions (for the first game at short intervals): the journal is written first,
    then the log."""
    all_commits, stride = commits(match(name), 2)[:12], 5 // depth(5) if name == FIRST else 101 // depth(5)
    path, torn = tmp_path / "log", tmp_path / "torn"
    whole_match = lines(log_events(all_commits))
    old_files = b"", b""
    for n, (log, journal_bytes) in enumerate(steps(path, all_commits)):
        assert log.startswith(old_files[0])
        assert journal_bytes.startswith(old_files[1])
        moments = [(old_files[0], journal_bytes[:cut]) for cut in range(len(old_files[1]), len(journal_bytes), stride)]
        moments += [(log[:cut], journal_bytes) for cut in range(len(old_files[0]), len(log), stride)]
        for cut_log, cut_journal in [*moments, (log, journal_bytes)]:
            torn.write_bytes(cut_log)
            journal(torn).write_bytes(cut_journal)
            whole = cut_log in (log, log.removesuffix(b"\n")) and cut_journal == journal_bytes
            assert read(torn) == [stored_form(commit) for commit in all_commits[: n + whole]]
            assert torn.read_bytes() == (log if whole else old_files[0])
        for path_of_cut, cut in zip((torn, journal(torn)), moments[len(moments) // 2], strict=True):
            path_of_cut.write_bytes(cut)
        write_commits(torn, all_commits[n:])
        assert read(torn) == [stored_form(commit) for commit in all_commits], (
            "it goes on, and the lost commit is made again"
        )
        assert torn.read_bytes() == whole_match
        old_files = log, journal_bytes


def test_match_file_without_journal_has_a_commit_per_log_line(tmp_path: Path) -> None:
    for path in STORED_LOGS:
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        events = read_events(path.read_bytes())[0]
        try:
            first, *rest = read(copy)
        except BadLog as error:
            assert error.reason.key == "older-rules", path  # noqa: PT017  (others must not be raised)
            continue
        *seats, start = decode(first.events)
        assert isinstance(start, BeginEvent)
        assert seats == [BotAssigned(seat, player) for seat, player in enumerate(start.players)]
        assert [decode(commit.events) for commit in rest] == [(event,) for event in events[1:]]
        assert copy.read_bytes() == path.read_bytes()
        assert not journal(copy).exists()


def test_match_file_without_journal_seats_terminal_user_as_human(tmp_path: Path) -> None:
    path = tmp_path / "log"
    name = example(seats=3)
    players = ("rule", HUMAN, "master")
    path.write_bytes(lines([BeginEvent(name, 1, next(iter(GAMES[name].presets)), ("A", "B", "C"), players, 0)]))
    (commit,) = read(path)
    assert decode(commit.events)[:3] == (BotAssigned(0, "rule"), SeatTaken(1, YOU, "B"), BotAssigned(2, "master"))


def test_match_file_combines_journal_with_events_appended_later(tmp_path: Path) -> None:
    path = tmp_path / "log"
    events = match()
    all_commits = commits(events[:20], 4)
    write_commits(path, all_commits)
    with LogFile(path) as log:
        log.extend(events[20:])
    assert read(path)[: len(all_commits)] == [stored_form(commit) for commit in all_commits]
    assert log_events(read(path)) == events


def test_match_file_ignores_journal_of_another_match(tmp_path: Path) -> None:
    path, other_path = tmp_path / "log", tmp_path / "other"
    for target, seed in ((path, 1), (other_path, 2)):
        write_commits(target, commits(match(seed=seed), seed)[2:])
    journal(path).write_bytes(journal(other_path).read_bytes())
    assert log_events(read(path)) == read_events(path.read_bytes())[0]


def test_match_file_skips_damaged_journal_lines(tmp_path: Path) -> None:
    all_commits = commits(match(), 5)
    for n, rubbish in enumerate((b"\n", b"{}\n", b"\x00" * 512 + b"\n", b"[" * 100_000 + b"\n", b"{")):
        path = tmp_path / str(n)
        write_commits(path, all_commits[:30])
        with journal(path).open("ab") as end:
            end.write(rubbish)
        write_commits(path, all_commits[30:])
        assert read(path) == [stored_form(commit) for commit in all_commits], rubbish[:9]


def test_match_file_deletes_journal_when_finished_match_is_closed(tmp_path: Path) -> None:
    path, events = tmp_path / "log", match()
    *all_commits, last = commits(events, 6)
    write_commits(path, all_commits)
    assert journal(path).exists()
    file = MatchFile(path)
    write(file, Commit("t", last.seq, last.events, over=True))
    assert journal(path).exists(), "a table that is read again now is the same"
    file.close()
    assert not journal(path).exists()
    assert path.read_bytes() == lines(events)
    MatchFile(path).close()
    assert sorted(tmp_path.iterdir()) == [path]


def commits_with_command() -> tuple[list[Commit], int]:
    """Return the commits of a match, and the index of one that goes to both journal and log."""
    all_commits = commits(match(), 7)
    return all_commits, next(
        n for n, c in enumerate(all_commits) if c.command and isinstance(decode(c.events)[0], LogEvent)
    )


@pytest.mark.parametrize("fails", [1, 2])
def test_match_file_rolls_back_commit_when_disk_is_full(
    fails: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full while the journal, or the log, is written."""
    path, reported_errors, (all_commits, index) = tmp_path / "log", list[OSError](), commits_with_command()
    file = MatchFile(path)
    file.failed = reported_errors.append
    write(file, *all_commits[:index])
    old_files = path.read_bytes(), journal(path).read_bytes()
    calls = 0

    def fail_sync(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls == fails:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail_sync)
        with pytest.raises(NotWritten, match="No space"):
            write(file, all_commits[index])
    assert (path.read_bytes(), journal(path).read_bytes()) == old_files
    assert [error.errno for error in reported_errors] == [28]
    assert len(asyncio.run(file.commits("t"))) == index
    write(file, *all_commits[index:])
    file.close()
    assert read(path) == [stored_form(commit) for commit in all_commits]


def test_match_file_refuses_writes_after_failed_rollback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, (all_commits, index) = tmp_path / "log", commits_with_command()
    file = MatchFile(path)
    write(file, *all_commits[:index])

    def fail_io(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail_io)
        patch.setattr(DurableFile, "cut", fail_io)
        with pytest.raises(NotWritten):
            write(file, all_commits[index])
    with pytest.raises(NotWritten):
        write(file, all_commits[index])
    file.close()
    assert read(path) == [stored_form(commit) for commit in all_commits[:index]]
