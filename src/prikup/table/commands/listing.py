"""Open tables: how long the lobby lists them, when a full table starts, and when computer players take empty seats.

Anyone may take a seat at an open table. The table is in the list of open tables from its opening on. It leaves the list
when its match starts, when its host (who opened it) has been disconnected for `HOST_AWAY_S` seconds, after `LISTED_S`
seconds, or when the host takes it out. In the last three cases the host may list it again. While all its seats are
taken or it is locked, the list does not show it either (`TableState.is_listed`).
"""

from prikup.rules.errors import reason
from prikup.table.rated_match import too_many_bots
from prikup.table.state.events import BotAssigned, ListingChanged, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed

__all__ = [
    "bots_due",
    "bots_for_empty_seats",
    "change_listing",
    "ended_listing",
    "listing_due",
    "start_of_full_table",
    "start_of_full_table_due",
]

LISTED_S = 1800.0
"""Seconds after which an open table leaves the list of open tables."""
HOST_AWAY_S = 60.0
"""Seconds for which the host of an open table (who opened it) may be disconnected before the table leaves the list."""
START_S = 5.0
"""Seconds between the moment at which the last seat is taken and the start of the match."""
MIN_PEOPLE = 2
"""The number of people who must be seated before computer players may take the empty seats."""


def change_listing(live: LiveState, *, listed: bool) -> tuple[TableEvent, ...]:
    """Return the event that takes an open table out of the list of open tables, or lists it again.

    `listed` is true to list the table again. Return () if nothing changes. Raise NotAllowed if the table cannot be in
    the list: it is only for people with its link, its match has started, it is locked, it has no empty seat, or its
    host (who opened it) is not connected.
    """
    table = live.table
    if listed and (why := _refusal_key(live)):
        raise NotAllowed(reason("not-listed", why=why))
    if not listed and table.wants_listing:
        return (ListingChanged(False, live.wall_ms),)
    if listed and not table.wants_listing:
        return (ListingChanged(True, live.wall_ms),)
    return ()


def _refusal_key(live: LiveState) -> str:
    """Return why the table cannot be in the list of open tables, as a key such as `full` or `locked`; "" if it can."""
    table = live.table
    if not table.settings.open:
        return "link"
    if table.log is not None:
        return "begun"
    if table.admitted_users is not None:
        return "locked"
    if not any(chair.empty for chair in table.chairs):
        return "full"
    return "" if live.presence.is_connected(table.settings.host) else "away"


# Timed changes


def ended_listing(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the event by which an open table leaves the list of open tables.

    The reason is that the table's host (who opened it) has been disconnected, or that the table has been listed long
    enough. This is a timed change (a change without a command). Return None if it is not due.
    """
    is_due = live.table.wants_listing and live.now >= _end(live)
    return (ListingChanged(False, live.wall_ms),) if is_due else None


def listing_due(live: LiveState) -> float | None:
    """Return the time at which an open table leaves the list of open tables; None if it has left the list.

    The time is in seconds on the host's clock.
    """
    return _end(live) if live.table.wants_listing else None


def _end(live: LiveState) -> float:
    """Return the time at which a table leaves the list of open tables, in seconds on the host's clock.

    The time changes if the person who opened the table connects or disconnects before.
    """
    end = live.now + (live.table.listed_since_ms - live.wall_ms) / 1000 + LISTED_S
    host = live.table.settings.host
    if live.presence.is_connected(host):
        return end
    return min(end, live.presence.disconnection_time(host) + HOST_AWAY_S)


def start_of_full_table(live: LiveState) -> bool:
    """Return whether the match starts now because all seats have been taken for `START_S` seconds.

    Return False at a table that does not start by itself when it is full. The function also records since when all
    seats are taken.
    """
    table = live.table
    if table.settings.starts != "full" or any(chair.empty for chair in table.chairs):
        live.full_since = None
        return False
    if live.full_since is None:
        live.full_since = live.now
    return live.now >= live.full_since + START_S


def start_of_full_table_due(live: LiveState) -> float | None:
    """Return the time at which the match starts because all seats are taken, in seconds on the host's clock.

    Return None if a seat is free.
    """
    return None if live.full_since is None else live.full_since + START_S


def bots_for_empty_seats(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events that put computer players on the empty seats, because two people have waited long enough.

    This is a timed change (a change without a command). Return None if it is not due. A seat that is reserved for a
    person who is entering a name stays empty. If the match is meant to be rated and filling all empty seats would
    prevent that, they all stay empty. The function also records since when two people are seated.
    """
    table = live.table
    wait_s = table.settings.bots_after_s
    if not wait_s or sum(map(bool, table.user_ids_by_seat)) < MIN_PEOPLE:
        live.company_since = None
        return None
    if live.company_since is None:
        live.company_since = live.now
    if live.now < live.company_since + wait_s:
        return None
    empty_seats = [seat for seat, chair in enumerate(table.chairs) if chair.empty and seat not in live.reserved_seats]
    bot_count = sum(bool(chair.level) for chair in table.chairs) + len(empty_seats)
    if table.settings.rated and too_many_bots(table.game, bot_count):
        return None
    return tuple(BotAssigned(seat, table.settings.level) for seat in empty_seats) or None


def bots_due(live: LiveState) -> float | None:
    """Return the time at which computer players take the empty seats, in seconds on the host's clock.

    Return None if too few people are seated.
    """
    return None if live.company_since is None else live.company_since + live.table.settings.bots_after_s
