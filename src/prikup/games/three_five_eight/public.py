"""The public part of a hand of 3-5-8, and its calls."""

from typing import Literal

from prikup.games.three_five_eight.scoring import CONTRACTS, Carry
from prikup.rules.cards import FIRST_CALL, Action, Seat, Suit
from prikup.rules.exchange import Debt, Exchange
from prikup.rules.state import PublicState

__all__ = [
    "CALLS",
    "FIRST_CARDS",
    "KITTY",
    "MIN_TRICKS",
    "NO_TRUMP",
    "PASS",
    "SPADES_CALL",
    "STOP",
    "Public",
    "trump_of",
]

CALLS: tuple[str, ...] = ("pass", *CONTRACTS, "stop")
PASS, STOP = (FIRST_CALL + CALLS.index(name) for name in ("pass", "stop"))
SPADES_CALL, NO_TRUMP, MIN_TRICKS = (FIRST_CALL + CALLS.index(name) for name in ("spades", "no-trump", "min-tricks"))

KITTY = 4
"""The number of cards in the kitty."""
FIRST_CARDS = 6
"""The number of cards that the announcer sees before the announcement if `announce_from=first_six`."""


class Public(PublicState[Carry], frozen=True, gc=False):
    """The public part of a hand.

    `exchange` holds the cards still to be exchanged, or still to be discarded for the kitty; `exchanged` holds for each
    exchange between two players only who gave, who returned, and how many cards each; `returning` tells how many trumps
    a player is choosing to give back, and to whom; `face_down` is the number of their own cards that the announcer has
    not seen yet; `laid` is the number of cards that the announcer has discarded, `kitty` the number of cards still in
    the kitty. `said` includes the cards of the kitty if all players saw it.
    """

    phase: Literal["exchange", "give_back", "announce", "kitty", "play", "over"]
    targets: tuple[int, ...]
    announcer: Seat
    exchange: Exchange | None = None
    exchanged: tuple[Debt, ...] = ()
    contract: Action | None = None
    laid: int = 0
    kitty: int = KITTY
    returning: Debt | None = None
    face_down: int = 0


def trump_of(contract: Action | None) -> Suit | None:
    """Return the trump of a contract; None for a contract without trumps, and before the announcement."""
    return contract - SPADES_CALL if contract is not None and contract < NO_TRUMP else None
