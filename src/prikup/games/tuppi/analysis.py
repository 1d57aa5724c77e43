"""The analysis of Tuppi: where hidden cards may be, which seat plays which cards, and which contracts exist."""

from functools import cached_property

from prikup.games.tuppi.bids import NOLO, RAMI, SOOLI, calls
from prikup.games.tuppi.hidden_cards import has_possible_exchange, hidden_cells
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.scoring import BOOK, SIDES
from prikup.rules.cards import FIRST_CALL, Seat
from prikup.rules.game_analysis import GameAnalysis, each_own_cards
from prikup.rules.objective import OpenContract
from prikup.rules.options import bind_options
from prikup.rules.tricks import Order

__all__ = ["TuppiAnalysis"]


class TuppiAnalysis(GameAnalysis[Public]):
    """The analysis of Tuppi, as the interface `GameAnalysis` defines it.

    It tells where hidden cards may be, which seat plays which cards, and which contracts exist.
    """

    options: Options

    hidden_cells = bind_options(hidden_cells)
    is_possible = bind_options(has_possible_exchange)

    def card_players(self, public: Public) -> tuple[Seat, ...]:
        """Return, for each seat, the seat that plays its cards: in Tuppi always the seat itself."""
        return each_own_cards(public)

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open.

        They are rami (each side wants the most tricks), nolo (each side wants the fewest) and, if the house rules have
        it, sooli (one player against both opponents must take no trick; the soloist's partner has no cards).
        """
        rami, nolo, sooli = (calls(self.options)[call - FIRST_CALL] for call in (RAMI, NOLO, SOOLI))
        seats, low = (0, 1, 2, 3), Order(ace_low=True)
        contracts = (
            OpenContract(rami, seats, follow="free", partners=SIDES, need=BOOK + 1),
            OpenContract(nolo, seats, goal="fewest", follow="free", partners=SIDES, need=BOOK),
            OpenContract(sooli, seats, low, "fewest", "free", last=True, need=0),
        )
        return contracts if self.options.sooli else contracts[:2]
