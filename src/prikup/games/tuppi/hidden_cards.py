"""The possible places of hidden cards in Tuppi, and what a player knows about them.

A card that was turned up as a bid is in the bidder's hand until it is played. A player who bid by a call had no card
with which to make that bid. A player who does not follow suit has no card of that suit left.

Before a sooli (one player alone against both opponents) the soloist and the partner exchange two cards face down. The
other players then know a little less about these two hands. A card that was turned up may have been discarded or given
away, and a player who bid by a call may have been given a card that could have made the bid.
"""

from collections.abc import Iterator

from prikup.games.tuppi.bids import missing_cards, sooli_exchange
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import Public, partner_of
from prikup.games.tuppi.scoring import TRICKS
from prikup.rules.cards import ALL, BIT, Card, Seat, cards, is_card, mask
from prikup.rules.exchange import DISCARD, Debt
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.state import State, View, move_card, replace_hand

__all__ = ["has_possible_exchange", "hidden_cells"]

CardLocation = Seat | None
"""A place where a card can be: the hand of a seat, or the soloist's discard (None)."""


def hidden_cells(options: Options, view: View[Public]) -> Cells:
    """Return a cell for each place of cards that the viewer has not seen: how many cards are there, and which may be.

    A place is a hand, or the soloist's discard in a sooli (one player alone against both opponents). A card that is
    known to be in a hand has a cell of its own. Example: seat 1 turned up ♣5, then seat 2 bid rami (for most tricks) by
    a call, and the viewer in seat 0 has 13 cards, ♣5 not among them. The 39 cards that seat 0 has not seen are in four
    cells:

        hand 1, size 1     ♣5
        hand 1, size 12    any of the 39, but not ♣5
        hand 2, size 13    any of the 39, but not ♣5, and no red card that can bid: seat 2 would have bid with it
        hand 3, size 13    any of the 39, but not ♣5

    When seat 1 does not follow suit to a heart, its cell of 12 no longer allows any heart. When seat 1 plays ♣5, the
    cell of ♣5 is removed. If seat 1 plays a sooli (alone, after an exchange of cards), it may have discarded ♣5. Then
    ♣5 has two possible places and no cell of its own: both the cell of seat 1's hand and the cell of seat 1's discard
    allow it.
    """
    public = view.public
    laid_away = mask(note.action for note in view.notes if note.kind == "discarded")
    unseen = ALL & ~(view.hand | laid_away | (public.tricks.all_played_cards if public.tricks else 0))
    paid_debts = _paid_debts(options, public)
    homes = {card: places for card, places in _possible_places(view, paid_debts).items() if unseen >> card & 1}
    lacking = _excluded_cards(options, view, paid_debts)
    cells: list[Cell] = []
    for place, size in _sizes(view, paid_debts).items():
        pinned_cards = [card for card, places in homes.items() if places == (place,)]
        cards_elsewhere = mask(card for card, places in homes.items() if card in pinned_cards or place not in places)
        void = public.tricks.lacking(place) if public.tricks and place is not DISCARD else 0
        rest = Cell("hand", place, size - len(pinned_cards), unseen & ~cards_elsewhere & ~lacking[place] & ~void)
        if place is DISCARD:
            rest = Cell("discard", public.soloist, rest.size, rest.allowed_cards)
        cells += [Cell(rest.place, rest.seat, 1, BIT[card]) for card in pinned_cards]
        cells += [rest] if rest.size else []
    return tuple(cells)


def _paid_debts(options: Options, public: Public) -> tuple[Debt, ...]:
    """Return the gifts and discards already made before a sooli, in order; () if the deal is no sooli.

    In a sooli one player plays alone against both opponents.
    """
    if public.soloist is None or public.exchange is None:
        return ()
    whole = sooli_exchange(options, public.soloist).queue
    return whole[: len(whole) - len(public.exchange.queue)]


def _knows_card(view: View[Public], debt: Debt) -> bool:
    """Return whether the viewer knows the card of the gift or discard `debt`, which was made before a sooli.

    A sooli is played by one player alone, after an exchange with the partner. Only the giver and the receiver of a card
    know this card. The receiver of a discard is None, like the seat of a spectator, so the function excludes spectators
    explicitly.
    """
    return view.seat is not None and view.seat in (debt.giver, debt.receiver)


def _sizes(view: View[Public], paid_debts: tuple[Debt, ...]) -> dict[CardLocation, int]:
    """Return the number of cards in each place (hand or discard) that the viewer cannot see into.

    `paid_debts` are the gifts and discards that have been made before a sooli, in which one player plays alone.
    """
    tricks = view.public.tricks
    sizes: dict[CardLocation, int] = {
        s: TRICKS - (tricks.played_cards(s).bit_count() if tricks else 0) for s in range(4)
    }
    for debt in paid_debts:
        sizes[debt.giver] -= 1
        sizes[debt.receiver] = sizes.get(debt.receiver, 0) + 1
    sizes.pop(view.seat if view.seat is not None else -1, None)
    if view.seat is not None and view.seat == view.public.soloist:
        sizes.pop(DISCARD, None)
    return sizes


