"""The time that passes for players of a table by turns: a clock that pauses at times.

A pause is a holiday of a player, or a time in which no server was running. All times are wall clock, ms.
"""

from collections.abc import Iterable

__all__ = ["HOUR_MS", "Pause", "end_of_time", "merge_pauses", "passed_ms"]

HOUR_MS = 3_600_000
Pause = tuple[int, int]
"""The beginning and the end of a pause."""


def merge_pauses(pauses: Iterable[Pause]) -> tuple[Pause, ...]:
    """Return the same pauses in order, with those joined that overlap or touch."""
    merged: list[Pause] = []
    for begin, end in sorted(pauses):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif begin < end:
            merged.append((begin, end))
    return tuple(merged)


def passed_ms(begin: int, end: int, pauses: Iterable[Pause]) -> int:
    """Return the milliseconds between two times, without the pauses."""
    overlaps = (min(end, pause_end) - max(begin, pause_begin) for pause_begin, pause_end in merge_pauses(pauses))
    return end - begin - sum(overlap for overlap in overlaps if overlap > 0)


def end_of_time(begin: int, amount_ms: int, pauses: Iterable[Pause]) -> int:
    """Return the time at which `amount_ms` milliseconds have passed since `begin`, without the pauses.

    Time never runs out during a pause: if a pause begins when no time is left, the result is the end of the pause.
    """
    end = begin + amount_ms
    for pause_begin, pause_end in merge_pauses(pauses):
        if pause_end > begin and pause_begin <= end:
            end += pause_end - max(begin, pause_begin)
    return end
