"""A log on disk: JSON lines, each durable before its effect is shown, one writer at a time.

Every line ends in a sum: the first 12 hex digits of the SHA-256 of the sum of the line before it (nothing for the
first) and the line's own bytes up to the sum. So a changed, lost or doubled line is found and named.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from prikup.errors import BadLog, reason
from prikup.history.durable_file import DurableFile
from prikup.history.file_lock import FileLock, InUse
from prikup.history.log import Event

__all__ = ["LogFile", "lines", "read_events"]

_MARK = b',"sum":"'
_BEGIN = b'{"type":"begin"'
_decoder = msgspec.json.Decoder(Event)


def _sum(before: bytes, body: bytes) -> bytes:
    return hashlib.sha256(before + body).hexdigest()[:12].encode()


def _line(before: bytes, event: Event) -> tuple[bytes, bytes]:
    """Return the line of an event, and its sum."""
    body = msgspec.json.encode(event)[:-1]
    found = _sum(before, body)
    return body + _MARK + found + b'"}\n', found


def lines(events: list[Event]) -> bytes:
    """Return the bytes of a whole file with these events."""
    before, out = b"", b""
    for event in events:
        line, before = _line(before, event)
        out += line
    return out


def read_events(data: bytes) -> tuple[list[Event], bytes, bool]:
    """Return the events of a file, the sum of its last line, and whether an incomplete last line was left out.

    The sum is 12 hex digits as bytes. Raise BadLog naming the line for anything else that is damaged, and for line 1
    (`log-empty`) where not one whole line is left.
    """
    whole, _, rest = data.rpartition(b"\n")
    events: list[Event] = []
    before = b""
    for number, line in enumerate(whole.split(b"\n") if whole else (), 1):
        body, mark, tail = line.rpartition(_MARK)
        if not mark or tail != _sum(before, body) + b'"}':
            raise BadLog(number, reason("line-damaged"))
        try:
            events.append(_decoder.decode(body + b"}"))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise BadLog(number, reason("line-unreadable", error=str(error))) from None
        before = tail[:-2]
    if not events:
        raise BadLog(1, reason("log-empty"))
    return events, before, bool(rest)


class LogFile(AbstractContextManager["LogFile"]):
    """The file that the events of a match are written to, held by this process alone. Use it as a context manager.

    `events` are those of its whole lines, and `sums[n]` is the sum of the first `n` lines; `dropped` tells whether an
    incomplete last line was cut off on opening. A file that does not exist is made, without a line.

    Raises BadLog if the file is held already or is damaged, and OSError.
    """

    def __init__(self, path: Path) -> None:
        path.open("ab").close()  # where there can be no file there is no lock
        self._lock = _held(path)
        try:
            self._file = DurableFile(path)
        except BaseException:
            self._lock.release()
            raise
        try:
            self._read(self._file.data)
        except BaseException:
            self.close()
            raise

    def _read(self, data: bytes) -> None:
        whole = data[: data.rfind(b"\n") + 1]
        begun = not whole and _BEGIN.startswith(
            data[: len(_BEGIN)]
        )  # nothing was written but a piece of the first line
        self.events: list[Event] = [] if begun else read_events(data)[0]
        self.dropped = data != whole
        if self.dropped:
            self._file.cut(len(whole))
        lines = whole.splitlines(keepends=True)
        self.sums = [b"", *(line.rpartition(_MARK)[2][:12] for line in lines)]
        self._ends = list(accumulate(map(len, lines), initial=0))

    def write(self, event: Event) -> None:
        """Append an event and return when it is on disk. If that fails, the file is as it was."""
        self.extend((event,))

    def extend(self, events: Sequence[Event]) -> None:
        """Append several events at once, likewise."""
        lines = self.following(events)
        self._file.append(b"".join(line for line, _ in lines))
        for event, (line, total) in zip(events, lines, strict=True):
            self.events.append(event)
            self.sums.append(total)
            self._ends.append(self._ends[-1] + len(line))

    def following(self, events: Iterable[Event]) -> list[tuple[bytes, bytes]]:
        """Return the line and the sum that each of these events would have behind the last line."""
        before, found = self.sums[-1], []
        for event in events:
            line, before = _line(before, event)
            found.append((line, before))
        return found

    def cut(self, lines: int) -> None:
        """Leave only the first `lines` lines."""
        self._file.cut(self._ends[lines])
        del self.events[lines:], self.sums[lines + 1 :], self._ends[lines + 1 :]
        self.dropped = True

    def close(self) -> None:
        """Give the file up."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _held(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except InUse:
        raise BadLog(0, reason("log-in-use", file=str(path))) from None
