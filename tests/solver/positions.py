"""Positions in a short notation or generated at random."""

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from prikup.rules.cards import PACK_32, PACK_52, cards, mask, parse_mask
from prikup.rules.tricks import Order
from prikup.solver.position import Position

__all__ = [
    "MODES",
    "compress_ranks",
    "deal",
    "deal_position",
    "hand",
    "moments",
    "play_randomly",
    "position",
    "random_position",
    "rotate_seats",
    "shift_suits",
]


def hand(text: str) -> int:
    """Return the mask of a hand; trailing suits may be left out."""
    return parse_mask(text + "." * (3 - text.count(".")))


def position(hands: Iterable[int], *, leader: int, side: set[int], **fields: Any) -> Position:
    """Return a position in which every seat with a card plays."""
    hands = tuple(hands)
    seats = tuple(seat for seat, hand_mask in enumerate(hands) if hand_mask)
    return Position(hands=hands, seats=seats, leader=leader, side=frozenset(side), **fields)


def deal(rng: Random, pack: tuple[int, ...], seats: int, cards_per_seat: int) -> tuple[int, ...]:
    """Return hands of random cards of a pack."""
    deck = rng.sample(pack, seats * cards_per_seat)
    return tuple(mask(deck[seat::seats]) for seat in range(seats))


MODES = {
    "trump": 10,
    "no trump": 10,
    "no tricks": 10,
    "free": 10,
    "partners": 13,
    "partners, fewest": 13,
    "ace low": 13,
    "sixteen cards": 16,
}
"""The modes of play, and the number of cards per seat."""


def deal_position(mode: str, seed: int, cards_per_seat: int = 7) -> Position:
    """Return a random deal of a mode before its first lead."""
    rng = Random(f"{mode} {seed}")
    if mode in ("partners", "partners, fewest"):
        return Position(
            hands=deal(rng, PACK_52, 4, cards_per_seat),
            seats=(0, 1, 2, 3),
            leader=rng.randrange(4),
            side=frozenset({0, 2}),
            goal="most" if mode == "partners" else "fewest",
        )
    seats, side = (0, 1, 2), frozenset({0})
    if mode == "ace low":
        hands = (*deal(rng, PACK_52, 3, cards_per_seat), 0)
        order = Order(ace_low=True)
        return Position(hands=hands, seats=seats, leader=1, side=side, goal="fewest", order=order, last=0)
    return Position(
        hands=deal(rng, PACK_52 if mode == "sixteen cards" else PACK_32, 3, cards_per_seat),
        seats=seats,
        leader=rng.randrange(3),
        side=side,
        goal="fewest" if mode == "no tricks" else "most",
        order=Order(rng.randrange(4) if mode in ("trump", "free", "sixteen cards") else None),
        follow="free" if mode in ("free", "sixteen cards") else "must_trump",
    )


def random_position(rng: Random, seats: int, cards_per_seat: int) -> Position:
    """Return a random position within a trick, in any mode; the fullest hand has `cards_per_seat` cards."""
    pack = PACK_52 if cards_per_seat * seats > 28 else rng.choice((PACK_32, PACK_52))
    few_suits = tuple(card for card in pack if card // 13 in rng.sample(range(4), rng.choice((1, 2, 3))))
    if rng.random() < 0.4 and len(few_suits) >= seats * cards_per_seat + 2:
        pack = few_suits
    used_seats = tuple(sorted(rng.sample(range(4), seats)))
    deck = rng.sample(pack, len(pack))
    hands = [0] * rng.choice((4, max(used_seats) + 1))
    for seat in used_seats:
        hands[seat] = mask(deck.pop() for _ in range(cards_per_seat))
    order = Order(rng.choice((None, None, 0, 1, 2, 3)), ace_low=rng.random() < 0.2)
    fields: dict[str, Any] = {}
    takers = list(used_seats)
    if order.trump is None and rng.random() < 0.25:
        fields["talon"] = tuple(deck[: rng.randint(1, min(2, cards_per_seat))])
        fields["leader_again"] = rng.random() < 0.5
        unused_seats = [seat for seat in range(len(hands)) if seat not in used_seats]
        if unused_seats and rng.random() < 0.6:
            fields["dealer"] = rng.choice(unused_seats)
            takers.append(fields["dealer"])
    elif rng.random() < 0.2:
        fields["last"] = rng.choice(used_seats)
    start = Position(
        hands=tuple(hands),
        seats=used_seats,
        leader=rng.choice(used_seats),
        side=frozenset(rng.sample(takers, rng.randint(1, len(takers)))),
        goal=rng.choice(("most", "fewest")),
        order=order,
        follow=rng.choice(("free", "must_trump")),
        **fields,
    )
    return play_randomly(rng, start, rng.randrange(seats))


def moments(count: int, cards_per_seat: int) -> list[Position]:
    """Return random positions of endings, in every mode."""
    rng = Random(f"moments {cards_per_seat}")
    return [random_position(rng, rng.choice((2, 3, 4)), cards_per_seat) for _ in range(count)]


def play_randomly(rng: Random, position: Position, card_count: int) -> Position:
    """Return the position after some random legal cards."""
    for _ in range(card_count):
        tricks = position.tricks
        _, position = position.after(rng.choice(cards(tricks.legal(position.hands[tricks.turn]))))
    return position


# The same position under other names


def rotate_seats(position: Position) -> Position:
    """Return the position with each seat renumbered to the one before."""
    seat_count = len(position.hands)
    return replace(
        position,
        hands=position.hands[1:] + position.hands[:1],
        seats=tuple(sorted((seat - 1) % seat_count for seat in position.seats)),
        leader=(position.leader - 1) % seat_count,
        side=frozenset((seat - 1) % seat_count for seat in position.side),
        last=None if position.last is None else (position.last - 1) % seat_count,
    )


def shift_suits(position: Position, suits: int) -> Position:
    """Return the position with each suit moved `suits` places further."""
    shift, trump = 13 * suits, position.order.trump
    return replace(
        position,
        hands=tuple((hand_mask << shift | hand_mask >> 52 - shift) & (1 << 52) - 1 for hand_mask in position.hands),
        order=replace(position.order, trump=None if trump is None else (trump + suits) % 4),
        table=tuple((card + shift) % 52 for card in position.table),
    )


def compress_ranks(position: Position) -> tuple[Position, dict[int, int]]:
    """Return the position with ranks lowered as far as their order allows, and the new card for each old one."""
    remaining_cards = sorted(cards(sum(position.hands) | mask(position.table)))
    lowered_card = {
        card: card // 13 * 13
        + sum(other_card // 13 == card // 13 and other_card < card for other_card in remaining_cards)
        for card in remaining_cards
    }
    hands = tuple(mask(lowered_card[card] for card in cards(hand_mask)) for hand_mask in position.hands)
    return replace(position, hands=hands, table=tuple(lowered_card[card] for card in position.table)), lowered_card
