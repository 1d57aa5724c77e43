"""The event store of a table in this process: a log file, and a journal for events that the log does not contain.

A commit is a group of events that are stored together. Its log events become lines of the log, and its other events an
entry of the journal, which is written to disk first. When a match file is opened, the log lines of an incomplete commit
are cut off, so that each commit is stored completely or not at all. A log without a journal, from an older version or
another program, can be loaded too. Each line is then one commit, and the seats are taken from the log's first event.
"""

import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from prikup.history.events import HUMAN, BeginEvent, DealEvent
from prikup.history.log import Log
from prikup.history.log_file import LogFile
from prikup.history.shuffle import deal_seed
from prikup.table.host.storage import Commit, NewTableRecord, NotWritten
from prikup.table.state.events import BotAssigned, LogEvent, SeatTaken, SeedCommitted, TableEvent, decode, encode
from prikup.terminal.host.journal import Journal, JournalEntry
from prikup.terminal.host.local_settings import YOU

__all__ = ["MatchFile"]


class MatchFile:
    """The file of a match at one table, and its commits. A commit is a group of events that are stored together.

    The commits are stored in the log file at `path` and in a journal next to it. The log file is locked for this
    process until it is closed.

    - `log`: the log of the match at the time when the file was opened, None if the match had not started.
    - `dropped`: True if an incomplete end of the file was cut off.
    - `failed`: a function that is called with the OSError if a commit cannot be written.
    - `opens`: the record of the new table for a rematch, None if no such table has been opened.

    The constructor raises BadLog if the file is locked or damaged, and OSError if it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed: Callable[[OSError], None] = lambda _: None
        self.opens: NewTableRecord | None = None
        self._lines = LogFile(path)
        try:
            self._journal = Journal(path.with_name(f"{path.name}.table"))
            self._commits = self._read()
            self.log = Log.replay(self._lines.events) if self._lines.events else None
            self._name_shuffle()
        except BaseException:
            self._lines.close()
            raise
        self.dropped = self._lines.dropped
        self._over = self.log is not None and self.log.over
        self._broken = False

    # Event store interface

    async def write(self, commit: Commit) -> None:
        """Write a commit (a group of events) and return once it is on disk.

        Raise NotWritten if the commit could not be written.
        """
        if self._broken:
            raise NotWritten("an earlier failed write could not be undone")
        journal_size = self._journal.size
        try:
            self._put(commit)
        except OSError as error:
            self._take_back(journal_size)
            self.failed(error)
            raise NotWritten(str(error)) from error
        self._commits.append(commit)
        self._over = self._over or commit.over
        self.opens = commit.opens or self.opens

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits in the order in which they were written.

        The parameter `table` is ignored, because the file has only one table.
        """
        return list(self._commits)

    def close(self) -> None:
        """Close the files. The journal of a finished match is deleted, because the log contains the whole match."""
        self._journal.close(remove=self._over)
        self._lines.close()

    # Writing

    def _put(self, commit: Commit) -> None:
        events = decode(commit.events)
        log_events = [event for event in events if isinstance(event, LogEvent)]
        if commit.command is not None or len(events) != 1 or not log_events:
            self._journal.append(self._entry(commit, events))
        if log_events:
            self._lines.extend(log_events)

    def _entry(self, commit: Commit, events: tuple[TableEvent, ...]) -> JournalEntry:
        log_events: list[LogEvent] = []
        other_events: list[tuple[int, TableEvent]] = []
        for event in events:
            if isinstance(event, LogEvent):
                log_events.append(event)
            else:
                other_events.append((len(log_events), event))
        return JournalEntry(
            len(self._lines.events),
            self._lines.sums[-1].decode(),
            tuple(total.decode() for _, total in self._lines.next_lines(log_events)),
            tuple(other_events),
            commit.command,
            commit.digest,
            commit.at,
        )

    def _take_back(self, journal_size: int) -> None:
        """Undo the part of a commit that was written to the journal, because the whole commit could not be written.

        `journal_size` is the size of the journal before the commit (a group of events), in bytes. If undoing fails too,
        reject all further commits.
        """
        try:
            self._journal.cut(journal_size)
        except OSError:
            self._broken = True

    # Reading

    def _read(self) -> list[Commit]:
        """Return the commits (groups of events) in the log and the journal. Cut off an incomplete one at the end."""
        lines, commits = self._lines, list[Commit]()
        covered_lines = 0
        for start, entry in self._journal.entries():
            if entry.after < covered_lines or not entry.fits(lines.sums):
                continue
            if entry.torn(lines.sums):
                if len(lines.events) > entry.after:
                    lines.cut(entry.after)
                self._journal.cut(start)
                break
            commits += self._plain_commits(covered_lines, entry.after, len(commits))
            covered_lines = entry.after + len(entry.sums)
            commits.append(self._merge_commit(entry, lines.events[entry.after : covered_lines], len(commits) + 1))
        return commits + self._plain_commits(covered_lines, len(lines.events), len(commits))

    def _name_shuffle(self) -> None:
        """Add the seed of the shuffle to the last commit, if a shuffle is in progress and the commit does not have it.

        The shuffle is that of the next deck. A log without a journal does not contain its seed.
        """
        log = self.log
        if log is None or log.over or log.state is not None:
            return
        last = self._commits[-1]
        events = decode(last.events)
        if isinstance(events[-1], BeginEvent | DealEvent):
            deal, attempt, seed = log.match.deals + 1, log.attempts + 1, log.begin.seed
            shuffle_seed = deal_seed(seed, deal, attempt) if seed else secrets.token_hex(32)
            self._commits[-1] = replace(last, events=encode((*events, SeedCommitted(deal, attempt, shuffle_seed))))

    def _plain_commits(self, first: int, last: int, seq: int) -> list[Commit]:
        """Return a commit (a group of events) for each of the log lines from index `first` up to, but without, `last`.

        The journal has no entries for these lines. `seq` is the number of commits before them.
        """
        events = self._lines.events[first:last]
        return [Commit(str(self.path), seq + n, encode(_line_events(event))) for n, event in enumerate(events, 1)]

    def _merge_commit(self, entry: JournalEntry, log_events: list[LogEvent], seq: int) -> Commit:
        """Merge a journal entry with the log events of the same commit, and return the commit.

        `seq` is the number of the commit at its table.
        """
        events: list[TableEvent] = [*log_events]
        for place, event in reversed(entry.events):
            events.insert(place, event)
        return Commit(str(self.path), seq, encode(tuple(events)), entry.command, entry.digest, entry.at)


def _line_events(event: LogEvent) -> tuple[TableEvent, ...]:
    """Return the events of a commit that consists of a single log line, `event`, and has no journal entry."""
    return (*_sitting(event), event) if isinstance(event, BeginEvent) else (event,)


def _sitting(begin: BeginEvent) -> tuple[TableEvent, ...]:
    """Return the events that seat the players at the start of a log, which `begin` describes.

    Human players get the user id `YOU`.
    """
    return tuple(
        SeatTaken(seat, YOU, begin.names[seat]) if player == HUMAN else BotAssigned(seat, player)
        for seat, player in enumerate(begin.players)
    )
