"""The file of a match as the store of its table: the log, line for line, and a journal of what no log says beside it.

A commit is one event of the log, or several, or none; what else it says goes to the journal, and is on disk before its
lines of the log are. On opening, the lines of a commit that is not whole are cut off: all of it is kept, or nothing. A
log without a journal, one of before or one that something else has written to, is read as well: each of its lines is a
commit then, and the seats are those of its beginning.
"""

import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from prikup.history.log import HUMAN, Begin, Dealt, Log
from prikup.history.log_file import LogFile
from prikup.history.shuffle import deal_seed
from prikup.table.events import Botted, Committed, Event, LogEvent, Seated, decode, encode
from prikup.table.storage import Commit, NotWritten, Opening
from prikup.terminal.host.journal import Entry, Journal
from prikup.terminal.host.local_settings import YOU

__all__ = ["MatchFile"]


class MatchFile:
    """The commits of one table in the file at `path`, which this process alone may write to until it is closed.

    `log` is the match as the file had it when it was opened, None before the match has begun; `dropped` tells whether
    the end of the file was cut off then, because it was not whole. `failed` is called with an OSError that kept a
    commit from being written; `opens` is the table of the rematch, once there is one.

    Raises BadLog if the file is held already or is damaged, and OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed: Callable[[OSError], None] = lambda _: None
        self.opens: Opening | None = None
        self._lines = LogFile(path)
        try:
            self._journal = Journal(path.with_name(f"{path.name}.table"))
            self._kept = self._read()
            self.log = Log.replay(self._lines.events) if self._lines.events else None
            self._name_shuffle()
        except BaseException:
            self._lines.close()
            raise
        self.dropped = self._lines.dropped
        self._over = self.log is not None and self.log.over
        self._broken = False

    # The store of a table

    async def write(self, commit: Commit) -> None:
        """Return when a commit is on disk. Raises NotWritten."""
        if self._broken:
            raise NotWritten("the file cannot be put in order")
        journaled = self._journal.size
        try:
            self._put(commit)
        except OSError as error:
            self._take_back(journaled)
            self.failed(error)
            raise NotWritten(str(error)) from error
        self._kept.append(commit)
        self._over = self._over or commit.over
        self.opens = commit.opens or self.opens

    async def commits(self, table: str) -> list[Commit]:
        """Return the commits in order of `seq`; there is one table in a file, whatever its id."""
        return list(self._kept)

    def close(self) -> None:
        """Give the file up; when the match is over its log says everything, and the journal is removed."""
        self._journal.close(remove=self._over)
        self._lines.close()

    # Writing

    def _put(self, commit: Commit) -> None:
        events = decode(commit.events)
        logged = [event for event in events if isinstance(event, LogEvent)]
        if commit.command is not None or len(events) != 1 or not logged:
            self._journal.append(self._entry(commit, events))
        if logged:
            self._lines.extend(logged)

    def _entry(self, commit: Commit, events: tuple[Event, ...]) -> Entry:
        logged: list[LogEvent] = []
        beside: list[tuple[int, Event]] = []
        for event in events:
            if isinstance(event, LogEvent):
                logged.append(event)
            else:
                beside.append((len(logged), event))
        return Entry(
            len(self._lines.events),
            self._lines.sums[-1].decode(),
            tuple(total.decode() for _, total in self._lines.following(logged)),
            tuple(beside),
            commit.command,
            commit.digest,
            commit.at,
        )

    def _take_back(self, journaled: int) -> None:
        """Remove the entry of a commit that was not written; where that fails too, nothing more may be written."""
        try:
            self._journal.cut(journaled)
        except OSError:
            self._broken = True

    # Reading

    def _read(self) -> list[Commit]:
        """Return the commits of the file, a torn one cut off."""
        lines, found = self._lines, list[Commit]()
        done = 0
        for start, entry in self._journal.entries():
            if entry.after < done or not entry.fits(lines.sums):
                continue
            if entry.torn(lines.sums):
                if len(lines.events) > entry.after:
                    lines.cut(entry.after)
                self._journal.cut(start)
                break
            found += self._plain(done, entry.after, len(found))
            done = entry.after + len(entry.sums)
            found.append(self._whole(entry, lines.events[entry.after : done], len(found) + 1))
        return found + self._plain(done, len(lines.events), len(found))

    def _name_shuffle(self) -> None:
        """Give the shuffle under way its seed, where a log without a journal does not say it."""
        log = self.log
        if log is None or log.over or log.state is not None:
            return
        last = self._kept[-1]
        events = decode(last.events)
        if isinstance(events[-1], Begin | Dealt):
            deal, attempt, seed = log.match.deals + 1, log.attempts + 1, log.begin.seed
            drawn = deal_seed(seed, deal, attempt) if seed else secrets.token_hex(32)
            self._kept[-1] = replace(last, events=encode((*events, Committed(deal, attempt, drawn))))

    def _plain(self, first: int, last: int, seq: int) -> list[Commit]:
        """Return the commits of lines that are in no entry, one each."""
        events = self._lines.events[first:last]
        return [Commit(str(self.path), seq + n, encode(_alone(event))) for n, event in enumerate(events, 1)]

    def _whole(self, entry: Entry, logged: list[LogEvent], seq: int) -> Commit:
        """Return the commit of an entry."""
        events: list[Event] = [*logged]
        for place, event in reversed(entry.events):
            events.insert(place, event)
        return Commit(str(self.path), seq, encode(tuple(events)), entry.command, entry.digest, entry.at)


def _alone(event: LogEvent) -> tuple[Event, ...]:
    """Return what a line says of a table of which nothing else is known."""
    return (*_sitting(event), event) if isinstance(event, Begin) else (event,)


def _sitting(begin: Begin) -> tuple[Event, ...]:
    """Return who sits at a table whose log begins so: people are `YOU`."""
    return tuple(
        Seated(seat, YOU, begin.names[seat]) if player == HUMAN else Botted(seat, player)
        for seat, player in enumerate(begin.players)
    )
