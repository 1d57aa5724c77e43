"""The possible places of hidden cards in Paston, and a check whether a deal agrees with what a player has seen."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from operator import or_

from prikup.games.paston.first_caller import first_caller, forced_declarer, has_six_spades
from prikup.games.paston.options import Options
from prikup.games.paston.public import Public
from prikup.rules.cards import PACK_32, Seat, cards, mask
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.state import State, View, replace_hand
from prikup.rules.tricks import Tricks

__all__ = ["PACK", "hidden_cells", "is_possible"]

PACK = mask(PACK_32)


def hidden_cells(options: Options, view: View[Public]) -> Cells:
    """Return a cell for each place of cards that the viewer has not seen: how many cards are there, and which may be.

    The places are the other hands, the prikup (the two cards left over) before declarer takes it, and afterwards
    declarer's discard.
    """
    public = view.public
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    visible_cards = view.hand | own_discard | (public.tricks.all_played_cards if public.tricks else 0)
    for open_hand in public.shown:
        visible_cards |= open_hand
    unseen = PACK & ~visible_cards
    cells = []
    for seat in range(3):
        if seat != view.seat and not public.shown[seat]:
            lacking = public.tricks.lacking(seat) if public.tricks else 0
            cells.append(Cell("hand", seat, _hand_size(public, seat), unseen & ~lacking))
    if public.exchange is None:
        cells.append(Cell("stock", None, 2, unseen))
    elif view.seat != public.declarer:
        cells.append(Cell("discard", public.declarer, 2 - public.exchange.owed, unseen))
    return tuple(cells)


def is_possible(options: Options, view: View[Public], state: State[Public]) -> bool:
    """Return whether the hands in `state` agree with what the viewer has seen, for at least one possible prikup.

    `state` is a deal in which the cells (places of hidden cards) of `hidden_cells` have been filled with cards. The
    prikup is the pair of cards that were left over for declarer. Dealt with this prikup, the hands must make the same
    player call first as in the real deal and, if all passed, the same player declare. No player may have been dealt six
    spades for which the house rules demand a new deal.
    """
    public = view.public
    dealt_hands = state.hands
    if public.tricks:
        dealt_hands = tuple(map(or_, state.hands, _played_cards(public.tricks)))
    if public.declarer is not None:
        other_hands = dealt_hands[(public.declarer + 1) % 3] | dealt_hands[(public.declarer + 2) % 3]
        dealt_hands = replace_hand(dealt_hands, public.declarer, PACK & ~other_hands)
    return any(_explains(options, public, dealt_hands, prikup) for prikup in _prikups(view, dealt_hands, state))


@lru_cache(maxsize=64)
def _played_cards(tricks: Tricks) -> tuple[int, ...]:
    """Return the cards that each seat has played, as bit masks. The result is cached: many possible deals share it."""
    return tuple(map(tricks.played_cards, range(len(tricks.won))))


def _explains(options: Options, public: Public, dealt_hands: tuple[int, ...], prikup: int) -> bool:
    hands = tuple(hand & ~prikup for hand in dealt_hands)
    if options.redeal_six_spades and any(map(has_six_spades, hands)):
        return False
    first = public.said[0].seat if public.said else public.auction.turn
    if first_caller(options, public.match, hands, prikup) != first:
        return False
    if public.auction.live or public.auction.high is not None:
        return True
    return forced_declarer(options, first, hands, prikup) == public.declarer


def _hand_size(public: Public, seat: Seat) -> int:
    """Return the number of cards in the hand of a seat now."""
    owed = public.exchange.owed if public.exchange and seat == public.declarer else 0
    return 10 + owed - (public.tricks.played_cards(seat).bit_count() if public.tricks else 0)


def _prikups(view: View[Public], dealt_hands: tuple[int, ...], state: State[Public]) -> Iterator[int]:
    """Yield every pair of cards (a bit mask) that may have been left over as the prikup, as far as the viewer knows.

    `dealt_hands` are the hands (masks by seat) before the first trick in the possible deal `state`. Declarer's has
    twelve cards: the prikup is in it, and nothing has been discarded.
    """
    declarer = view.public.declarer
    if declarer is None:
        yield mask(state.stock)
    elif view.seat == declarer:
        yield mask(note.action for note in view.notes if note.kind == "took")
    else:
        yield from map(mask, combinations(cards(dealt_hands[declarer]), 2))
