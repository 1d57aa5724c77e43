"""The deals of a match with a time limit that are still played once its time is over."""

from typing import Annotated, Literal

from msgspec import Meta

__all__ = ["MAX_MINUTES", "MIN_MINUTES", "Finish", "Minutes", "deals_to_finish", "ends_with_time"]

MIN_MINUTES, MAX_MINUTES = 15, 360
"""The shortest and the longest time limit of a match, in minutes."""

Minutes = Annotated[int, Meta(ge=0, le=MAX_MINUTES)]
"""The time limit of a match, in minutes; 0 for none. A limit below `MIN_MINUTES` has to be refused."""
Finish = Literal["deal", "round"]
"""The part of a match that is finished once its time is over: the deal, or the round, in which each seat deals once."""


def ends_with_time(after: Finish, deals: int, seats: int) -> bool:
    """Return whether a match whose time is over ends after `deals` deals in all. It has `seats` seats.

    The deals are counted as if the right to deal always passed on, which it does not under some house rules.
    """
    return after == "deal" or deals % seats == 0


def deals_to_finish(after: Finish, deals: int, seats: int) -> Literal["round", "last"]:
    """Return which deals follow after the first `deals` deals of a match, once its time is over. It has `seats` seats.

    The result is "last" if the current or next deal is the last one, and "round" if more deals follow to complete the
    round.
    """
    return "last" if ends_with_time(after, deals + 1, seats) else "round"
