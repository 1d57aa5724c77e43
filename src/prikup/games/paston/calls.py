"""The calls of Paston with their numbers, and the trump suit that each contract names."""

from prikup.rules.cards import CLUBS, DIAMONDS, FIRST_CALL, HEARTS, SPADES, Action, Suit

__all__ = [
    "ALONE",
    "CALLS",
    "DINERI",
    "GLITCH",
    "GRKHA",
    "GUPA",
    "INVITE",
    "PASS",
    "PASTON",
    "SURRENDER",
    "TRUMP",
    "WHIST",
]

CALLS: tuple[str, ...] = (
    "pass",
    "paston",
    "glitch",
    "dineri",
    "gupa",
    "grkha",
    "surrender",
    "whist",
    "alone",
    "invite",
)
PASS, PASTON, GLITCH, DINERI, GUPA, GRKHA, SURRENDER, WHIST, ALONE, INVITE = range(FIRST_CALL, FIRST_CALL + len(CALLS))
TRUMP: dict[Action, Suit] = {PASTON: SPADES, GLITCH: CLUBS, DINERI: DIAMONDS, GUPA: HEARTS, GRKHA: SPADES}
