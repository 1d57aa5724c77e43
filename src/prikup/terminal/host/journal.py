"""A journal of what the commits of a table say beside the lines of the log: seats, sealed bids, receipts, clocks.

It lies beside the log as `FILE.table`, a JSON line a commit. A commit is written here first and then into the log; its
entry names the lines that it makes there, so that a commit of which the log has only a part can be told from a whole
one.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from prikup.history.durable_file import DurableFile
from prikup.table.events import Event

__all__ = ["Entry", "Journal"]


class Entry(Struct, frozen=True, omit_defaults=True):
    """The part of a commit that is not in its lines of the log.

    It follows the first `after` lines, whose sum is `before`, and makes the lines that have the `sums`. `events` are
    those of the table, each behind the number of the commit's own lines that come before it.
    """

    after: int
    before: str
    sums: tuple[str, ...] = ()
    events: tuple[tuple[int, Event], ...] = ()
    command: str | None = None
    digest: str | None = None
    at: int = 0

    def fits(self, sums: Sequence[bytes]) -> bool:
        """Return whether a log with these sums has all lines of the commit, or begins with the first of them."""
        mine = [self.before, *self.sums]
        there = [total.decode() for total in sums[self.after : self.after + len(mine)]]
        return bool(there) and there == mine[: len(there)]

    def torn(self, sums: Sequence[bytes]) -> bool:
        """Return whether a log with these sums lacks lines of the commit."""
        return len(sums) <= self.after + len(self.sums)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class Journal:
    """The entries of a table. The file is made with the first of them, and raises OSError where it cannot be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = DurableFile(path) if path.exists() else None
        if self._file is not None:
            self._file.cut(self._file.data.rfind(b"\n") + 1)

    def entries(self) -> list[tuple[int, Entry]]:
        """Return where each entry begins, and the entry; a damaged line is passed over."""
        found, start = [], 0
        for line in self._file.data[: self._file.size].splitlines(keepends=True) if self._file else ():
            with suppress(msgspec.MsgspecError, RecursionError):
                found.append((start, _decode(line)))
            start += len(line)
        return found

    @property
    def size(self) -> int:
        """The number of bytes that are written."""
        return self._file.size if self._file else 0

    def append(self, entry: Entry) -> None:
        """Return when an entry is on disk."""
        if self._file is None:
            self._file = DurableFile(self._path)
        self._file.append(_encode(entry) + b"\n")

    def cut(self, size: int) -> None:
        """Leave only the first `size` bytes."""
        if self._file is not None:
            self._file.cut(size)

    def close(self, *, remove: bool = False) -> None:
        """Give the file up; `remove` it where nobody needs it any more."""
        if self._file is not None:
            self._file.close()
            if remove:
                self._path.unlink(missing_ok=True)
