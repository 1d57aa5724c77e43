"""A scored match on disk, as JSON lines: the match at its start, then one line per step (edit, undo or redo).

A step is on disk before its effect is shown. If the program was killed while it wrote a line, this incomplete last line
is removed when the file is opened again; all other lines stay. A file that another program has saved with a different
encoding or different line ends is rewritten in the original form. Any other line that cannot be read raises BadLog with
the number of the line.
"""

import re
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from prikup.history.durable_file import DurableFile
from prikup.history.file_lock import FileLock, InUse
from prikup.history.file_text import decode_file, json_lines
from prikup.rules.errors import BadLog, BadText, PrikupError, reason
from prikup.scorer.edit_history import History, HistoryLine, HistoryWriter
from prikup.scorer.entries import Scoring

__all__ = ["FileHead", "ScoreFile", "encode_history", "read"]

FORMAT = 1


class FileHead(Scoring, frozen=True, tag="scoring", omit_defaults=True):
    """The first line of a file: the scored match at its start, and the version of the file format (`format`)."""

    format: int = FORMAT


_BEGIN = b'{"type":"scoring"'
_SCORING_START = re.compile(rb'\s*\{\s*"type"\s*:\s*"scoring"')
_head = msgspec.json.Decoder(FileHead)
_step: msgspec.json.Decoder[HistoryLine] = msgspec.json.Decoder(HistoryLine)


def encode_history(history: History) -> bytes:
    """Return the contents of the file that stores this edit history of a match."""
    return b"".join((_first(history.initial_list), *map(_line, history.steps)))


def _first(scoring: Scoring) -> bytes:
    return _line(FileHead(**msgspec.structs.asdict(scoring)))


def _line(value: object) -> bytes:
    try:
        return msgspec.json.encode(value) + b"\n"
    except UnicodeError:  # a name given on the command line may not be valid Unicode
        raise BadText(reason("line-unwritable", error="UTF-8")) from None


def _readable(line: bytes, decoder: msgspec.json.Decoder[Any]) -> bytes:
    """Check that `decoder` can decode an encoded line, and return the line unchanged. Raise BadText if it cannot."""
    try:
        decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise BadText(reason("line-unwritable", error=str(error))) from None
    return line


def read(data: bytes) -> tuple[History, bytes]:
    """Decode `data`, the contents of a file; return the edit history, and the contents as this module would write them.

    An incomplete last line is left out. Raise BadLog with the number of the invalid line, or with 0 if the file is not
    a scored match.
    """
    whole, _ = _whole_lines(data)
    if not whole:
        raise BadLog(1, reason("score-file-empty"))
    if not _SCORING_START.match(whole[0][1]):
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
    """Return the complete lines of a file, each with its number, and whether an incomplete last line was left out.

    `data` has the contents of the file.
    """
    text = decode_file(data).text
    rows = json_lines(text)
    starts_with_head = not rows or _BEGIN.startswith(rows[0][1][: len(_BEGIN)])
    is_cut = starts_with_head and bool(rows) and text[-1] != "\n" and not _is_json(rows[-1][1])
    return rows[: len(rows) - is_cut], is_cut


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def _list(line: bytes) -> Scoring:
    """Decode the first line of a file, which is the match at its start. Raise BadLog if its format is unknown."""
    head = _head.decode(line)
    values = msgspec.structs.asdict(head)
    version = values.pop("format")
    if version != FORMAT:
        raise BadLog(1, reason("score-file-format", version=version, known=FORMAT))
    return Scoring(**values)


class ScoreFile(AbstractContextManager["ScoreFile"]):
    """The file of a scored match, opened and locked by this process. Use it as a context manager.

    `history` is the edit history of the match; `dropped` tells whether an incomplete last line was removed on opening.
    If the file does not exist or is empty, and the argument `new` is passed, the file starts with the match `new`.

    Raises BadLog if another process has locked the file, if the file is damaged, or if it is empty and there is no
    `new`. Raises OSError if the file cannot be opened, and if it does not exist and there is no `new`.
    """

    def __init__(self, path: Path, new: Scoring | None = None) -> None:
        self.path = path
        with ExitStack() as exit_stack:
            if new is None and not path.exists():
                raise FileNotFoundError(2, "", str(path))
            path.open("ab").close()  # fail here if no file can be created, before locking
            exit_stack.callback(_lock(path).release)
            self._file = exit_stack.enter_context(DurableFile(path))
            lines, self.dropped = _whole_lines(self._file.data)
            if new is not None and not lines:
                self._file.cut(0)
                self.history = History.begin(new)
                self._file.append(_readable(_first(new), _head))
            else:
                self.history, whole = read(self._file.data)
                self._file.write_again(whole)
            self._exit_stack = exit_stack.pop_all()

    def do(self, step: HistoryLine) -> History:
        """Apply one more step (edit, undo or redo) to the match, and return the new history once the step is on disk.

        Raise the errors of `History.do`, BadText if the encoded step could not be decoded again, and OSError if the
        step cannot be written.
        """
        new_history = self.history.do(step)
        self._file.append(_readable(_line(step), _step))
        self.history = new_history
        return new_history

    def close(self) -> None:
        """Close and unlock the file."""
        self._exit_stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _lock(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except InUse:
        raise BadLog(0, reason("log-in-use", file=str(path))) from None
