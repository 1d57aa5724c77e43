"""A log on disk: JSON lines, each durable before its effect is shown, one writer at a time.

Every line ends in a sum: the first 12 hex digits of the SHA-256 of the sum of the line before it (nothing for the
first) and the line's own bytes up to the sum. So a changed, lost or doubled line is found and named.
"""

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from prikup.errors import BadLog, reason
from prikup.history.file_lock import FileLock, InUse
from prikup.history.log import Begin, Event, Log

__all__ = ["LogFile", "lines", "read_events"]

_MARK = b',"sum":"'
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

    Raise BadLog naming the line for anything else that is damaged.
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


class LogFile:
    """The file that a Log is written to, held by this process alone; a context manager.

    `dropped`: an incomplete last line was cut off on opening.
    """

    def __init__(self, file: BinaryIO, lock: FileLock, before: bytes = b"", *, dropped: bool = False) -> None:
        self._file = file
        self._lock = lock
        self._before = before
        self.dropped = dropped

    @classmethod
    def create(cls, path: Path, begin: Begin) -> tuple["LogFile", Log]:
        """Make a new file and return it with a new log. Raise BadLog if the file exists already."""
        try:
            file = path.open("xb", buffering=0)
        except FileExistsError:
            raise BadLog(0, reason("log-exists", file=str(path))) from None
        try:
            lock = _held(path)
        except BaseException:
            file.close()
            path.unlink()
            raise
        written = cls(file, lock)
        try:
            log = Log(begin, written.write)
            _keep_name(path)
        except BaseException:
            written.close()
            raise
        return written, log

    @classmethod
    def resume(cls, path: Path) -> tuple["LogFile", Log]:
        """Open a file and return it with its log, ready to go on. Raise BadLog if it is damaged.

        An incomplete last line is cut off.
        """
        file = path.open("r+b", buffering=0)
        try:
            lock = _held(path)
        except BaseException:
            file.close()
            raise
        written = cls(file, lock)
        try:
            data = file.read()
            events, written._before, written.dropped = read_events(data)
            log = Log.replay(events, write=written.write)
            file.truncate(data.rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
        except BaseException:
            written.close()
            raise
        return written, log

    def write(self, event: Event) -> None:
        """Append an event and wait until it is on disk. If that fails, the file is as it was."""
        line, before = _line(self._before, event)
        start = self._file.tell()
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except BaseException:  # whatever happened, half a line would make the rest unreadable
            self._file.truncate(start)
            self._file.seek(start)
            raise
        self._before = before

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


def _keep_name(path: Path) -> None:
    """Wait until the name of a new file is on disk, on systems that let a folder be opened for that."""
    if os.name != "posix":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
