"""The time limit of a scored match, and which deals are still played once it is over. It never ends the match."""

from typing import Literal

from msgspec import Struct

from prikup.rules.time_limit import deals_to_finish, ends_with_time
from prikup.scorer.entries import ScoreEntry
from prikup.scorer.replay import Replay

__all__ = ["TimeLimit", "time_limit"]


class TimeLimit(Struct, frozen=True):
    """The time limit of a scored match.

    - `ends_at`: the Unix time, in seconds, at which the time of the match is over.
    - `then`: what follows from that moment on. It is `last` if the current deal is the last one, `round` if more deals
      follow to complete the round, and `over` if the players have already finished what was left to play.
    """

    ends_at: int
    then: Literal["round", "last", "over"]


def time_limit(replay: Replay) -> TimeLimit | None:
    """Return the time limit of a scored match; None if it has none, or if the match is over.

    `replay` is the match with all its entries applied. A deal was finished in time if its entry, or a later one in the
    list, was made in time: a forgotten deal may have been inserted later.
    """
    scoring, match, seats = replay.scoring, replay.match, replay.game.seats
    if not scoring.minutes or replay.over:
        return None
    ends_at = scoring.at + scoring.minutes * 60
    in_time = replay.applied_entries[0].match_before.deals if replay.applied_entries else match.deals
    for applied_entry in replay.applied_entries:
        if _first_made_at(applied_entry.entry) < ends_at:
            in_time = applied_entry.match_after.deals
    if any(ends_with_time(scoring.after, deals, seats) for deals in range(in_time + 1, match.deals + 1)):
        return TimeLimit(ends_at, "over")
    return TimeLimit(ends_at, deals_to_finish(scoring.after, match.deals, seats))


def _first_made_at(entry: ScoreEntry) -> int:
    return entry.before[0].at if entry.before else entry.at
