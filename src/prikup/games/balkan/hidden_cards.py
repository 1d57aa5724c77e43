"""The possible places of hidden cards in Balkan Preferans."""

from prikup.games.balkan.options import Options
from prikup.games.balkan.public import Public
from prikup.games.balkan.seating import speakers
from prikup.rules.cards import PACK_32, Seat, mask
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.state import View

__all__ = ["PACK", "hidden_cells"]

PACK = mask(PACK_32)


def hidden_cells(options: Options, view: View[Public]) -> Cells:
    """Return a cell for each place with cards that the viewer (the player whose view is `view`) has not seen.

    A cell has the number of cards in its place and the set of cards that may be there. The places are the other hands,
    the talon (the two cards left over) before it is shown, and afterwards declarer's discard. Cards of a talon that was
    shown are in declarer's hand or discard. A dealer who sits out has no cards.
    """
    public = view.public
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    unseen = PACK & ~(view.hand | own_discard | (public.tricks.all_played_cards if public.tricks else 0))
    cells = []
    for seat in sorted(speakers(options, public.dealer)):
        if seat != view.seat:
            lacking = public.tricks.lacking(seat) if public.tricks else 0
            cards_elsewhere = 0 if seat == public.declarer else public.talon
            cells.append(Cell("hand", seat, _hand_size(public, seat), unseen & ~lacking & ~cards_elsewhere))
    if public.exchange is None:
        cells.append(Cell("stock", None, 2, unseen))
    elif view.seat != public.declarer:
        cells.append(Cell("discard", public.declarer, 2 - public.exchange.owed, unseen))
    return tuple(cells)


def _hand_size(public: Public, seat: Seat) -> int:
    """Return the number of cards that the player in `seat` holds now."""
    owed = public.exchange.owed if public.exchange and seat == public.declarer else 0
    return 10 + owed - (public.tricks.played_cards(seat).bit_count() if public.tricks else 0)
