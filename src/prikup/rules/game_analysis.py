"""The analysis of a game: possible places of hidden cards, who plays which cards, and contracts for open hands."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Generic, Literal

from msgspec import Struct

from prikup.rules.cards import Action, Seat, Suit
from prikup.rules.objective import OpenContract
from prikup.rules.state import P, PublicState, State, View

__all__ = ["Cell", "Cells", "GameAnalysis", "each_own_cards"]


class Cell(Struct, frozen=True, gc=False):
    """A place that contains `size` hidden cards, all of which are in the mask `allowed_cards`.

    The `place` is a hand, the stock (the undealt cards) or a discard. `seat` is the owner of a hand or a discard; None
    for the stock.
    """

    place: Literal["hand", "stock", "discard"]
    seat: Seat | None
    size: int
    allowed_cards: int


Cells = tuple[Cell, ...]


class GameAnalysis(ABC, Generic[P]):
    """The analysis of one game under one set of options.

    `contracts` maps each call that names a contract to the contract's trump suit (None: no trumps) and level. The level
    tells how high a contract is, for example by the number of tricks bid; it is 0 if all contracts are equally high.
    """

    contracts: Mapping[Action, tuple[Suit | None, int]] = {}

    def __init__(self, options: Any) -> None:
        self.options = options

    @abstractmethod
    def hidden_cells(self, view: View[P]) -> Cells:
        """Return a cell for each place with cards that the viewer (the player whose view is `view`) has not seen.

        Each cell has the number of cards in its place and the set of cards that may be there.
        """

    def is_possible(self, view: View[P], state: State[P]) -> bool:
        """Return whether a guess at the full state agrees with everything that the viewer has observed.

        The guess, `state`, was built by filling the cells that `hidden_cells` returns (the places of the hidden cards,
        each with the cards that may be there). Only conditions that these cells cannot express need to be checked. The
        viewer is the player whose view is `view`.
        """
        return True

    def card_players(self, public: P) -> tuple[Seat, ...] | None:
        """Return, for each seat, the seat that plays its cards until the end of the deal; None if that is not certain.

        It is certain when all remaining actions are cards played to tricks. It is uncertain while the rules may still
        interrupt the tricks with a call, a card turned up or a hand laid open. By default the result is None. This
        method is called in the phase `play` only. `public` is the public part of the state.
        """
        return None

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open, in the order to offer them; none by default."""
        return ()


def each_own_cards(public: PublicState[Any]) -> tuple[Seat, ...]:
    """Return, for each seat, the seat itself: the seat that plays its cards if every seat plays its own.

    A game can return this from `GameAnalysis.card_players`.
    """
    return tuple(range(len(public.shown)))
