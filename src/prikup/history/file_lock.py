"""A lock that lets only one process at a time write to a file, on every operating system.

The lock is a separate file (`match.jsonl.lock`) next to the file that it protects. (On some systems a lock on the file
itself would keep other programs from reading it.) A lock ends when its process ends for any reason, and a leftover lock
file locks out no one.
"""

import warnings
from contextlib import suppress
from pathlib import Path

__all__ = ["FileLock", "InUse"]

PATIENCE = 0.15
"""The number of seconds during which a process tries to get a lock before the file counts as locked.

One attempt is not enough, because the first one may do no more than remove the lock of a process that has ended.
"""


class InUse(Exception):
    """The error for a file that is locked by another process, or by another part of this process."""


class FileLock:
    """The exclusive right to write to the file at `path`, from construction until `release`.

    The constructor raises InUse if the file is locked already, and OSError if its folder is not writable.
    """

    def __init__(self, path: Path) -> None:
        with warnings.catch_warnings():
            # on a system without file locks, lock files that name the owning process are good enough
            warnings.filterwarnings("ignore", "only soft file lock", UserWarning)
            import filelock  # imported here because it takes 15 ms, and many programs lock no file

        self._path = path.with_name(path.name + ".lock")
        self._lock = filelock.FileLock(self._path, timeout=PATIENCE, thread_local=False)
        try:
            self._lock.acquire()
        except filelock.Timeout:
            raise InUse(str(path)) from None

    def release(self) -> None:
        """Release the lock and remove its file."""
        with suppress(OSError):  # on a system where an open file cannot be removed, the library removes it later
            self._path.unlink()
        self._lock.release()
