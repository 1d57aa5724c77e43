"""The time for which a match is played, and the end of a match with a time limit.

Both concern only matches with a time limit and rated matches. The playing time starts with the first deal, and runs
while at least one player is connected. Every commit (stored group of events) records it. A commit is written for this
purpose at least every `RECORD_EVERY_S` seconds, and when the table is unloaded. After a restart the time continues from
the last record; time during which no server had the table does not count.

Once the match has been played for the table's setting `minutes`, the current deal or the current round is finished, as
the setting `after` says. In a round each seat deals once. Then a `StopEvent` ends the match. In a rated match the times
for which users are away are measured too.
"""

from typing import Literal

from prikup.history.events import StopEvent
from prikup.rules.time_limit import deals_to_finish, ends_with_time
from prikup.table.state.events import TableEvent, TimesRecorded
from prikup.table.state.live_state import LiveState

__all__ = ["LAST_MS", "due", "ending", "left_ms", "regular_record", "tick", "time_events", "time_stop"]

LAST_MS = 600_000
"""Milliseconds before the end of a match's time limit at which players are told that the end is near."""
AWAY_TICK_S = 10.0
"""The maximum number of seconds between two calls of `tick` while a user is away.

A longer gap means that the server did not run; only this many seconds of the gap count as being away.
"""
RECORD_EVERY_S = 10.0
"""Seconds of playing time or away time after which the time is recorded; a server that is killed loses no more."""


def tick(live: LiveState) -> None:
    """Add the time since the last call to the times that were running, and update which of them run now.

    These are the time for which the match is played, and the times for which users are away. A user is away while not
    connected or after leaving the seat.
    """
    table, times = live.table, live.times
    elapsed_ms = (live.now - times.last_tick_time) * 1000
    times.last_tick_time = live.now
    if times.is_running:
        times.played_ms += elapsed_ms
    for seat in times.away_seats:
        away_ms = min(elapsed_ms, AWAY_TICK_S * 1000)
        times.away_ms[seat] += away_ms
        times.away_stretch_ms[seat] += away_ms
    is_in_progress = table.stage in ("shuffle", "deal", "rest")
    present = [bool(chair.user) and live.is_present(seat) for seat, chair in enumerate(table.chairs)]
    times.is_running = is_in_progress and table.deck is not None and any(present)
    times.away_seats = tuple(
        seat
        for seat, chair in enumerate(table.chairs)
        if is_in_progress and table.is_rated and chair.person and not present[seat]
    )
    for seat in range(len(present)):
        if seat not in times.away_seats:
            times.away_stretch_ms[seat] = 0.0


def time_events(live: LiveState) -> tuple[TableEvent, ...]:
    """Return the event that records the playing time and the away times; () if they are already recorded.

    The playing time is the time for which the match was played, and an away time the time for which a user was away.
    """
    times, table = live.times, live.table
    event = TimesRecorded(round(times.played_ms), tuple(map(round, times.away_ms)) if table.is_rated else ())
    is_new = (event.played, event.away or table.away_ms) != (table.played_ms, table.away_ms)
    return (event,) if is_new else ()


def regular_record(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the event that records the playing time and the away times, once `RECORD_EVERY_S` seconds are unrecorded.

    This is a timed change (a change without a command). Return None if it is not due.
    """
    return time_events(live) if _unrecorded_s(live) >= RECORD_EVERY_S - 0.0005 else None


def _unrecorded_s(live: LiveState) -> float:
    """Return how many seconds of the playing time or of a user's away time are not recorded yet, whichever is more."""
    table, times = live.table, live.times
    played_ms = times.played_ms - table.played_ms if table.settings.minutes else 0.0
    away_ms = (now - recorded for now, recorded in zip(times.away_ms, table.away_ms, strict=True))
    return max(played_ms, *away_ms) / 1000


def left_ms(live: LiveState) -> float | None:
    """Return the playing time left until the time limit, in milliseconds; None at a table without a time limit."""
    minutes = live.table.settings.minutes
    return max(0.0, minutes * 60_000 - live.times.played_ms) if minutes else None


def ending(live: LiveState) -> Literal["", "soon", "round", "last"]:
    """Return how near the end of a match with a time limit is.

    The result is "soon" in the last ten minutes. Once the time is over, it is "last" if the current or next deal is the
    last one, and "round" if more deals follow to complete the round. In all other cases it is "".
    """
    left = left_ms(live)
    log = live.table.log
    if left is None or log is None or log.over or left > LAST_MS:
        return ""
    if left >= 0.5:
        return "soon"
    return deals_to_finish(live.table.settings.after, log.match.deals, live.table.game.seats)


def time_stop(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the event that ends the match between two deals, because the time limit of the match is over.

    This is a timed change (a change without a command). Return None if it is not due.
    """
    table, left = live.table, left_ms(live)
    assert table.log is not None
    if left is None or left >= 0.5:
        return None
    is_complete = ends_with_time(table.settings.after, table.log.match.deals, table.game.seats)
    return (StopEvent("time"),) if is_complete else None


def due(live: LiveState) -> float | None:
    """Return when the playing time or a user's away time next has a consequence, in seconds on the host's clock.

    Return None if it will have none. Examples of consequences are a forfeit, a regular record, and the end of the time
    limit.
    """
    times, left = live.times, left_ms(live)
    waits_s = [min(AWAY_TICK_S, times.left_until_forfeit_ms(seat) / 1000) for seat in times.away_seats]
    if times.is_running and left is not None:
        waits_s.append(RECORD_EVERY_S - _unrecorded_s(live))
        if left > 0:
            waits_s.append((left - LAST_MS if left > LAST_MS else left) / 1000)
    return live.now + min(waits_s) if waits_s else None
