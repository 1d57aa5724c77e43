"""Measure how long a process waited for a core, which is the part of a delay that is due to other processes."""

from contextlib import suppress
from pathlib import Path

__all__ = ["seconds_without_core"]


def seconds_without_core(process: int) -> float:
    """Return how long the threads of a process were ready to run but had no core so far, in seconds.

    The times of the threads are added up. `process` is a process id. The result is 0 if Linux does not report the time.
    """
    nanoseconds = 0
    for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread has ended
            nanoseconds += int(thread.read_text().split()[1])
    return nanoseconds / 1e9
