"""A scored match on disk: JSON lines, the head first, then an operation a line, each durable before it is shown.

A last line that is not whole, because the program was killed while it wrote, is cut off; the rest stays. A file that
another program has encoded otherwise, or given other line ends, is written again as it was. Anything else that does not
read is BadLog with its line.
"""

import re
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from prikup.errors import BadLog, BadText, PrikupError, reason
from prikup.history.durable_file import DurableFile
from prikup.history.file_lock import FileLock, InUse
from prikup.history.file_text import decode_file, json_lines
from prikup.scorer.entries import Scoring
from prikup.scorer.history import History, HistoryWriter, Step

__all__ = ["ScoreFile", "read", "written"]

FORMAT = 1


class _Head(Scoring, frozen=True, tag="scoring", omit_defaults=True):
    """The first line: a list without entries, and the version of the file's form."""

    format: int = FORMAT


_BEGIN = b'{"type":"scoring"'
_SCORED = re.compile(rb'\s*\{\s*"type"\s*:\s*"scoring"')
_head = msgspec.json.Decoder(_Head)
_step: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)


def written(history: History) -> bytes:
    """Return the bytes of a whole file with this history."""
    return b"".join((_first(history.first), *map(_line, history.told)))


def _first(scoring: Scoring) -> bytes:
    return _line(_Head(**msgspec.structs.asdict(scoring)))


def _line(value: object) -> bytes:
    try:
        return msgspec.json.encode(value) + b"\n"
    except UnicodeError:  # a name out of a command line that is no text
        raise BadText(reason("line-unwritable", error="UTF-8")) from None


def _readable(line: bytes, decoder: msgspec.json.Decoder[Any]) -> bytes:
    """Return a line that will read again. Raise BadText for one that will not."""
    try:
        decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise BadText(reason("line-unwritable", error=str(error))) from None
    return line


def read(data: bytes) -> tuple[History, bytes]:
    """Return the history of a file, and its whole lines as this module writes them.

    Raise BadLog, which names the line, 0 for what is no scored match.
    """
    whole, _ = _whole_lines(data)
    if not whole:
        raise BadLog(1, reason("score-file-empty"))
    if not _SCORED.match(whole[0][1]):
        raise BadLog(0, reason("score-file-none"))
    writer: HistoryWriter | None = None
    for number, line in whole:
        try:
            if writer is None:
                writer = HistoryWriter(History.begin(_list(line)))
            else:
                writer.do(_step.decode(line))
        except PrikupError as error:
            raise BadLog(number, error.reason) from None
        except (msgspec.MsgspecError, RecursionError) as error:
            raise BadLog(number, reason("line-unreadable", error=str(error))) from None
    assert writer is not None
    return writer.history, b"".join(line + b"\n" for _, line in whole)


def _whole_lines(data: bytes) -> tuple[list[tuple[int, bytes]], bool]:
    """Return the lines of a file with their numbers, and whether an incomplete last one was left out."""
    text = decode_file(data).text
    rows = json_lines(text)
    begun = not rows or _BEGIN.startswith(rows[0][1][: len(_BEGIN)])
    cut = begun and bool(rows) and text[-1] != "\n" and not _is_json(rows[-1][1])
    return rows[: len(rows) - cut], cut


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def _list(line: bytes) -> Scoring:
    """Return the list of a first line."""
    head = _head.decode(line)
    values = msgspec.structs.asdict(head)
    version = values.pop("format")
    if version != FORMAT:
        raise BadLog(1, reason("score-file-format", version=version, known=FORMAT))
    return Scoring(**values)


class ScoreFile(AbstractContextManager["ScoreFile"]):
    """The file of a scored match, held by this process alone. Use it as a context manager.

    `history` is the match; `dropped` tells whether an incomplete last line was cut off on opening. A file that does not
    exist, or holds nothing, begins with the list `new`, if there is one.

    Raises BadLog if the file is held already, is damaged, or is empty and there is no list to begin with; and OSError.
    """

    def __init__(self, path: Path, new: Scoring | None = None) -> None:
        self.path = path
        with ExitStack() as opened:
            if new is None and not path.exists():
                raise FileNotFoundError(2, "", str(path))
            path.open("ab").close()  # where there can be no file there is no lock
            opened.callback(_held(path).release)
            self._file = opened.enter_context(DurableFile(path))
            lines, self.dropped = _whole_lines(self._file.data)
            if new is not None and not lines:
                self._file.cut(0)
                self.history = History.begin(new)
                self._file.append(_readable(_first(new), _head))
            else:
                self.history, whole = read(self._file.data)
                self._file.write_again(whole)
            self._opened = opened.pop_all()

    def do(self, step: Step) -> History:
        """Do one step more and return the history when it is on disk.

        Raise what `History.do` raises, BadText for what is too long or too large to be kept, and OSError.
        """
        after = self.history.do(step)
        self._file.append(_readable(_line(step), _step))
        self.history = after
        return after

    def close(self) -> None:
        """Give the file up."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _held(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except InUse:
        raise BadLog(0, reason("log-in-use", file=str(path))) from None
