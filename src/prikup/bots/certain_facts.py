"""Facts about a card choice that are certain from the player's View; nothing is estimated.

A View is what the player may know of the deal.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from prikup.rules.cards import SUIT_MASK, Card, Seat, Suit, cards, mask
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.rules.tricks import Order, Tricks

__all__ = ["TrickContext", "find_unguarded_card", "find_voided_suit", "highest_card", "stronger_cards"]


class TrickContext(NamedTuple):
    """The trick in progress as the player to act sees it.

    - `tricks` are the tricks of the deal so far, including the unfinished one.
    - `hand` is the hand from which the card is played, as a bit mask.
    - `other_cards` are the cards that other hands may contain, as a bit mask.
    - `own_side` are the seats on the side to which `hand` belongs.
    - `wants_tricks` is true if the goal is to take tricks, false if it is to avoid them.
    """

    tricks: Tricks
    hand: int
    other_cards: int
    own_side: tuple[Seat, ...]
    wants_tricks: bool

    @classmethod
    def of(cls, game: AnyGame, view: View[Any]) -> "TrickContext":
        """Build the context of the trick in progress from `view`, what the player to act may know of the deal.

        The card to play may come from this player's hand or, if the player plays for a partner, from the partner's open
        hand.
        """
        public = view.public
        tricks, turn, objective = public.tricks, public.turn, game.objective(public)
        other_cards = 0
        for cell in game.analysis.hidden_cells(view):
            other_cards |= cell.allowed_cards if cell.place == "hand" and cell.seat in tricks.seats else 0
        for seat in tricks.seats:
            other_cards |= public.shown[seat] | (view.hand if seat == view.seat else 0)
        hand = view.hand if turn == view.seat else public.shown[turn]
        if objective.soloist is not None:
            own_side = (
                (turn,)
                if turn == objective.soloist
                else tuple(seat for seat in tricks.seats if seat != objective.soloist)
            )
        else:
            own_side = next(side for side in objective.sides if turn in side)
        return cls(tricks, hand, other_cards & ~hand, own_side, objective.goal == "most")

    @property
    def led_suit(self) -> Suit | None:
        """The suit led to the unfinished trick; None if no card has been led yet."""
        return None if self.tricks.to_follow is None else self.tricks.to_follow // 13

    @property
    def is_last(self) -> bool:
        """Whether the next card completes the trick."""
        return len(self.tricks.table) == len(self.tricks.line) - 1

    @property
    def winner(self) -> Seat | None:
        """The seat that is winning the unfinished trick so far; None while no card in the trick can win it."""
        return self.tricks.best

    def power(self, card: Card) -> int:
        """Return the strength of a card in the unfinished trick; a card led to a new trick counts in its own suit."""
        return self.tricks.order.power(card // 13 if self.led_suit is None else self.led_suit, card)

    def wins(self, card: Card) -> bool:
        """Return whether a card would beat all cards played to the unfinished trick so far."""
        return self.power(card) > max(map(self.power, self.tricks.table), default=0)

    def is_sure(self, card: Card) -> bool:
        """Return whether a card, if led, is certain to take the trick; always False if the goal is to avoid tricks."""
        trump = self.tricks.order.trump
        ruffs = 0 if trump in (None, card // 13) else self.other_cards & SUIT_MASK[trump or 0]
        return self.wants_tricks and not ruffs and not stronger_cards(self.tricks.order, card, self.other_cards)

    def is_trump(self, card: Card) -> bool:
        """Return whether a card belongs to the trump suit."""
        return card // 13 == self.tricks.order.trump

    def follows(self, card: Card) -> bool:
        """Return whether a card has the suit that was led."""
        return card // 13 == self.led_suit


def find_unguarded_card(order: Order, hand: int, other_cards: int, removed_cards: Sequence[Card]) -> Card | None:
    """Return a suit's highest card that loses its guard if `removed_cards` leave the hand; None if there is none.

    A card is guarded if its suit contains at least as many lower cards in the hand as `other_cards` (the cards that
    other hands may contain) contain higher ones. Only the suit's highest card is considered, and only if other hands
    may contain a higher one. `hand` and `other_cards` are bit masks, and `order` is the order of strength of the cards.
    """
    for suit in sorted({card // 13 for card in removed_cards}):
        suit_cards = hand & SUIT_MASK[suit]
        remaining_cards = suit_cards & ~mask(removed_cards)
        if not remaining_cards:
            continue
        honour = highest_card(order, remaining_cards)
        higher_count = len(stronger_cards(order, honour, other_cards))
        if (
            honour == highest_card(order, suit_cards)
            and suit_cards.bit_count() - 1 >= higher_count > remaining_cards.bit_count() - 1
        ):
            return honour
    return None


def highest_card(order: Order, suit_cards: int) -> Card:
    """Return the strongest card of `suit_cards`, a non-empty bit mask of cards of one suit.

    `order` is the order of strength of the cards.
    """
    return max(cards(suit_cards), key=lambda card: order.power(card // 13, card))


def stronger_cards(order: Order, card: Card, candidates: int) -> list[Card]:
    """Return those cards of the bit mask `candidates` that have the suit of `card` and beat it.

    `order` is the order of strength of the cards.
    """
    suit = card // 13
    return [
        candidate
        for candidate in cards(candidates & SUIT_MASK[suit])
        if order.power(suit, candidate) > order.power(suit, card)
    ]


def find_voided_suit(hand: int, removed_cards: Sequence[Card]) -> Suit | None:
    """Return a suit of which the hand has no card left once `removed_cards` are gone; None if there is none.

    `hand` is a bit mask and includes `removed_cards`.
    """
    remaining_cards = hand & ~mask(removed_cards)
    return next((suit for suit in range(4) if hand & SUIT_MASK[suit] and not remaining_cards & SUIT_MASK[suit]), None)
