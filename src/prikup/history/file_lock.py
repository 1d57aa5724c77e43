"""A lock on a file for one writing process at a time, on every operating system.

The lock is a separate file next to it (`match.jsonl.lock`): some systems lock the bytes of a file, so that the file
itself could not be read. A lock ends with its process, however that ends, and a remaining lock file blocks no one.
"""

import warnings
from contextlib import suppress
from pathlib import Path

__all__ = ["FileLock", "InUse"]

PATIENCE = 0.15
"""Seconds until a file counts as locked: the first attempt on the lock of a dead process may only remove it."""


class InUse(Exception):
    """Another process, or another part of this one, has locked the file."""


class FileLock:
    """The exclusive right to write to the file at `path`, from construction until `release`.

    Raise InUse if the file is locked already, OSError if its folder is not writable.
    """

    def __init__(self, path: Path) -> None:
        with warnings.catch_warnings():
            # on a system without file locks, files that name the owning process are good enough
            warnings.filterwarnings("ignore", "only soft file lock", UserWarning)
            import filelock  # takes 15 ms, which programs without a locked file should not pay at start

        self._path = path.with_name(path.name + ".lock")
        self._lock = filelock.FileLock(self._path, timeout=PATIENCE, thread_local=False)
        try:
            self._lock.acquire()
        except filelock.Timeout:
            raise InUse(str(path)) from None

    def release(self) -> None:
        """Release the lock and remove its file."""
        with suppress(OSError):  # where an open file cannot be removed, the library removes it later
            self._path.unlink()
        self._lock.release()
