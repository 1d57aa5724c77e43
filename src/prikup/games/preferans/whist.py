"""Whisting: the calls with which the two defenders decide whether to play against a contract.

A defender who whists promises tricks. The first defender whists or passes, then the second. If the first passes, the
second may call half against a contract of 6 or 7 (score for half the tricks owed, without play). After a half the first
defender calls again, and whists or passes. With the house rule `half_whist=drop`, a first defender who whisted alone
also calls again, and may change the whist to half.
"""

from functools import cache
from typing import Literal, cast

from prikup.games.preferans.calls import HALF, PASS, WHIST, call_name
from prikup.rules.cards import Action

__all__ = ["QUOTA", "Whist", "choices", "final_calls", "speaks_next"]

Whist = Literal["whist", "pass", "half"]
WhistCalls = tuple[Action, ...]
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""The number of tricks that defenders who whist (promise tricks) owe together, by the level of the contract."""


@cache
def choices(calls: WhistCalls, level: int, half_whist: str) -> tuple[Action, ...]:
    """Return the legal calls of the defender who calls next. Return () if both defenders have finished.

    `calls` are the calls of both defenders so far, `level` is the level of the contract, and `half_whist` is the house
    rule about half (a call that scores for half the tricks owed, without play).
    """
    can_be_halved = QUOTA[level] > 1
    match calls:
        case ():
            return (WHIST, PASS)
        case (first,) if first == PASS and can_be_halved and half_whist != "off":
            return (WHIST, HALF, PASS)
        case (_,):  # after a whist, or if half is not possible
            return (WHIST, PASS)
        case (first, second) if first == PASS and second == HALF:
            return (WHIST, PASS)
        case (first, second) if (first, second) == (WHIST, PASS) and can_be_halved and half_whist == "drop":
            return (WHIST, HALF)
        case _:
            return ()


def speaks_next(calls: WhistCalls) -> int:
    """Return the defender who calls next after `calls`: 0 for the first after declarer, 1 for the second.

    The two alternate.
    """
    return len(calls) % 2


@cache
def final_calls(calls: WhistCalls) -> tuple[Whist, Whist]:
    """Return the calls that count in the end, of the first and of the second defender.

    If the first defender called twice, the later call counts. If the later call is a whist (a promise of tricks), the
    second defender counts as having passed.
    """
    first, second, *later_calls = calls
    if later_calls:
        first = later_calls[0]
        second = PASS if first == WHIST else second
    return cast("tuple[Whist, Whist]", (call_name(first), call_name(second)))
