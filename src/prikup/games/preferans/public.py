"""All that everybody at a Preferans table sees, and who sits where."""

from functools import cache
from typing import Literal, get_args

from msgspec import Struct

from prikup.auction import Auction
from prikup.cards import RANKS, Action, Card, Mask, Seat
from prikup.exchange import Exchange
from prikup.game import Standing
from prikup.games.preferans import calls, whist
from prikup.games.preferans.outcome import Carry, Contract, Outcome
from prikup.state import Said
from prikup.tricks import Tricks

__all__ = ["Public", "active", "happened", "opponents", "talon_pays"]


class Public(Struct, frozen=True, gc=False):
    """All that everybody sees. `said` holds the cards of the talon too, once they are shown.

    `contract` is what declarer plays, None while it is open and in raspasy; `whist` is what the defenders have said;
    `light` is the defender who plays both open hands of the defence: a lone whister, or whom they are entrusted to.
    """

    phase: Literal["auction", "talon", "discard", "declare", "whist", "light", "entrust", "play", "over"]
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[Mask, ...]
    match: Standing[Carry]
    said: tuple[Said, ...]
    tricks: Tricks | None
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    whist: tuple[Action, ...] = ()
    light: Seat | None = None

    @property
    def talon(self) -> tuple[Card, ...]:
        """The cards of the talon that have been shown."""
        return tuple(said.action for said in self.said if said.action < 52)

    @property
    def defenders(self) -> tuple[Seat, Seat]:
        """The first and the second defender, once the auction has been won."""
        assert self.declarer is not None
        found = opponents(self.dealer, len(self.shown), self.declarer)
        assert found is not None
        return found

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """The defenders who whist, once all has been said."""
        if len(self.whist) < 2:
            return ()
        said = whist.settled(self.whist)
        return tuple(seat for seat, word in zip(self.defenders, said, strict=True) if word == "whist")


@cache
def active(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the three who play, eldest hand first; with four at the table the dealer sits out."""
    return tuple((dealer + i) % seats for i in (1, 2, 3))


@cache
def opponents(dealer: Seat, seats: int, declarer: Seat) -> tuple[Seat, Seat] | None:
    """Return the two who play against declarer, clockwise after declarer; None if declarer sits out.

    `seats` is the number of players at the table.
    """
    playing = active(dealer, seats)
    if declarer not in playing:
        return None
    at = playing.index(declarer)
    return playing[at - 2], playing[at - 1]


def happened(public: Public) -> Outcome:
    """Return the outcome of a finished deal."""
    tricks = public.tricks.won if public.tricks else ()
    if public.declarer is None:
        return Outcome("raspasy", tricks=tricks)
    misere = public.contract in calls.MISERES
    bonus, thrown = 0, False
    if len(public.shown) == 4:
        bonus = talon_pays(public.talon, misere=misere)
        thrown = any(said.action == calls.THROW for said in public.said)
    if public.contract is None:
        return Outcome(_named(public.auction.high), public.declarer, talon=bonus, thrown=thrown, conceded=True)
    said = whist.settled(public.whist) if public.whist else ("pass", "pass")
    contract = "misere" if misere else _named(public.contract)
    return Outcome(contract, public.declarer, said, tricks, bonus, thrown)


_CONTRACTS: dict[str, Contract] = {name: name for name in get_args(Contract)}


def _named(call: Action | None) -> Contract:
    assert call is not None
    return _CONTRACTS[calls.call_name(call)]


def talon_pays(talon: tuple[Card, ...], *, misere: bool) -> int:
    """Return what the best pattern among the talon's cards pays a dealer who sits out.

    It is paid in tricks of the contract, at a misère in tens of whists (seed 004). King and queen of one suit pay one
    trick, and, as every pattern, only once.
    """
    if not talon:  # a game without the talon
        return 0
    (low, high), one_suit = sorted(RANKS[card % 13] for card in talon), talon[0] // 13 == talon[1] // 13
    pair = {low, high}
    if misere:
        return 2 if one_suit and pair == {"7", "8"} else (low + high).count("7")
    if pair == {"A"}:
        return 3
    if one_suit and pair == {"A", "K"}:
        return 2
    return int("A" in pair or (one_suit and pair == {"K", "Q"}))
