"""The public part of a deal of Preferans, and the roles of the seats."""

from functools import cache
from typing import Literal, get_args

from prikup.games.preferans import calls, whist
from prikup.games.preferans.outcome import Carry, Contract, Outcome
from prikup.rules.auction import Auction
from prikup.rules.cards import RANKS, Action, Card, Seat, is_card
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public", "active", "deal_outcome", "opponents", "player_in_the_light", "talon_pays"]


class Public(PublicState[Carry], frozen=True, gc=False):
    """The public part of a deal. `said` includes the cards of the talon once they are shown.

    `contract` is the declarer's contract, None before it is declared and in raspasy; `whist` holds the calls of the
    defenders; `light` is the defender who plays both open hands: a lone whister, or the one entrusted with them.
    """

    phase: Literal["auction", "talon", "discard", "declare", "whist", "light", "entrust", "play", "over"]
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    whist: tuple[Action, ...] = ()
    light: Seat | None = None

    @property
    def talon(self) -> tuple[Card, ...]:
        """The cards of the talon that have been shown."""
        return tuple(announcement.action for announcement in self.said if is_card(announcement.action))

    @property
    def defenders(self) -> tuple[Seat, Seat]:
        """The first and the second defender, once the auction has been won."""
        assert self.declarer is not None
        seats = opponents(self.dealer, len(self.shown), self.declarer)
        assert seats is not None
        return seats

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """The defenders who whist, once both have called."""
        if len(self.whist) < 2:
            return ()
        final_calls = whist.final_calls(self.whist)
        return tuple(seat for seat, word in zip(self.defenders, final_calls, strict=True) if word == "whist")


@cache
def active(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the three seats that play, eldest hand first; with four at the table the dealer sits out."""
    return tuple((dealer + i) % seats for i in (1, 2, 3))


@cache
def opponents(dealer: Seat, seats: int, declarer: Seat) -> tuple[Seat, Seat] | None:
    """Return the two seats against declarer, clockwise from declarer; None if declarer sits out.

    `seats` is the number of players at the table.
    """
    playing = active(dealer, seats)
    if declarer not in playing:
        return None
    index = playing.index(declarer)
    return playing[index - 2], playing[index - 1]


def player_in_the_light(light: Seat, turn: Seat, face_up: tuple[int, ...]) -> Seat:
    """Return the player of a seat's cards in light play: `light` for both open hands, else the seat itself."""
    return light if face_up[turn] else turn


def deal_outcome(public: Public) -> Outcome:
    """Return the outcome of a finished deal."""
    tricks = public.tricks.won if public.tricks else ()
    if public.declarer is None:
        return Outcome("raspasy", tricks=tricks)
    misere = public.contract in calls.MISERES
    bonus, is_thrown = 0, False
    if len(public.shown) == 4:
        bonus = talon_pays(public.talon, misere=misere)
        is_thrown = any(said.action == calls.THROW for said in public.said)
    if public.contract is None:
        return Outcome(
            _contract_name(public.auction.high), public.declarer, talon=bonus, thrown=is_thrown, conceded=True
        )
    said = whist.final_calls(public.whist) if public.whist else ("pass", "pass")
    contract = "misere" if misere else _contract_name(public.contract)
    return Outcome(contract, public.declarer, said, tricks, bonus, is_thrown)


_CONTRACTS: dict[str, Contract] = {name: name for name in get_args(Contract)}


def _contract_name(call: Action | None) -> Contract:
    assert call is not None
    return _CONTRACTS[calls.call_name(call)]


def talon_pays(talon: tuple[Card, ...], *, misere: bool) -> int:
    """Return the bonus of a dealer who sits out for the best pattern among the talon's cards.

    The unit is a trick of the contract, at a misère ten whists (seed 004). King and queen of one suit pay one trick,
    and, like every pattern, only once.
    """
    if not talon:  # played without the talon
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
