"""The part of a 3-5-8 deal that all players can see, and the calls of the game."""

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
"""The number of cards in the kitty: the cards left over after the deal, for the player who names the contract."""
FIRST_CARDS = 6
"""The number of cards that the announcer has seen when naming the contract, if `announce_from=first_six`."""


class Public(PublicState[Carry], frozen=True, gc=False):
    """The part of a 3-5-8 deal that all players can see.

    - `phase` is the current phase of the deal; the docstring of `rules.py` describes the course of a deal.
    - `targets` are the tricks that each seat should take.
    - `announcer` is the seat that names the `contract` and takes the kitty (the cards left over).
    - `face_down` is the number of the announcer's cards that the announcer has not seen yet.
    - `contract` is the call that names the contract; None before it is named.
    - `laid` is the number of cards that the announcer has discarded.
    - `kitty` is the number of cards still in the kitty.
    - `exchange` has the cards still to be exchanged between players, or still to be discarded for the kitty.
    - `exchanged` has the finished exchanges: who gave cards to whom, and how many. The cards themselves are not public.
    - `returning` is set while a player chooses trumps to give back. It has the player, the receiver, and the number of
      trumps still due.
    - `said`, the announcements so far, includes the cards of the kitty if all players saw them.
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
    """Return the trump suit of a contract; None for a contract without trumps, or if no contract is named yet."""
    return contract - SPADES_CALL if contract is not None and contract < NO_TRUMP else None
