"""Find hidden cards that a viewer can locate: they are in the hand of one player, or in that player's discard.

For example, in an open misère (the declarer must take no trick, and the defenders' hands are open), each defender sees
the other defender's cards and so knows the twelve cards that the declarer has had, but not which two of them were
discarded. The result follows from the View (what the viewer may know of the deal) and from the possible places of
hidden cards (`GameAnalysis.hidden_cells`).
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

__all__ = ["LocatedCards", "locate_cards"]


class LocatedCards(Struct, frozen=True):
    """The cards that a viewer knows to be in the hidden hand of `seat` or in the discard of this seat.

    The hand has `size` cards. `cards` are all cards known to be in one of these two places. The cards in `held` are
    certainly in the hand, and the cards in `gone` certainly not; only the owner knows where the rest of `cards` is. If
    there are more `cards` than the hand has places, the whole hand is among them. All sets of cards are bit masks.
    """

    seat: Seat
    size: int
    cards: int
    held: int
    gone: int


def locate_cards(game: AnyGame, view: View[Any]) -> tuple[LocatedCards, ...]:
    """Return the hidden cards that the viewer can locate, with one item for each hidden hand that has such cards.

    A card is located if it is certain to be in the hand or in the discard of one player. This is possible for the only
    hidden hand of a deal with open hands, and for the hand of a soloist who must avoid tricks. `view` is what the
    viewer may know of the deal. The result is () outside the trick play.
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


def _locate_in_hand(seat: Seat, cells: Cells, *, last: bool) -> LocatedCards:
    """Return the cards that are certain to be in the hidden hand of `seat` or in the discard of this seat.

    `cells` are the places of hidden cards, each with the cards that may be there. If `last`, this is the only hidden
    hand, so no other hand can hold its cards.
    """
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
    return LocatedCards(seat, size, cards, hand_cards, absent_cards)


def _allowed_cards(cells: Iterable[Cell]) -> int:
    """Return the cards that may be in any of the cells (places of hidden cards), as a bit mask."""
    return reduce(or_, (cell.allowed_cards for cell in cells), 0)


def _certain_cards(cells: Iterable[Cell]) -> int:
    """Return the cards that are certain to be in one of `cells` (places of hidden cards), as a bit mask.

    If a cell allows no more cards than it must contain, all its allowed cards are certain to be there.
    """
    return _allowed_cards(cell for cell in cells if cell.allowed_cards.bit_count() == cell.size)
