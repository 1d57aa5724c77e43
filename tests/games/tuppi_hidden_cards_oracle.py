"""Certain knowledge of a player at a Tuppi table: the rules implemented a second time, without cells.

A placement of the hidden cards is a world exactly if some history explains it: every card played was legal, every
revealed bid was possible with the dealt hand, and the exchange of a sooli is reversed in every way.
"""

from collections.abc import Iterator
from typing import Any

from prikup.games.tuppi import Options, Public, Tuppi
from prikup.rules.cards import ALL, PACK_52, Card, card_text, cards
from prikup.rules.game import AnyGame
from prikup.rules.state import Seat, State, View

__all__ = ["Placement", "is_explained", "move_card", "placement", "refuted"]

Placement = dict[Seat | None, frozenset[Card]]
"""The cards of each seat, and under None the soloist's discard."""

RED = frozenset(c for c in PACK_52 if c >= 26)


def placement(state: State[Public]) -> Placement:
    """Return the locations of the cards in a state."""
    cards_by_place: Placement = {seat: frozenset(cards(hand)) for seat, hand in enumerate(state.hands)}
    cards_by_place[None] = frozenset(n.action for notes in state.notes for n in notes if n.kind == "discarded")
    return cards_by_place


def _hands_before_play(public: Public, placed_cards: Placement) -> Placement | None:
    """Return the hands before the play, or None if some seat would have revoked with them."""
    tricks, hands = public.tricks, {seat: set(held) for seat, held in placed_cards.items()}
    if tricks is None:
        return placed_cards
    lying = [(trick.leader, trick.cards) for trick in tricks.past] + [(tricks.leader, tricks.table)]
    for leader, table in reversed(lying):
        order = [s for i in range(4) if (s := (leader + i) % 4) in tricks.seats]
        order.sort(key=lambda seat: seat == tricks.last)
        for seat, card in reversed(list(zip(order, table, strict=False))):
            if card // 13 != table[0] // 13 and any(held // 13 == table[0] // 13 for held in hands[seat]):
                return None
            hands[seat].add(card)
    return {seat: frozenset(held) for seat, held in hands.items()}


def move_card(placed_cards: Placement, card: Card, giver: Seat | None, receiver: Seat | None) -> Placement:
    """Return the placement after a card moved from one location to another."""
    return {**placed_cards, giver: placed_cards[giver] - {card}, receiver: placed_cards[receiver] | {card}}


def _possible_deals(options: Options, view: View[Public], placed_cards: Placement) -> Iterator[Placement]:
    """Yield every deal from which an exchange consistent with the view leads to these hands."""
    public = view.public
    if public.soloist is None or public.exchange is None:
        yield placed_cards
        return
    soloist, partner = public.soloist, (public.soloist + 2) % 4
    back = None if options.sooli_exchange == "discard_then_receive" else partner
    steps = [(soloist, back), (partner, soloist)]
    if back is not None:
        steps.reverse()
    steps = steps[: 2 - len(public.exchange.queue)]

    def undo(placed_cards: Placement, step_index: int) -> Iterator[Placement]:
        if step_index < 0:
            yield placed_cards
            return
        giver, receiver = steps[step_index]
        kinds = {giver: "gave", receiver: "got"} if receiver is not None else {}
        visible_cards = [n.action for n in view.notes if view.seat is not None and n.kind == kinds.get(view.seat)]
        for card in placed_cards[receiver]:
            if visible_cards in ([], [card]):
                yield from undo(move_card(placed_cards, card, receiver, giver), step_index - 1)

    yield from undo(placed_cards, len(steps) - 1)


def _could_bid(options: Options, hand: frozenset[Card], bid: int) -> bool:
    if options.bid_method == "bid_cards":
        return True
    ranks = {"any": "23456789TJQKA", "not_twos_nor_courts": "3456789TA"}.get(options.bid_ranks, "3456789T")
    reds = RED if options.high_colour == "red" else frozenset(PACK_52) - RED
    able = {card for card in hand if card_text(card)[1] in ranks}
    if bid < 52:
        return bid in able
    return not able & reds if bid == 53 else not able - reds


def is_explained(rules: Tuppi, view: View[Public], placed_cards: Placement) -> bool:
    """Return whether some history leads to this placement and to the view."""
    start_placement = _hands_before_play(view.public, placed_cards)
    if start_placement is None:
        return False
    turned_bids = [bid for bid in view.public.said if bid.action < 52 or bid.action in (53, 54)]
    return any(
        all(_could_bid(rules.options, hands[bid.seat], bid.action) for bid in turned_bids)
        for hands in _possible_deals(rules.options, view, start_placement)
    )


def refuted(game: AnyGame, view: View[Any], world: State[Any]) -> bool:
    """Return whether no history explains a world; called by the test that lists all worlds of a view."""
    tricks = world.public.tricks
    placed_cards: Placement = {seat: frozenset(cards(hand)) for seat, hand in enumerate(world.hands)}
    placed_cards[None] = frozenset(cards(ALL & ~(sum(world.hands) | (tricks.all_played_cards if tricks else 0))))
    assert isinstance(game, Tuppi)
    return not is_explained(game, view, placed_cards)
