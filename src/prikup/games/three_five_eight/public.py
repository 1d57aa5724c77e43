"""All that everybody at a 3-5-8 table sees, and the calls."""

from typing import Literal

from msgspec import Struct

from prikup.cards import Action, Seat
from prikup.exchange import Debt, Exchange
from prikup.game import Standing
from prikup.games.three_five_eight.scoring import CONTRACTS, Carry
from prikup.state import Said
from prikup.tricks import Tricks

__all__ = ["CALLS", "ENOUGH", "KITTY", "MIN_TRICKS", "NO_TRUMP", "PASS", "SPADES_CALL", "STOP", "Public"]

CALLS: tuple[str, ...] = ("pass", *CONTRACTS, "stop", "enough")
PASS, STOP, ENOUGH = (52 + CALLS.index(name) for name in ("pass", "stop", "enough"))
SPADES_CALL, NO_TRUMP, MIN_TRICKS = (52 + CALLS.index(name) for name in ("spades", "no-trump", "min-tricks"))

KITTY = 4
"""The cards of the kitty."""


class Public(Struct, frozen=True, gc=False):
    """All that everybody sees.

    `exchange` are the cards still to be exchanged, or still to be laid away for the kitty; `exchanged` tells of each
    exchange between two players only who gave, who returned, and how many cards each; `laid` are the cards the
    announcer has laid away, `kitty` those still lying.
    """

    phase: Literal["exchange", "announce", "kitty", "play", "over"]
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[int, ...]
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
