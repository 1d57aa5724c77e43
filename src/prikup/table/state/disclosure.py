"""The disclosed part of a match: the decks and the log of the deals that are entered on the score sheet."""

from typing import Any

from msgspec.structs import replace

from prikup.history.events import DealEvent, RowEvent
from prikup.history.log import Log
from prikup.history.log_file import lines

__all__ = ["disclosed_decks", "disclosed_lines"]


def disclosed_decks(log: Log | None) -> tuple[DealEvent, ...]:
    """Return the decks of a match that may be revealed.

    These are the decks of deals that are entered on the score sheet, and the decks that the rules rejected.
    """
    events = log.events if log else []
    end_index = _end_of_closed_deals(events)
    return tuple(
        event
        for index, event in enumerate(events)
        if isinstance(event, DealEvent) and (index < end_index or event.refused)
    )


def disclosed_lines(log: Log | None) -> bytes:
    """Return the match log in its file format, up to the last deal that is entered on the score sheet.

    Before the match, when `log` is None, the result is b"". During the match the seed of the computer players is left
    out, because their future moves could be computed from it.
    """
    if log is None:
        return b""
    events = log.events[: max(1, _end_of_closed_deals(log.events))]
    return lines(events if log.over else [replace(log.begin, bots=0), *events[1:]])


def _end_of_closed_deals(events: list[Any]) -> int:
    """Return the index after the last `RowEvent`, the event that enters a finished deal on the score sheet.

    Return 0 if `events` contains none.
    """
    return next((index + 1 for index in range(len(events) - 1, -1, -1) if isinstance(events[index], RowEvent)), 0)
