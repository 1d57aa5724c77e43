"""The analysis of Paston: where hidden cards may be, which seat plays which cards, and which contracts exist."""

from functools import cached_property

from prikup.games.paston import scoring
from prikup.games.paston.calls import CALLS, TRUMP
from prikup.games.paston.hidden_cards import hidden_cells, is_possible
from prikup.games.paston.public import Public
from prikup.rules.cards import FIRST_CALL, Seat
from prikup.rules.game_analysis import GameAnalysis
from prikup.rules.objective import OpenContract
from prikup.rules.options import bind_options
from prikup.rules.tricks import Order

__all__ = ["PastonAnalysis"]


class PastonAnalysis(GameAnalysis[Public]):
    """The analysis of Paston, as the interface `GameAnalysis` defines it.

    It tells where hidden cards may be, which seat plays which cards, and which contracts exist.
    """

    hidden_cells = bind_options(hidden_cells)
    is_possible = bind_options(is_possible)

    def card_players(self, public: Public) -> tuple[Seat, ...]:
        """Return, for each seat, the seat that plays its cards until the end of the deal.

        If the hand of the defender who passed is face up, the other defender plays its cards. Every other seat plays
        its own.
        """
        return tuple(public.whisters[0] if hand else seat for seat, hand in enumerate(public.shown))

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open: one for each trump that declarer can name."""
        return tuple(
            OpenContract(CALLS[call - FIRST_CALL], (0, 1, 2), Order(trump), need=scoring.REQUIRED_TRICKS)
            for call, trump in TRUMP.items()
        )
