"""The part of a Preferans deal that all players can see, and functions that derive seats and outcome from it."""

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
    """The part of a Preferans deal that all players can see.

    - `phase` is the current phase of the deal; the docstring of `rules.py` describes the course of a deal.
    - `auction` is the state of the auction.
    - `declarer` is the seat that won the auction.
    - `exchange` has the cards that declarer still has to discard.
    - `contract` is the call that names declarer's contract. It is None before it is declared and in raspasy (a deal in
      which all passed).
    - `whist` has the calls with which the defenders decide whether to play.
    - `light` is the defender who plays both hands of the defence, face up: a lone whister (a single defender who
      promised tricks) who chose to lay the hands open, or a defender to whom both hands were entrusted.
    - `said`, the announcements so far, includes the cards of the talon once they are shown.
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
        """The cards of the talon (the two cards left over after the deal) that all players have seen; () if none."""
        return tuple(announcement.action for announcement in self.said if is_card(announcement.action))

    @property
    def defenders(self) -> tuple[Seat, Seat]:
        """The seats of the first and the second defender, clockwise from declarer. The auction must have been won."""
        assert self.declarer is not None
        seats = opponents(self.dealer, len(self.shown), self.declarer)
        assert seats is not None
        return seats

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """The seats of the defenders who whist (promise tricks) in the end; () until both have called."""
        if len(self.whist) < 2:
            return ()
        final_calls = whist.final_calls(self.whist)
        return tuple(seat for seat, word in zip(self.defenders, final_calls, strict=True) if word == "whist")


@cache
def active(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the three seats that take part in a deal, the player on the dealer's left first.

    `seats` is the number of players at the table; of four players the dealer sits out.
    """
    return tuple((dealer + i) % seats for i in (1, 2, 3))


@cache
def opponents(dealer: Seat, seats: int, declarer: Seat) -> tuple[Seat, Seat] | None:
    """Return the two defenders against declarer, clockwise from declarer; None if declarer sits out.

    `seats` is the number of players at the table; of four players `dealer` sits out.
    """
    playing = active(dealer, seats)
    if declarer not in playing:
        return None
    index = playing.index(declarer)
    return playing[index - 2], playing[index - 1]


def player_in_the_light(light: Seat, turn: Seat, face_up: tuple[int, ...]) -> Seat:
    """Return the seat that plays the cards of the seat `turn` while the hands of the defence are open.

    `light` is the defender who plays all open hands, and `face_up` has the visible cards of each seat (masks). The
    result is `light` if the cards of `turn` are face up, else `turn` itself.
    """
    return light if face_up[turn] else turn


def deal_outcome(public: Public) -> Outcome:
    """Return the facts of a finished deal that the score sheet needs, given the `public` part of its final state."""
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
    """Return the bonus that a dealer who sits out gets for the best combination of the two cards of the talon.

    The bonus is a number from 0 to 3. It is multiplied by the value of a trick in the contract, or by ten whists
    (points) in a misère. Combinations are aces, ace and king, or king and queen of one suit; in a misère (if `misere`
    is True) they are sevens, or seven and eight of one suit.
    """
    if not talon:  # the bid was for a game without the talon
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
