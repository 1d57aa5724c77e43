"""The analysis of Balkan Preferans: where hidden cards may be, which seat plays which cards, and which games exist."""

from functools import cached_property

from prikup.games.balkan.calls import BETL, TRUMP, contract_of
from prikup.games.balkan.games import games
from prikup.games.balkan.hidden_cards import hidden_cells
from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import REQUIRED_TRICKS, USUAL
from prikup.games.balkan.public import Public
from prikup.games.balkan.seating import round_from
from prikup.rules.cards import Seat
from prikup.rules.game_analysis import GameAnalysis, each_own_cards
from prikup.rules.objective import OpenContract
from prikup.rules.options import bind_options
from prikup.rules.tricks import Order

__all__ = ["BalkanAnalysis"]

CONTRACTS = {call: (trump, 0) for call, trump in TRUMP.items()}


class BalkanAnalysis(GameAnalysis[Public]):
    """The analysis of Balkan Preferans, as the interface `GameAnalysis` defines it.

    It tells where hidden cards may be, which seat plays which cards, and which contracts exist.
    """

    options: Options

    contracts = CONTRACTS
    hidden_cells = bind_options(hidden_cells)

    def card_players(self, public: Public) -> tuple[Seat, ...]:
        """Return, for each seat, the seat that plays its cards: in Balkan Preferans always the seat itself."""
        return each_own_cards(public)

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open: all that the house rules allow, from low to high."""
        seats = round_from(self.options, 0)
        return tuple(
            OpenContract(
                contract_of(call),
                seats,
                Order(TRUMP.get(call)),
                "fewest" if call == BETL else "most",
                need=REQUIRED_TRICKS.get(contract_of(call), USUAL),
            )
            for call in games(self.options)
        )
