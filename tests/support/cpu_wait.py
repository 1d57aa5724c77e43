"""The time that a process waited for a core: only this part of a delay is due to other processes."""

from contextlib import suppress
from pathlib import Path

__all__ = ["seconds_without_core"]


def seconds_without_core(process: int) -> float:
    """Return the seconds for which a process's threads were ready but had no core; 0 if Linux does not report it."""
    nanoseconds = 0
    for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread has ended
            nanoseconds += int(thread.read_text().split()[1])
    return nanoseconds / 1e9
