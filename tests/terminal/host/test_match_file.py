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
from prikup.history.log import HUMAN, Begin, Event, Log
from prikup.history.log_file import LogFile, lines, read_events
from prikup.rules.errors import BadLog
from prikup.table.events import Botted, Committed, Laid, LogEvent, Proposed, Seated, Stood, decode, encode
from prikup.table.events import Event as TableEvent
from prikup.table.storage import Commit, NotWritten
from prikup.terminal.host.local_settings import YOU
from prikup.terminal.host.match_file import MatchFile

FIRST = next(iter(GAMES))
KEPT = sorted((Path(__file__).parents[2] / "logs").glob("*.jsonl"))


def match(name: str = FIRST, seed: int = 1) -> list[Event]:
    """Return the events of a match, with a table's other events mixed in."""
    return finish(Log(begin(name, GAMES[name], deals=2)), seed, extras=True).events


def commits(events: list[Event], seed: int) -> list[Commit]:
    """Return the events as commits: single events, groups, and groups with a table's own events."""
    rng = random.Random(seed)
    found: list[Commit] = []

    def add(*of: TableEvent, command: str | None = None) -> None:
        digest = None if command is None else f"{len(found):064x}"
        found.append(Commit("t", len(found) + 1, encode(of), command, digest, rng.randrange(10**12) if command else 0))

    add(Seated(0, "anna", "Анна"))
    add(Seated(1, "vera", "Vera"), Stood(0))
    at = 0
    while at < len(events):
        of: list[TableEvent] = list(events[at : at + rng.choice((1, 1, 1, 2, 3))])
        at += len(of)
        for beside in (Botted(1, "rule"), Laid(2, 51), Committed(1, 1, "0" * 64)):
            if rng.random() < 0.2:
                of.insert(rng.randrange(len(of) + 1), beside)
        add(*of, command=f"anna/{at}" if rng.random() < 0.3 else None)
        if rng.random() < 0.1:
            add(Proposed(at, "undo", 0, to=3))
    return found


def told(commit: Commit) -> Commit:
    """Return a commit as a table reads it; its time is only stored with events of the table."""
    return replace(commit, table="t", at=commit.at if commit.command else 0)


def write(file: MatchFile, *of: Commit) -> None:
    async def all_of_them() -> None:
        for commit in of:
            await file.write(commit)

    asyncio.run(all_of_them())


def written(path: Path, of: list[Commit]) -> None:
    """Write commits to a file."""
    file = MatchFile(path)
    write(file, *of)
    file.close()


def read(path: Path) -> list[Commit]:
    """Return the commits of a file."""
    file = MatchFile(path)
    found = asyncio.run(file.commits("t"))
    file.close()
    return [told(commit) for commit in found]


def logged(of: list[Commit]) -> list[Event]:
    """Return the events of commits that go to the log."""
    return [event for commit in of for event in decode(commit.events) if isinstance(event, LogEvent)]


def journal(path: Path) -> Path:
    return path.with_name(f"{path.name}.table")


@each_game
def test_commits_are_read_as_they_were_written(name: str, tmp_path: Path) -> None:
    path, events = tmp_path / "log", match(name)
    wanted = commits(events, 1)
    file = MatchFile(path)
    for n, commit in enumerate(wanted):
        if n % 9 == 0:
            file.close()
            file = MatchFile(path)
        write(file, commit)
    file.close()
    assert path.read_bytes() == lines(events), "the log is what it is without a table"
    assert read_events(path.read_bytes())[0] == events
    assert read(path) == [told(commit) for commit in wanted]


