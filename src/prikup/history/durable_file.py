"""A file that only grows, line by line: what was appended is on disk before anybody hears of it."""

import os
import shutil
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["DurableFile"]


class DurableFile(AbstractContextManager["DurableFile"]):
    """A file of lines, open for appending; use it as a context manager. `data` is what it held when it was opened.

    Raises OSError where the disk is full, the file may not be written, and the like.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._file = path.open("a+b", buffering=0)
        try:
            self._file.seek(0)
            self.data = self._file.read()
            if not self.data:
                _sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise
        self.size = len(self.data)
        self._damaged: OSError | None = None

    def append(self, data: bytes) -> None:
        """Append some bytes and return when they are on disk. If that fails, the file is as it was."""
        if self._damaged is not None:
            raise self._damaged
        start, rest = self.size, data
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException:  # whatever happened, half a line would make the rest unreadable
            self.cut(start)
            raise
        self.size = start + len(data)

    def cut(self, size: int) -> None:
        """Leave only the first `size` bytes."""
        try:
            self._file.truncate(size)
        except OSError as error:  # nothing may follow what should not be there
            self._damaged = error
            raise
        self.size = size

    def write_again(self, data: bytes) -> None:
        """Hold this data instead, which is on disk on return; whenever that fails, the file is whole, old or new."""
        if self.data.startswith(data):
            if len(data) < self.size:
                self.cut(len(data))
            return
        descriptor, name = tempfile.mkstemp(prefix=f".{self._path.name}.", dir=self._path.parent)
        fresh = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(self._path, fresh)
            self._file.close()
            fresh.replace(self._path)
        finally:
            fresh.unlink(missing_ok=True)
            self._file = self._path.open("a+b", buffering=0)
        _sync_folder(self._path.parent)
        self.size = len(data)

    def close(self) -> None:
        """Give the file up."""
        self._file.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self


def _sync_folder(folder: Path) -> None:
    """Write down that there is a new file in a folder, where a folder can be opened."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
