"""What a process has waited for others: times are the neighbours' fault only in so far as they had the cores."""

from contextlib import suppress
from pathlib import Path

__all__ = ["waited"]


def waited(process: int) -> float:
    """Return the seconds for which the threads of a process wanted a core and had none; 0 where Linux does not say."""
    nanoseconds = 0
    for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError):  # it has ended
            nanoseconds += int(thread.read_text().split()[1])
    return nanoseconds / 1e9