def _possible_places(view: View[Public], paid_debts: tuple[Debt, ...]) -> dict[Card, tuple[CardLocation, ...]]:
    """Return the possible places (hands or discard) of each card about which the viewer knows something.

    These cards are those that were turned up as bids, and the card that the viewer gave to another player, if any.
    Cards that have been played since are included. `paid_debts` are the gifts and discards that have been made before a
    sooli, in which one player plays alone.
    """
    homes: dict[Card, tuple[CardLocation, ...]] = {}
    for announcement in view.public.said:
        if is_card(announcement.action):
            receivers = (
                debt.receiver for debt in paid_debts if debt.giver == announcement.seat and not _knows_card(view, debt)
            )
            homes[announcement.action] = (announcement.seat, *receivers)
    homes |= {note.action: (note.seat,) for note in view.notes if note.kind == "gave"}
    return homes


def _excluded_cards(options: Options, view: View[Public], paid_debts: tuple[Debt, ...]) -> dict[CardLocation, int]:
    """Return, for each hand and the discard, the cards that cannot be in it because a player bid by a call.

    The cards are a bit mask. A player may bid by a call only if no card of their hand could make the bid. `paid_debts`
    are the gifts and discards that have been made before a sooli, in which one player plays alone.
    """
    public = view.public
    lacking: dict[CardLocation, int] = dict.fromkeys((*range(4), DISCARD), 0)
    for announcement in public.said:
        lacking[announcement.seat] |= missing_cards(options, announcement.action)
    if public.soloist is not None:
        lacking[DISCARD] = lacking[public.soloist]
    for debt in paid_debts:
        # The receiver may have been given any card. If the viewer gave it, the card has a cell of its own.
        if debt.receiver is not DISCARD and not _knows_card(view, debt):
            lacking[debt.receiver] = 0
    return lacking


def has_possible_exchange(options: Options, view: View[Public], state: State[Public]) -> bool:
    """Return whether the hands of the soloist and the partner in `state` can result from the exchange before a sooli.

    In a sooli the soloist plays alone, after exchanging cards with the partner. `state` is a deal in which the cells
    (places of hidden cards) of `hidden_cells` have been filled with cards. Before the exchange, both players must have
    had the cards that they turned up as bids. A player who bid by a call must have had no card that could make that
    bid. The function returns True if there is no sooli or if the viewer took part in the exchange, because the cells
    then contain all that is known.
    """
    public = view.public
    if public.soloist is None or view.seat in (public.soloist, partner_of(public.soloist)):
        return True
    announcements = [s for s in public.said if s.seat % 2 == public.soloist % 2]
    if not any(missing_cards(options, s.action) for s in announcements):
        return True  # the cells contain all that is known
    tricks, hands = public.tricks, state.hands
    laid_away = ALL & ~(sum(hands) | (tricks.all_played_cards if tricks else 0))
    hands = replace_hand(
        hands, public.soloist, hands[public.soloist] | (tricks.played_cards(public.soloist) if tricks else 0)
    )
    return any(
        all(not missing_cards(options, s.action) & dealt_hands[s.seat] for s in announcements)
        and all(dealt_hands[s.seat] >> s.action & 1 for s in announcements if is_card(s.action))
        for dealt_hands in _hands_before_exchange(_paid_debts(options, public), hands, laid_away)
    )


def _hands_before_exchange(
    paid_debts: tuple[Debt, ...], hands: tuple[int, ...], laid_away: int
) -> Iterator[tuple[int, ...]]:
    """Yield all hands (bit masks by seat) that may have been dealt, by undoing the exchange before a sooli.

    A sooli is played by one player alone, after an exchange with the partner. `paid_debts` are the steps of the
    exchange: the gifts and discards that have been made. `hands` are the hands after the exchange, with the cards that
    the soloist has played since, and `laid_away` is the soloist's discard (a mask).
    """
    if not paid_debts:
        yield hands
    elif paid_debts[-1].receiver is DISCARD:
        yield from _hands_before_exchange(
            paid_debts[:-1], replace_hand(hands, paid_debts[-1].giver, hands[paid_debts[-1].giver] | laid_away), 0
        )
    else:
        giver, receiver = paid_debts[-1].giver, paid_debts[-1].receiver
        assert receiver is not DISCARD
        for card in cards(hands[receiver]):
            yield from _hands_before_exchange(paid_debts[:-1], move_card(hands, card, receiver, giver), laid_away)
