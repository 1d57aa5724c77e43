"""Trick play: the order of the cards in a contract (`Order`), and the tricks of a deal (`Tricks`).

A trick with hearts as trumps, which seat 1 leads and seat 2 wins:

    >>> from prikup.rules.cards import HEARTS, mask_text, parse_card, parse_mask
    >>> tricks = Tricks.begin(Order(trump=HEARTS), "must_trump", (0, 1, 2), leader=1, seat_count=3)
    >>> tricks = tricks.play(parse_card("S7"))
    >>> mask_text(tricks.legal(parse_mask(".K.A.J9")))
    '...J9'
    >>> tricks = tricks.play(parse_card("H9")).play(parse_card("SA"))
    >>> tricks.won, tricks.turn
    ((0, 0, 1), 2)
"""

from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from prikup.rules.cards import CARD_COUNT, SUIT_MASK, Card, Mask, Seat, Suit, mask
from prikup.rules.errors import Reason, reason

__all__ = ["Follow", "Goal", "Order", "Trick", "Tricks", "powers", "ring"]

Follow = Literal["free", "must_trump"]
"""The duty of a player who cannot follow suit: none (`free`), or to play a trump if the hand has one (`must_trump`)."""
Goal = Literal["most", "fewest"]
"""The goal of a side: to take as many tricks as possible, or as few as possible."""


class Order(Struct, frozen=True):
    """The order of strength of the cards: the suit `trump` (None: no trump), and whether the ace is low (`ace_low`)."""

    trump: Suit | None = None
    ace_low: bool = False

    def power(self, lead_suit: Suit, card: Card) -> int:
        """Return the strength of a card in a trick to which the suit `lead_suit` was led; 0 if it cannot win."""
        return powers(self.trump, self.ace_low, lead_suit)[card]


@cache
def powers(trump: Suit | None, ace_low: bool, lead_suit: Suit) -> tuple[int, ...]:
    """Return the strength of each of the 52 cards in a trick to which `lead_suit` was led.

    The strength is 0 for a card that cannot win. `trump` is the trump suit (None: no trump), and `ace_low` makes the
    ace the lowest card of its suit.
    """

    def power(card: Card) -> int:
        suit, rank = divmod(card, 13)
        height = (rank + 1) % 13 + 1 if ace_low else rank + 1
        return height + 13 if suit == trump else height if suit == lead_suit else 0

    return tuple(power(card) for card in range(CARD_COUNT))


@cache
def ring(seats: tuple[Seat, ...], leader: Seat, last: Seat | None) -> tuple[Seat, ...]:
    """Return the order in which `seats` play to a trick: clockwise from the leader, but the seat `last` plays last.

    If `last` is None, no seat is moved to the end. If the leader plays no cards (is not one of `seats`), the first of
    `seats` starts.
    """
    start = seats.index(leader) if leader in seats else 0
    order = seats[start:] + seats[:start]
    return order if last is None else (*(s for s in order if s != last), last)


class Trick(Struct, frozen=True, gc=False):
    """A finished trick: the seats (`line`) and their cards in playing order, and the winner.

    `cards` are in the order of `line`. `lead` is the card that led the trick if it belongs to no seat, such as a card
    of the stock (the cards dealt to no hand); otherwise None.
    """

    line: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat
    lead: Card | None = None

    @property
    def leader(self) -> Seat:
        """The seat that played first to the trick."""
        return self.line[0]

    @property
    def lying(self) -> tuple[tuple[Seat, Card], ...]:
        """The seats and cards of the trick as (seat, card) pairs, in playing order."""
        return tuple(zip(self.line, self.cards, strict=True))


