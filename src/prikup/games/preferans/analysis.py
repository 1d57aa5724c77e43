"""The analysis of Preferans: where hidden cards may be, which seat plays which cards, and which contracts exist."""

from functools import cached_property

from prikup.games.preferans.calls import LEVEL, MISERE, MISERES, TRUMP, call_name
from prikup.games.preferans.hidden_cards import hidden_cells
from prikup.games.preferans.options import Options
from prikup.games.preferans.public import Public, player_in_the_light
from prikup.rules.cards import Seat
from prikup.rules.game_analysis import GameAnalysis, each_own_cards
from prikup.rules.objective import OpenContract
from prikup.rules.options import bind_options
from prikup.rules.tricks import Order, Tricks

__all__ = ["PreferansAnalysis"]

CONTRACTS = {call: (trump, LEVEL[call]) for call, trump in TRUMP.items()}


class PreferansAnalysis(GameAnalysis[Public]):
    """The analysis of Preferans, as the interface `GameAnalysis` defines it.

    It tells where hidden cards may be, which seat plays which cards, and which contracts exist.
    """

    options: Options

    contracts = CONTRACTS
    hidden_cells = bind_options(hidden_cells)

    def card_players(self, public: Public) -> tuple[Seat, ...] | None:
        """Return, for each seat, the seat that plays its cards until the end of the deal.

        Return None while a house rule about the first tricks may still lay hands open, turn up a card of the talon (the
        two cards left over) or ask a player for a choice. `public` is the public part of the state.
        """
        tricks = public.tricks
        assert tricks is not None
        if self.options.first_tricks_differ and len(tricks.past) < 3 and self._may_still_open(public, tricks):
            return None
        if public.light is None:
            return each_own_cards(public)
        return tuple(player_in_the_light(public.light, seat, public.shown) for seat in range(self.options.players))

    def _may_still_open(self, public: Public, tricks: Tricks) -> bool:
        """Return whether a house rule may still lay hands open, turn up a card or ask for a choice in the first tricks.

        `public` is the public part of the state, and `tricks` has the tricks so far.
        """
        if public.declarer is None:
            return self.options.talon_is_turned
        if public.contract in MISERES:
            return not any(public.shown)
        return self.options.first_lead_dark and not tricks.past and not tricks.table

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open: all contracts of tricks, and misère (no trick)."""
        seats = tuple(range(self.options.players))
        suit_contracts = (OpenContract(call_name(call), seats, Order(TRUMP[call]), need=LEVEL[call]) for call in TRUMP)
        return (*suit_contracts, OpenContract(call_name(MISERE), seats, goal="fewest", need=0))
