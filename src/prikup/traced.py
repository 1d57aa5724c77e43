"""Cards that a viewer can place though they lie face down: in the hand of one player, or laid away by them.

At an open misère both defenders see each other's cards, and so the twelve that the declarer has had; which two of them
are gone they do not know. It follows from the View alone, by the game's own cells.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct

from prikup.cards import Seat
from prikup.game import AnyGame, Cell, Cells
from prikup.state import View

__all__ = ["Traced", "traced"]


class Traced(Struct, frozen=True):
    """The `cards` that lie in the hidden hand of `seat`, which holds `size` cards, or are gone from it.

    Those in `held` are in the hand for certain, those in `gone` for certain not; of the others nobody but their owner
    knows. Where there are more cards than the hand holds, all of it is among them. All are masks.
    """

    seat: Seat
    size: int
    cards: int
    held: int
    gone: int


def traced(game: AnyGame, view: View[Any]) -> tuple[Traced, ...]:
    """Return the hidden hands of which the viewer can place cards, once they are played from.

    These are the last hand that is hidden where others lie open, and that of who plays alone for no trick.
    """
    public = view.public
    if public.phase != "play" or public.tricks is None:
        return ()
    contest, cells = game.contest(public), tuple(cell for cell in game.unknown(view) if cell.size)
    hidden = {cell.seat for cell in cells if cell.place == "hand"}
    alone = contest.one if contest.goal == "fewest" else None
    last = len(hidden) == 1 and any(public.shown[seat] for seat in public.tricks.seats)
    of = (seat for seat in public.tricks.seats if seat in hidden and (seat == alone or last))
    found = (_traced(seat, cells, last=len(hidden) == 1) for seat in of)
    return tuple(each for each in found if each.cards)


def _traced(seat: Seat, cells: Cells, *, last: bool) -> Traced:
    """Return what is known of a hand; `last`: it is the only one that is hidden, and no other can have its cards."""
    hand = [cell for cell in cells if cell.place == "hand" and cell.seat == seat]
    away = [cell for cell in cells if cell not in hand and (last or cell.seat == seat)]
    elsewhere = _allowed(cell for cell in cells if cell not in hand and cell not in away)
    cards, size = _allowed((*hand, *away)) & ~elsewhere, sum(cell.size for cell in hand)
    held, gone = cards & (_filled(hand) | ~_allowed(away)), cards & (_filled(away) | ~_allowed(hand))
    if gone.bit_count() == sum(cell.size for cell in away):
        held = cards & ~gone
    elif held.bit_count() == size:
        gone = cards & ~held
    return Traced(seat, size, cards, held, gone)


def _allowed(cells: Iterable[Cell]) -> int:
    """Return the cards that may lie in some of the cells."""
    return reduce(or_, (cell.allowed for cell in cells), 0)


def _filled(cells: Iterable[Cell]) -> int:
    """Return the cards of the cells in which no others may lie."""
    return _allowed(cell for cell in cells if cell.allowed.bit_count() == cell.size)