class Tricks(Struct, frozen=True, gc=False):
    """The tricks of a deal so far; `Tricks.begin` returns the initial value.

    - `turn` is the seat to play.
    - `order` is the order of strength of the cards, and `follow` the duty of a player who cannot follow suit.
    - `seats` are the seats that play cards, in playing order.
    - `last` is a seat that plays last to every trick; None if there is none.
    - `line` has the seats in the order in which they play to the unfinished trick, and `table` the cards played to this
      trick so far.
    - `won` has the number of tricks won so far, for each seat at the table.
    - `past` has the finished tricks.
    - `agreed` has the number of tricks that an agreement of the players assigned to each seat, () without an agreement.
      `won` includes these tricks.
    - `lead` is a card that led the unfinished trick and belongs to no seat; None in an ordinary trick. It sets the suit
      to follow and cannot win the trick.
    """

    turn: Seat
    order: Order
    follow: Follow
    seats: tuple[Seat, ...]
    last: Seat | None
    line: tuple[Seat, ...]
    table: tuple[Card, ...]
    won: tuple[int, ...]
    past: tuple[Trick, ...] = ()
    agreed: tuple[int, ...] = ()
    lead: Card | None = None

    @classmethod
    def begin(
        cls,
        order: Order,
        follow: Follow,
        seats: tuple[Seat, ...],
        leader: Seat,
        seat_count: int,
        last: Seat | None = None,
    ) -> "Tricks":
        """Return the tricks of a deal before the first card is played, at a table with `seat_count` seats.

        The seats in `seats` play cards, and `leader` leads the first trick. `order` is the order of strength of the
        cards, and `follow` the duty of a player who cannot follow suit. `last` is a seat that plays last to every
        trick, or None.
        """
        line = ring(seats, leader, last)
        return cls(line[0], order, follow, seats, last, line, (), (0,) * seat_count)

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, the unfinished trick."""
        return self.line[0]

    @property
    def lying(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards on the table in the unfinished trick, as (seat, card) pairs in playing order."""
        return tuple(zip(self.line, self.table, strict=False))

    @property
    def idle(self) -> tuple[Seat, ...]:
        """The seats that play no cards."""
        return tuple(seat for seat in range(len(self.won)) if seat not in self.seats)

    @property
    def to_follow(self) -> Card | None:
        """The card that sets the suit to follow in the unfinished trick; None before the lead."""
        return self.lead if self.lead is not None or not self.table else self.table[0]

    @property
    def best(self) -> Seat | None:
        """The seat that is winning the unfinished trick; None while no card in it can win."""
        if not self.table or self.to_follow is None:
            return None
        power = powers(self.order.trump, self.order.ace_low, self.to_follow // 13)
        seat, card = max(self.lying, key=lambda lying: power[lying[1]])
        return seat if power[card] else None

    @property
    def history(self) -> tuple[tuple[tuple[Seat, Card], ...], ...]:
        """All tricks so far, the unfinished one last; each trick is a tuple of (seat, card) pairs in playing order."""
        return (*(trick.lying for trick in self.past), self.lying)

    @property
    def leads(self) -> tuple[Card | None, ...]:
        """For each trick so far, the card that led it if the card belongs to no seat; None if a seat led.

        A card that belongs to no seat is one of the stock, the cards dealt to no hand. The last item is about the
        unfinished trick.
        """
        return (*(trick.lead for trick in self.past), self.lead)

    @property
    def decided_count(self) -> int:
        """The number of tricks that are decided, by play or by agreement."""
        return len(self.past) + (sum(self.agreed) if self.agreed else 0)

    def played_cards(self, seat: Seat) -> Mask:
        """Return the cards that the seat `seat` has played so far in the deal, as a mask."""
        return mask(card for trick in self.history for player, card in trick if player == seat)

    @property
    def all_played_cards(self) -> Mask:
        """All cards played so far, as a mask, including cards that led a trick and belong to no seat."""
        leads = mask(card for card in self.leads if card is not None)
        return mask(card for trick in self.past for card in trick.cards) | mask(self.table) | leads

    def lacking(self, seat: Seat) -> Mask:
        """Return the cards that a seat certainly does not hold, judging by the cards it has played, as a mask.

        These are all cards of the suits that it did not follow, and the trumps if it had to play a trump and did not.
        """
        missing_cards = 0
        for trick, lead in zip(self.history, self.leads, strict=True):
            for player, card in trick:
                lead_suit = (trick[0][1] if lead is None else lead) // 13
                if player == seat and card // 13 != lead_suit:
                    missing_cards |= SUIT_MASK[lead_suit]
                    if self.follow == "must_trump" and self.order.trump not in (None, card // 13):
                        missing_cards |= SUIT_MASK[self.order.trump or 0]
        return missing_cards

    def legal(self, hand: Mask) -> Mask:
        """Return the cards of `hand` that may be played to the unfinished trick; the hand and the result are masks."""
        if self.lead is not None:
            return hand & SUIT_MASK[self.lead // 13] or hand
        if not self.table:
            return hand
        following = hand & SUIT_MASK[self.table[0] // 13]
        if following:
            return following
        if self.follow == "must_trump" and self.order.trump is not None:
            return hand & SUIT_MASK[self.order.trump] or hand
        return hand

    def why_illegal(self, hand: Mask) -> Reason:
        """Return the reason why some cards of `hand` (a mask) may not be played now, such as the suit to follow."""
        lead_suit = (self.table[0] if self.lead is None else self.lead) // 13
        if hand & SUIT_MASK[lead_suit]:
            return reason("must-follow", suit=lead_suit)
        return reason("must-trump", suit=self.order.trump or 0, led=lead_suit)

    def play(self, card: Card) -> "Tricks":
        """Return the tricks after the seat to play (`turn`) plays `card`, which must be legal."""
        table = (*self.table, card)
        card_count = len(table)
        if card_count < len(self.line):
            return replace(self, turn=self.line[card_count], table=table)
        lead = table[0] if self.lead is None else self.lead
        power = powers(self.order.trump, self.order.ace_low, lead // 13)
        strongest = best = 0
        for index, lying in enumerate(table):
            if power[lying] > strongest:
                strongest, best = power[lying], index
        winner = self.line[best]
        tricks_won = list(self.won)
        tricks_won[winner] += 1
        past = (*self.past, Trick(self.line, table, winner, self.lead))
        line = ring(self.seats, winner, self.last)
        return replace(self, turn=line[0], line=line, table=(), won=tuple(tricks_won), past=past, lead=None)

    def lead_stock_card(self, card: Card, leader: Seat, owner: Seat | None = None) -> "Tricks":
        """Return the tricks after `card`, which comes from no hand, is led to the next trick.

        `leader` is the first seat to play a card from its hand. If the card is led for the seat `owner`, this seat
        plays no other card to the trick and wins it if the card wins. If `owner` is None, the card belongs to no seat.
        """
        line = ring(self.seats, leader, self.last)
        if owner is None:
            return replace(self, turn=leader, line=line, lead=card)
        return replace(self, turn=leader, line=(owner, *line), table=(card,))

    def set_leader(self, leader: Seat) -> "Tricks":
        """Return the tricks with `leader` leading the next trick, regardless of who won the last one."""
        return replace(self, turn=leader, line=ring(self.seats, leader, self.last))

    def apply_agreement(self, tricks: tuple[int, ...], trick_count: int, *, ends: bool = False) -> "Tricks | Reason":
        """Return the tricks after an agreement on the rest of the deal's tricks, or why the agreement is invalid.

        The deal has `trick_count` tricks in all, and `tricks` are the further tricks that each seat gets. Their sum may
        be smaller than the number of remaining tricks only if the play ends early with these tricks, which the caller
        states with `ends`.
        """
        remaining_tricks = trick_count - self.decided_count
        fits = len(tricks) == len(self.won) and min(tricks) >= 0
        taking = {*self.seats, *self.line}
        if not fits or not (sum(tricks) == remaining_tricks or (ends and sum(tricks) < remaining_tricks)):
            return reason("split-must-sum", tricks=remaining_tricks)
        if any(n for seat, n in enumerate(tricks) if seat not in taking):
            return reason("split-must-sum", tricks=remaining_tricks)
        tricks_won = tuple(a + b for a, b in zip(self.won, tricks, strict=True))
        return replace(self, won=tricks_won, agreed=tricks)
