"""The time that passes for the players of a turn-based table, at which players answer within hours or days.

No time passes during a pause, which is a holiday of a player or a time in which no server was running. All times are
wall clock, ms.
"""

from collections.abc import Iterable

__all__ = ["HOUR_MS", "Pause", "end_of_time", "merge_pauses", "passed_ms"]

HOUR_MS = 3_600_000
Pause = tuple[int, int]
"""The beginning and the end of a pause, in which no time passes for a player (wall clock, ms)."""


def merge_pauses(pauses: Iterable[Pause]) -> tuple[Pause, ...]:
    """Return the same pauses in order; pauses that overlap or touch are joined."""
    merged: list[Pause] = []
    for begin, end in sorted(pauses):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif begin < end:
            merged.append((begin, end))
    return tuple(merged)


def passed_ms(begin: int, end: int, pauses: Iterable[Pause]) -> int:
    """Return the milliseconds between the times `begin` and `end` (wall clock, ms), without the time in `pauses`."""
    overlaps = (min(end, pause_end) - max(begin, pause_begin) for pause_begin, pause_end in merge_pauses(pauses))
    return end - begin - sum(overlap for overlap in overlaps if overlap > 0)


def end_of_time(begin: int, amount_ms: int, pauses: Iterable[Pause]) -> int:
    """Return the time at which `amount_ms` milliseconds have passed since `begin`, without the time in `pauses`.

    Both times are wall clock, ms. Time never runs out during a pause: if a pause begins when no time is left, the
    result is the end of the pause.
    """
    end = begin + amount_ms
    for pause_begin, pause_end in merge_pauses(pauses):
        if pause_end > begin and pause_begin <= end:
            end += pause_end - max(begin, pause_begin)
    return end
