"""The possible places of hidden cards in Preferans."""

from prikup.games.preferans.options import Options
from prikup.games.preferans.public import Public, active
from prikup.rules.cards import PACK_32, Seat, mask
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.state import View

__all__ = ["PACK", "hidden_cells"]

PACK = mask(PACK_32)


def hidden_cells(options: Options, view: View[Public]) -> Cells:
    """Return a cell for each place with cards that the viewer (the player whose view is `view`) has not seen.

    A cell has the number of cards in its place and the set of cards that may be there. The places are the other hands,
    the talon (the two cards left over) while it is face down, and declarer's discard. Cards of a talon that declarer
    took are in declarer's hand or discard. If the talon is turned card by card in raspasy (played when all pass), each
    of its cards has a cell of its own, because their order matters.
    """
    public = view.public
    is_ordered = options.talon_is_turned and public.declarer is None
    tricks, talon = public.tricks, mask(public.talon)
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    visible_cards = view.hand | own_discard | (tricks.all_played_cards if tricks else 0)
    for open_hand in public.shown:
        visible_cards |= open_hand
    unseen = PACK & ~visible_cards
    cells = []
    for seat in active(public.dealer, options.players):
        if seat != view.seat and not public.shown[seat]:
            lacking = tricks.lacking(seat) if tricks else 0
            cards_elsewhere = talon if seat != public.declarer else 0
            cells.append(Cell("hand", seat, _hand_size(public, seat), unseen & ~lacking & ~cards_elsewhere))
    stock_size = 2 - len(public.talon)
    if is_ordered:
        cells.extend(Cell("stock", None, 1, unseen) for _ in range(stock_size))
    elif stock_size:
        cells.append(Cell("stock", None, stock_size, unseen))
    if public.exchange is not None and view.seat != public.declarer and (discard_size := 2 - public.exchange.owed):
        cells.append(Cell("discard", public.declarer, discard_size, unseen))
    return tuple(cells)


def _hand_size(public: Public, seat: Seat) -> int:
    """Return the number of cards that the player in `seat` holds now."""
    owed = public.exchange.owed if public.exchange and seat == public.declarer else 0
    return 10 + owed - (public.tricks.played_cards(seat).bit_count() if public.tricks else 0)
