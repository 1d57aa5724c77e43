"""Face-down cards that a viewer can locate: in the hand of one player, or in that player's discard.

In an open misère, each defender sees the other's cards and so knows the twelve that the declarer has had, but not which
two of them were discarded. The cells of the game (`GameAnalysis.hidden_cells`) and the View determine the result.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.game import AnyGame
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.state import View

__all__ = ["Traced", "locate_cards"]


class Traced(Struct, frozen=True):
    """Cards that are in the hidden hand of `seat` (which has `size` cards) or in its discard.

    Those in `held` are certainly in the hand, those in `gone` certainly not; only the owner knows about the others. If
    there are more cards than the hand holds, the whole hand is among them. All sets are masks.
    """

    seat: Seat
    size: int
    cards: int
    held: int
    gone: int


def locate_cards(game: AnyGame, view: View[Any]) -> tuple[Traced, ...]:
    """Return the hidden hands in which the viewer can locate cards, during the trick play.

    These are the only hidden hand of a deal with open hands, and the hand of a soloist who plays for no tricks.
    """
    public = view.public
    if public.phase != "play" or public.tricks is None:
        return ()
    objective, cells = game.objective(public), tuple(cell for cell in game.analysis.hidden_cells(view) if cell.size)
    hidden_seats = {cell.seat for cell in cells if cell.place == "hand"}
    soloist = objective.soloist if objective.goal == "fewest" else None
    last = len(hidden_seats) == 1 and any(public.shown[seat] for seat in public.tricks.seats)
    of = (seat for seat in public.tricks.seats if seat in hidden_seats and (seat == soloist or last))
    located_hands = (_locate_in_hand(seat, cells, last=len(hidden_seats) == 1) for seat in of)
    return tuple(hand for hand in located_hands if hand.cards)


def _locate_in_hand(seat: Seat, cells: Cells, *, last: bool) -> Traced:
    """Return the cards located in a hand; `last`: it is the only hidden hand, so no other can hold its cards."""
    hand = [cell for cell in cells if cell.place == "hand" and cell.seat == seat]
    outside_cells = [cell for cell in cells if cell not in hand and (last or cell.seat == seat)]
    cards_elsewhere = _allowed_cards(cell for cell in cells if cell not in hand and cell not in outside_cells)
    cards, size = _allowed_cards((*hand, *outside_cells)) & ~cards_elsewhere, sum(cell.size for cell in hand)
    hand_cards, absent_cards = (
        cards & (_certain_cards(hand) | ~_allowed_cards(outside_cells)),
        cards & (_certain_cards(outside_cells) | ~_allowed_cards(hand)),
    )
    if absent_cards.bit_count() == sum(cell.size for cell in outside_cells):
        hand_cards = cards & ~absent_cards
    elif hand_cards.bit_count() == size:
        absent_cards = cards & ~hand_cards
    return Traced(seat, size, cards, hand_cards, absent_cards)


def _allowed_cards(cells: Iterable[Cell]) -> int:
    """Return the cards that may be in any of the cells."""
    return reduce(or_, (cell.allowed_cards for cell in cells), 0)


def _certain_cards(cells: Iterable[Cell]) -> int:
    """Return the cards that are certain: those of cells with no more allowed cards than places."""
    return _allowed_cards(cell for cell in cells if cell.allowed_cards.bit_count() == cell.size)
