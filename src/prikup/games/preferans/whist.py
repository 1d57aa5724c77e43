"""Whisting: the calls of the two defenders about a contract, up to two by the first.

The first defender whists or passes, then the second. After a pass, the second may call half against 6 or 7; then the
first may still whist, or pass again. (House rule `half_whist=drop`: a first defender who whisted alone calls again too,
and may fall back to half.)
"""

from functools import cache
from typing import Literal, cast

from prikup.games.preferans.calls import HALF, PASS, WHIST, call_name
from prikup.rules.cards import Action

__all__ = ["QUOTA", "Whist", "choices", "final_calls", "speaks_next"]

Whist = Literal["whist", "pass", "half"]
WhistCalls = tuple[Action, ...]
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""The tricks that whisting defenders owe together, by the level of the contract."""


@cache
def choices(calls: WhistCalls, level: int, half_whist: str) -> tuple[Action, ...]:
    """Return the legal calls of the defender to call; () when the whisting is over."""
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
    """Return the defender to call: 0 for the first after declarer, 1 for the second. They alternate."""
    return len(calls) % 2


@cache
def final_calls(calls: WhistCalls) -> tuple[Whist, Whist]:
    """Return the final calls of the first and the second defender.

    If the first called twice, the last call counts; if that is a whist, the second is a passer.
    """
    first, second, *later_calls = calls
    if later_calls:
        first = later_calls[0]
        second = PASS if first == WHIST else second
    return cast("tuple[Whist, Whist]", (call_name(first), call_name(second)))
