"""The journal of a table: the data that the match's log lacks, such as seats, sealed bids, receipts and clocks.

A commit is a group of events that are stored together. The journal is stored next to the log as `FILE.table`, with one
JSON line for each commit. A commit is first written to the journal, then to the log. The journal's entry lists the
checksums of the commit's log lines, so that a commit that is only partly in the log can be recognised.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from prikup.history.durable_file import DurableFile
from prikup.table.state.events import TableEvent

__all__ = ["Journal", "JournalEntry"]


class JournalEntry(Struct, frozen=True, omit_defaults=True):
    """The part of a commit (a group of events that are stored together) that is not in the log.

    - `after`: the number of log lines before the commit.
    - `before`: the checksum of the log lines before the commit.
    - `sums`: the checksum of the log after each line that the commit adds to it.
    - `events`: the commit's events that are not in the log. Each is paired with the number of the commit's log lines
      that come before it.
    - `command`: `USER/ID` with the ids of the user and of the command that caused the events; None if no command of a
      user did.
    - `digest`: the SHA-256 of that command's content in hex; None without a command.
    - `at`: the time of the commit (wall clock, ms).
    """

    after: int
    before: str
    sums: tuple[str, ...] = ()
    events: tuple[tuple[int, TableEvent], ...] = ()
    command: str | None = None
    digest: str | None = None
    at: int = 0

    def fits(self, sums: Sequence[bytes]) -> bool:
        """Return whether the entry belongs to a log, even if the log lacks the last lines of the commit.

        `sums[i]` is the checksum of the first `i` lines of the log.
        """
        commit_sums = [self.before, *self.sums]
        log_sums = [total.decode() for total in sums[self.after : self.after + len(commit_sums)]]
        return bool(log_sums) and log_sums == commit_sums[: len(log_sums)]

    def torn(self, sums: Sequence[bytes]) -> bool:
        """Return whether a log lacks some of the commit's lines, because the program stopped while it wrote them.

        `sums[i]` is the checksum of the first `i` lines of the log.
        """
        return len(sums) <= self.after + len(self.sums)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(JournalEntry).decode


class Journal:
    """The file `path` with the journal entries of a table (the data that the table's log lacks).

    The file is created when the first entry is written. Writing raises OSError if that fails.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = DurableFile(path) if path.exists() else None
        if self._file is not None:
            self._file.cut(self._file.data.rfind(b"\n") + 1)

    def entries(self) -> list[tuple[int, JournalEntry]]:
        """Return each entry with its byte offset in the file. Damaged lines are skipped."""
        offsets_and_entries, start = [], 0
        for line in self._file.data[: self._file.size].splitlines(keepends=True) if self._file else ():
            with suppress(msgspec.MsgspecError, RecursionError):
                offsets_and_entries.append((start, _decode(line)))
            start += len(line)
        return offsets_and_entries

    @property
    def size(self) -> int:
        """The size of the journal in bytes."""
        return self._file.size if self._file else 0

    def append(self, entry: JournalEntry) -> None:
        """Write an entry at the end of the journal, and return once it is on disk."""
        if self._file is None:
            self._file = DurableFile(self._path)
        self._file.append(_encode(entry) + b"\n")

    def cut(self, size: int) -> None:
        """Truncate the journal to `size` bytes."""
        if self._file is not None:
            self._file.cut(size)

    def close(self, *, remove: bool = False) -> None:
        """Close the file, and delete it if `remove` is True."""
        if self._file is not None:
            self._file.close()
            if remove:
                self._path.unlink(missing_ok=True)
