"""The calls of Preferans.

Bids are numbered by rank: S < C < D < H < no trumps on each level. Misère ranks between 8 and 9, misère without the
talon between 9 and 10, and above it, if it is played, 9 without the talon.
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
"""The names of the actions from `FIRST_CALL` on."""


def _call(name: str) -> Action:
    return FIRST_CALL + CALLS.index(name)


PASS = _call("pass")
BIDS: tuple[Action, ...] = tuple(map(_call, LADDER))
MISERE, MISERE_HAND, NINE_HAND = _call("misere"), _call("misere-hand"), _call("9-hand")
MISERES = (MISERE, MISERE_HAND)
WITHOUT_TALON = (MISERE_HAND, NINE_HAND)
"""The bids that are played without the talon."""
SUIT_BIDS: tuple[Action, ...] = tuple(bid for bid in BIDS if bid not in (*MISERES, NINE_HAND))
"""The bids that name a level and a trump, or no trumps: any of them may become the contract."""
TAKE, THROW, CONCEDE = _call("take"), _call("throw"), _call("concede")
WHIST, HALF, CLOSED, LIGHT = _call("whist"), _call("half"), _call("closed"), _call("light")
CATCH, TRUST = _call("catch"), _call("trust")
"""The calls of the first defender if one of the two is to play both open hands."""


def call_name(call: Action) -> str:
    """Return the name of a call."""
    return CALLS[call - FIRST_CALL]


LEVEL: dict[Action, int] = {bid: int(call_name(bid).rstrip("SCDHNT")) for bid in SUIT_BIDS} | {NINE_HAND: 9}
"""The number of tricks that a bid promises."""
TRUMP: dict[Action, Suit | None] = {bid: STRAINS[call_name(bid).lstrip("0123456789")] for bid in SUIT_BIDS}
"""The trump of a contract; None for no trumps."""
