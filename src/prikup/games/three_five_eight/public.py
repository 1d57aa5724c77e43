"""All that everybody at a 3-5-8 table sees, and the calls."""

from typing import Literal

from msgspec import Struct

from prikup.cards import Action, Mask, Seat, Suit
from prikup.exchange import Debt, Exchange
from prikup.game import Standing
from prikup.games.three_five_eight.scoring import CONTRACTS, Carry
from prikup.state import Said
from prikup.tricks import Tricks

__all__ = ["CALLS", "KITTY", "MIN_TRICKS", "NO_TRUMP", "PASS", "SPADES_CALL", "STOP", "Public", "trump_of"]

CALLS: tuple[str, ...] = ("pass", *CONTRACTS, "stop")
PASS, STOP = (52 + CALLS.index(name) for name in ("pass", "stop"))
SPADES_CALL, NO_TRUMP, MIN_TRICKS = (52 + CALLS.index(name) for name in ("spades", "no-trump", "min-tricks"))

KITTY = 4
"""The cards of the kitty."""


class Public(Struct, frozen=True, gc=False):
    """All that everybody sees.

    `exchange` are the cards still to be exchanged, or still to be laid away for the kitty; `exchanged` tells of each
    exchange between two players only who gave, who returned, and how many cards each; `returning` are the trumps that
    somebody is choosing to give back; `face_down` are the cards of their own that the announcer has not looked at;
    `laid` are the cards the announcer has laid away, `kitty` those still lying. The cards among `said` are the kitty
    where everybody saw it.
    """

    phase: Literal["exchange", "give_back", "announce", "kitty", "play", "over"]
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[Mask, ...]
    match: Standing[Carry]
    said: tuple[Said, ...]
    tricks: Tricks | None
    targets: tuple[int, ...]
    announcer: Seat
    exchange: Exchange | None = None
    exchanged: tuple[Debt, ...] = ()
    contract: Action | None = None
    laid: int = 0
    kitty: int = KITTY
    returning: Debt | None = None
    face_down: Mask = 0


def trump_of(contract: Action | None) -> Suit | None:
    """Return the trumps of a contract; None for one without, and where none is announced."""
    return contract - SPADES_CALL if contract is not None and contract < NO_TRUMP else None