def steps(path: Path, of: list[Commit]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the log and the journal after each commit."""
    file = MatchFile(path)
    for commit in of:
        write(file, commit)
        beside = journal(path)
        yield path.read_bytes(), beside.read_bytes() if beside.exists() else b""
    file.close()


@each_game
def test_whatever_the_moment_of_a_crash_a_commit_is_whole_or_not_there(name: str, tmp_path: Path) -> None:
    """Files are truncated at many byte positions (for the first game at short intervals): the journal is written first,
    then the log."""
    wanted, stride = commits(match(name), 2)[:12], 5 // depth(5) if name == FIRST else 101 // depth(5)
    path, torn = tmp_path / "log", tmp_path / "torn"
    whole_match = lines(logged(wanted))
    before = b"", b""
    for n, (log, beside) in enumerate(steps(path, wanted)):
        assert log.startswith(before[0])
        assert beside.startswith(before[1])
        moments = [(before[0], beside[:cut]) for cut in range(len(before[1]), len(beside), stride)]
        moments += [(log[:cut], beside) for cut in range(len(before[0]), len(log), stride)]
        for cut_log, cut_journal in [*moments, (log, beside)]:
            torn.write_bytes(cut_log)
            journal(torn).write_bytes(cut_journal)
            whole = cut_log in (log, log.removesuffix(b"\n")) and cut_journal == beside
            assert read(torn) == [told(commit) for commit in wanted[: n + whole]]
            assert torn.read_bytes() == (log if whole else before[0])
        for path_of_cut, cut in zip((torn, journal(torn)), moments[len(moments) // 2], strict=True):
            path_of_cut.write_bytes(cut)
        written(torn, wanted[n:])
        assert read(torn) == [told(commit) for commit in wanted], "it goes on, and the lost commit is made again"
        assert torn.read_bytes() == whole_match
        before = log, beside


def test_a_log_without_a_journal_is_read_line_by_line(tmp_path: Path) -> None:
    for path in KEPT:
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        events = read_events(path.read_bytes())[0]
        try:
            first, *rest = read(copy)
        except BadLog as error:
            assert error.reason.key == "older-rules", path  # noqa: PT017  (others must not be raised)
            continue
        *seats, start = decode(first.events)
        assert isinstance(start, Begin)
        assert seats == [Botted(seat, player) for seat, player in enumerate(start.players)]
        assert [decode(commit.events) for commit in rest] == [(event,) for event in events[1:]]
        assert copy.read_bytes() == path.read_bytes()
        assert not journal(copy).exists()


def test_people_of_a_log_without_a_journal_are_the_one_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "log"
    name = example(seats=3)
    players = ("rule", HUMAN, "master")
    path.write_bytes(lines([Begin(name, 1, next(iter(GAMES[name].presets)), ("A", "B", "C"), players, 0)]))
    (commit,) = read(path)
    assert decode(commit.events)[:3] == (Botted(0, "rule"), Seated(1, YOU, "B"), Botted(2, "master"))


def test_what_something_else_has_written_counts_and_the_journal_before_it_too(tmp_path: Path) -> None:
    path = tmp_path / "log"
    events = match()
    wanted = commits(events[:20], 4)
    written(path, wanted)
    with LogFile(path) as log:
        log.extend(events[20:])
    assert read(path)[: len(wanted)] == [told(commit) for commit in wanted]
    assert logged(read(path)) == events


def test_the_journal_of_another_match_is_ignored(tmp_path: Path) -> None:
    path, other = tmp_path / "log", tmp_path / "other"
    for where, seed in ((path, 1), (other, 2)):
        written(where, commits(match(seed=seed), seed)[2:])
    journal(path).write_bytes(journal(other).read_bytes())
    assert logged(read(path)) == read_events(path.read_bytes())[0]


def test_a_damaged_journal_hinders_nobody(tmp_path: Path) -> None:
    wanted = commits(match(), 5)
    for n, rubbish in enumerate((b"\n", b"{}\n", b"\x00" * 512 + b"\n", b"[" * 100_000 + b"\n", b"{")):
        path = tmp_path / str(n)
        written(path, wanted[:30])
        with journal(path).open("ab") as end:
            end.write(rubbish)
        written(path, wanted[30:])
        assert read(path) == [told(commit) for commit in wanted], rubbish[:9]


def test_a_match_that_is_over_needs_no_journal(tmp_path: Path) -> None:
    path, events = tmp_path / "log", match()
    *wanted, last = commits(events, 6)
    written(path, wanted)
    assert journal(path).exists()
    file = MatchFile(path)
    write(file, Commit("t", last.seq, last.events, over=True))
    assert journal(path).exists(), "a table that is read again now is the same"
    file.close()
    assert not journal(path).exists()
    assert path.read_bytes() == lines(events)
    MatchFile(path).close()
    assert sorted(tmp_path.iterdir()) == [path]


def with_a_command() -> tuple[list[Commit], int]:
    """Return the commits of a match, and the index of one that goes to both journal and log."""
    wanted = commits(match(), 7)
    return wanted, next(n for n, c in enumerate(wanted) if c.command and isinstance(decode(c.events)[0], LogEvent))


@pytest.mark.parametrize("fails", [1, 2])
def test_a_commit_that_could_not_be_written_leaves_no_trace(
    fails: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full while the journal, or the log, is written."""
    path, told_of, (wanted, at) = tmp_path / "log", list[OSError](), with_a_command()
    file = MatchFile(path)
    file.failed = told_of.append
    write(file, *wanted[:at])
    before = path.read_bytes(), journal(path).read_bytes()
    calls = 0

    def full(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls == fails:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(NotWritten, match="No space"):
            write(file, wanted[at])
    assert (path.read_bytes(), journal(path).read_bytes()) == before
    assert [error.errno for error in told_of] == [28]
    assert len(asyncio.run(file.commits("t"))) == at
    write(file, *wanted[at:])
    file.close()
    assert read(path) == [told(commit) for commit in wanted]


def test_nothing_is_written_behind_what_could_not_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, (wanted, at) = tmp_path / "log", with_a_command()
    file = MatchFile(path)
    write(file, *wanted[:at])

    def gone(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", gone)
        patch.setattr(DurableFile, "cut", gone)
        with pytest.raises(NotWritten):
            write(file, wanted[at])
    with pytest.raises(NotWritten):
        write(file, wanted[at])
    file.close()
    assert read(path) == [told(commit) for commit in wanted[:at]]
