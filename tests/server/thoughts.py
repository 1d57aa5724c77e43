"""Functions for processes that think: they have to be found there by name."""

import os
import signal
from pathlib import Path

__all__ = ["dies_once", "fails", "niceness", "no_interrupt"]


def dies_once(mark: Path) -> int:
    """Dies by a kill; asked again, which process it is."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def fails(secret: str) -> None:
    """Fails, and says too much about it."""
    raise ValueError(secret)


def niceness() -> int:
    """How far it stands back."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def no_interrupt() -> int:
    """Hears Ctrl+C, and which process it is."""
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid()
