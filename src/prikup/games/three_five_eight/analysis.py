"""The analysis of 3-5-8: where hidden cards may be, which seat plays which cards, and which contracts exist."""

from functools import cached_property

from prikup.games.three_five_eight import scoring
from prikup.games.three_five_eight.hidden_cards import hidden_cells, is_possible
from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.public import MIN_TRICKS, SPADES_CALL, Public, trump_of
from prikup.games.three_five_eight.targets import follow, playing_order
from prikup.rules.cards import Seat
from prikup.rules.game_analysis import GameAnalysis, each_own_cards
from prikup.rules.objective import OpenContract
from prikup.rules.options import bind_options
from prikup.rules.tricks import Order

__all__ = ["ThreeFiveEightAnalysis"]

CONTRACTS = {SPADES_CALL + suit: (suit, 0) for suit in range(4)}


class ThreeFiveEightAnalysis(GameAnalysis[Public]):
    """The analysis of 3-5-8, as the interface `GameAnalysis` defines it.

    It tells where hidden cards may be, which seat plays which cards, and which contracts exist.
    """

    options: Options

    contracts = CONTRACTS
    hidden_cells = bind_options(hidden_cells)
    is_possible = bind_options(is_possible)

    def card_players(self, public: Public) -> tuple[Seat, ...]:
        """Return, for each seat, the seat that plays its cards: in 3-5-8 always the seat itself."""
        return each_own_cards(public)

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open.

        They are all contracts that the house rules allow. In each of them every player plays alone.
        """
        seats, duty = playing_order(self.options), follow(self.options)
        return tuple(
            OpenContract(
                name,
                seats,
                Order(trump_of(SPADES_CALL + index)),
                "fewest" if SPADES_CALL + index == MIN_TRICKS else "most",
                duty,
                individual=True,
            )
            for index, name in enumerate(scoring.PLAYABLE_CONTRACTS[self.options.contracts])
        )
