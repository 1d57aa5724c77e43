"""The calls of Preferans with their numbers.

Bids are numbered by rank: on each level, spades < clubs < diamonds < hearts < no trumps. Misère (a promise to take no
trick) ranks between 8 and 9. Misère without the talon ranks between 9 and 10. If the house rules have a bid of 9
without the talon, it ranks above misère without the talon.
"""

from prikup.rules.cards import CLUBS, DIAMONDS, FIRST_CALL, HEARTS, SPADES, Action, Suit

__all__ = [
    "BIDS",
    "CALLS",
    "CATCH",
    "CLOSED",
    "CONCEDE",
    "HALF",
    "LEVEL",
    "LIGHT",
    "MISERE",
    "MISERES",
    "MISERE_HAND",
    "NINE_HAND",
    "PASS",
    "SUIT_BIDS",
    "TAKE",
    "THROW",
    "TRUMP",
    "TRUST",
    "WHIST",
    "WITHOUT_TALON",
    "call_name",
]

STRAINS: dict[str, Suit | None] = {"S": SPADES, "C": CLUBS, "D": DIAMONDS, "H": HEARTS, "NT": None}


def _level(level: int) -> tuple[str, ...]:
    return tuple(f"{level}{strain}" for strain in STRAINS)


LADDER = (*_level(6), *_level(7), *_level(8), "misere", *_level(9), "misere-hand", "9-hand", *_level(10))
SAID_LATER = ("take", "throw", "concede", "whist", "half", "closed", "light", "catch", "trust")
CALLS: tuple[str, ...] = ("pass", *LADDER, *SAID_LATER)
"""The names of the calls, in the order of their numbers, which start at `FIRST_CALL`."""


def _call(name: str) -> Action:
    return FIRST_CALL + CALLS.index(name)


PASS = _call("pass")
BIDS: tuple[Action, ...] = tuple(map(_call, LADDER))
MISERE, MISERE_HAND, NINE_HAND = _call("misere"), _call("misere-hand"), _call("9-hand")
MISERES = (MISERE, MISERE_HAND)
WITHOUT_TALON = (MISERE_HAND, NINE_HAND)
"""The bids for a game that declarer plays without taking the talon (the two cards left over)."""
SUIT_BIDS: tuple[Action, ...] = tuple(bid for bid in BIDS if bid not in (*MISERES, NINE_HAND))
"""The bids that name a level (6 to 10 tricks) and a trump suit or no trumps; each of them can also be a contract."""
TAKE, THROW, CONCEDE = _call("take"), _call("throw"), _call("concede")
WHIST, HALF, CLOSED, LIGHT = _call("whist"), _call("half"), _call("closed"), _call("light")
CATCH, TRUST = _call("catch"), _call("trust")
"""The two calls that decide which defender plays both open hands of the defence.

With `CATCH` the first defender plays both hands; with `TRUST` the first defender leaves both to the second.
"""


def call_name(call: Action) -> str:
    """Return the name of a call, such as "pass" or "6S"."""
    return CALLS[call - FIRST_CALL]


LEVEL: dict[Action, int] = {bid: int(call_name(bid).rstrip("SCDHNT")) for bid in SUIT_BIDS} | {NINE_HAND: 9}
"""The number of tricks that each bid promises; a misère is not included."""
TRUMP: dict[Action, Suit | None] = {bid: STRAINS[call_name(bid).lstrip("0123456789")] for bid in SUIT_BIDS}
"""The trump suit of each contract, by the call that names the contract; None for no trumps."""
