"""A file that one process alone may write to, on every system.

The lock is another file beside it (`match.jsonl.lock`): where a system locks the bytes of a file, nobody could read
the file itself meanwhile. A lock ends with the process that took it, however that ends, and the file that is left then
blocks nobody.
"""

import warnings
from contextlib import suppress
from pathlib import Path

__all__ = ["FileLock", "InUse"]

PATIENCE = 0.15
"""Seconds until a file counts as held: the first look at a lock whose process is dead may only remove it."""


class InUse(Exception):
    """Another process, or another part of this one, holds the file."""


class FileLock:
    """The right to write to the file at `path`, held from the construction until `release`.

    Raises InUse if the file is held already, OSError if its folder cannot be written to.
    """

    def __init__(self, path: Path) -> None:
        with warnings.catch_warnings():
            # a system without locks of its own gets files that say which process holds them: good enough
            warnings.filterwarnings("ignore", "only soft file lock", UserWarning)
            import filelock  # takes 15 ms: not while a program starts that holds no file

        self._path = path.with_name(path.name + ".lock")
        self._lock = filelock.FileLock(self._path, timeout=PATIENCE, thread_local=False)
        try:
            self._lock.acquire()
        except filelock.Timeout:
            raise InUse(str(path)) from None

    def release(self) -> None:
        """Let another process have the file, and remove the file of the lock."""
        with suppress(OSError):  # where a file that is open cannot be removed, the library removes it itself
            self._path.unlink()
        self._lock.release()
