"""Functions for worker processes, which import them by name."""

import os
import signal
import sys
import time
from pathlib import Path

__all__ = ["dies_once", "fails", "has_imported", "niceness", "no_interrupt", "waits_for"]


def dies_once(mark: Path) -> int:
    """Kill this process on the first call; later return its process id."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def fails(secret: str) -> None:
    """Raise an error that contains a secret."""
    raise ValueError(secret)


def has_imported(module: str) -> bool:
    """Return whether the process has imported a module."""
    return module in sys.modules


def niceness() -> int:
    """Return the scheduling priority (niceness) of this process."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def no_interrupt() -> int:
    """Send SIGINT to this process; return its process id."""
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid()


def waits_for(mark: Path) -> None:
    """Return as soon as a file exists."""
    while not mark.exists():
        time.sleep(0.01)  # real time: another process creates the file
