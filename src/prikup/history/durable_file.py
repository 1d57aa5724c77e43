"""An append-only file that survives a crash: `append` returns only when the data is on disk."""

import os
import shutil
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["DurableFile"]


class DurableFile(AbstractContextManager["DurableFile"]):
    """A file opened for appending, such as the log of a match; use it as a context manager.

    `data` is the content of the file at the time it was opened, and `size` is its present size in bytes. The
    constructor and the methods raise OSError if the file cannot be opened or written, for example because the disk is
    full.
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
        """Append `data` to the file, and return when it is on disk. If this fails, the file keeps its previous size."""
        if self._damaged is not None:
            raise self._damaged
        start, rest = self.size, data
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException:  # half a line would make all later lines unreadable
            self.cut(start)
            raise
        self.size = start + len(data)

    def cut(self, size: int) -> None:
        """Truncate the file to `size` bytes."""
        try:
            self._file.truncate(size)
        except OSError as error:  # from now on `append` fails, as data that should be removed is still there
            self._damaged = error
            raise
        self.size = size

    def write_again(self, data: bytes) -> None:
        """Replace the whole content of the file by `data`, and return when the new content is on disk.

        After a failure the file has either its old or its new content, never a mixture.
        """
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
        """Close the file. All appended data is on disk already."""
        self._file.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self


def _sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, so that a new or renamed file in it survives a crash.

    Do nothing on systems where a folder cannot be opened.
    """
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
