"""The log of a match as a file with one JSON line for each event.

Each line is on disk before its effect is shown to anyone, and only one process at a time may write to the file.

Every line ends in a checksum: the first 12 hex digits of the SHA-256 of two texts joined, the checksum of the previous
line (nothing for the first line) and the line itself up to its checksum. So a changed, lost or duplicated line is
detected and reported by its number. Before checksums are compared, changes that mail programs and editors make to a
text are undone (see `file_text`).
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Self, get_args

import msgspec
from msgspec import Struct

from prikup.control_characters import escape
from prikup.history.durable_file import DurableFile
from prikup.history.events import Event
from prikup.history.file_lock import FileLock, InUse
from prikup.history.file_text import decode_file, json_lines
from prikup.rules.errors import BadLog, reason

__all__ = ["LogFile", "is_log", "lines", "read_events"]

_MARK = b',"sum":"'
_BEGIN = b'{"type":"begin"'
_TAGS = "|".join(str(event.__struct_config__.tag) for event in get_args(Event))
_LOG_LINE = re.compile(rf'^\s*\{{\s*"type"\s*:\s*"(?:{_TAGS})"', re.MULTILINE)
"""The start of a line of a log, even if another program has reformatted the line."""
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def _checksum(previous_sum: bytes, body: bytes) -> bytes:
    return hashlib.sha256(previous_sum + body).hexdigest()[:12].encode()


def _line(previous_sum: bytes, event: Event) -> tuple[bytes, bytes]:
    """Return the line of an event in a log file, and the checksum of the line.

    The checksum covers the line and `previous_sum`, the checksum of the line before (b"" for the first line). Control
    characters in names are escaped, so that a terminal may show the file.
    """
    body = escape(msgspec.json.encode(event).decode()).encode()[:-1]
    checksum = _checksum(previous_sum, body)
    return body + _MARK + checksum + b'"}\n', checksum


def lines(events: list[Event]) -> bytes:
    """Return the contents of a log file with these events: one JSON line with a checksum for each event."""
    previous_sum, out = b"", b""
    for event in events:
        line, previous_sum = _line(previous_sum, event)
        out += line
    return out


def is_log(text: str) -> bool:
    """Return whether a text contains a line of a match log, even a damaged or reformatted one.

    Return True also for a text that is an incomplete first line of a log.
    """
    return bool(_LOG_LINE.search(text)) or (text != "" and _BEGIN.startswith(text.encode()[: len(_BEGIN)]))


class _Whole(Struct, frozen=True):
    """The complete lines of a log file (without line ends), and their events.

    `cut` tells whether an incomplete last line of the file was left out.
    """

    lines: list[bytes]
    events: list[Event]
    cut: bool


def read_events(data: bytes) -> tuple[list[Event], bytes, bool]:
    """Return the events of a log file, the checksum of its last line, and whether an incomplete last line was left out.

    The checksum is 12 hex digits as bytes. Raise BadLog with the line number for any other damage, with line 1 if the
    file has no complete line (`log-empty`), and with line 0 for a text that is not a log (`no-match`).
    """
    whole = _read_lines(data)
    if not whole.events:
        raise BadLog(1, reason("log-empty"))
    return whole.events, _checksum_of(whole.lines[-1]), whole.cut


def _read_lines(data: bytes) -> _Whole:
    """Return the complete lines of a log file. Raise BadLog for a damaged line, except for an incomplete last line."""
    text = decode_file(data).text
    if text.strip() and not is_log(text):
        raise BadLog(0, reason("no-match"))
    rows = json_lines(text)
    whole = _Whole([], [], cut=False)
    for index, (number, line) in enumerate(rows):
        try:
            whole.events.append(_event(number, line, _checksum_of(whole.lines[-1]) if whole.lines else b""))
        except BadLog:
            if index < len(rows) - 1 or text[-1] == "\n":
                raise
            return _Whole(whole.lines, whole.events, cut=True)
        whole.lines.append(line)
    return whole


def _event(number: int, line: bytes, previous_sum: bytes) -> Event:
    """Return the event of line `number`. Raise BadLog if the line is damaged.

    `previous_sum` is the checksum of the line before, b"" for the first line.
    """
    body, mark, tail = line.rpartition(_MARK)
    if not mark or tail != _checksum(previous_sum, body) + b'"}':
        raise BadLog(number, reason("line-damaged"))
    try:
        return _decoder.decode(body + b"}")
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadLog(number, reason("line-unreadable", error=str(error))) from None


def _checksum_of(line: bytes) -> bytes:
    return line.rpartition(_MARK)[2][:12]


class LogFile(AbstractContextManager["LogFile"]):
    """The log file of a match, locked for writing by this process. Use it as a context manager.

    `events` are the events of its complete lines. `sums[n]` is the checksum at the end of line `n` (from 1), which
    covers all lines up to it; `sums[0]` is b"". `dropped` tells whether lines were removed: an incomplete last line on
    opening, or lines by `cut`. A missing file is created empty; a file that another program has saved in another
    encoding or with other line ends is restored.

    The constructor raises BadLog if the file is already locked or is damaged, and OSError if it cannot be opened or
    written.
    """

    def __init__(self, path: Path) -> None:
        path.open("ab").close()  # if the file cannot be created, fail before the lock is acquired
        self._lock = _acquire_lock(path)
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
        whole = _read_lines(data)
        lines = [line + b"\n" for line in whole.lines]
        self.events, self.dropped = whole.events, whole.cut
        self._file.write_again(b"".join(lines))
        self.sums = [b"", *map(_checksum_of, whole.lines)]
        self._ends = list(accumulate(map(len, lines), initial=0))

    def write(self, event: Event) -> None:
        """Append an event, and return when it is on disk. If this fails, the file stays unchanged."""
        self.extend((event,))

    def extend(self, events: Sequence[Event]) -> None:
        """Append several events at once, and return when they are on disk. If this fails, the file stays unchanged."""
        lines = self.next_lines(events)
        self._file.append(b"".join(line for line, _ in lines))
        for event, (line, total) in zip(events, lines, strict=True):
            self.events.append(event)
            self.sums.append(total)
            self._ends.append(self._ends[-1] + len(line))

    def next_lines(self, events: Iterable[Event]) -> list[tuple[bytes, bytes]]:
        """Return the line and the checksum that each of these events would get in the file if they were appended now.

        Nothing is written. Each line is returned as bytes with its checksum and its line end.
        """
        previous_sum, lines_and_sums = self.sums[-1], []
        for event in events:
            line, previous_sum = _line(previous_sum, event)
            lines_and_sums.append((line, previous_sum))
        return lines_and_sums

    def cut(self, lines: int) -> None:
        """Remove all lines except the first `lines` lines."""
        self._file.cut(self._ends[lines])
        del self.events[lines:], self.sums[lines + 1 :], self._ends[lines + 1 :]
        self.dropped = True

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _acquire_lock(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except InUse:
        raise BadLog(0, reason("log-in-use", file=str(path))) from None
