"""Construct tricks that could have led to an endgame, so that a table can reach it from the start of a deal.

The tricks are constructed from the last to the first, because then each hand after a trick is known: a card may be
played to a trick if it follows suit, or if the hand after the trick has no card of the suit led. The winners of the
tricks are sampled first, so that the side whose tricks the contract counts wins the same share of them as the contract
requires of all tricks.
"""

import random
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from prikup.positions.open_deal import OpenDeal
from prikup.rules.cards import BIT, SUIT_MASK, Card, Seat, Suit, cards, mask
from prikup.rules.tricks import powers, ring
from prikup.solver import Position

__all__ = ["from_first_card"]

DRAWS = 40
"""The number of samples of trick winners for each possible first leader.

In the second half of the samples, the side whose tricks the contract counts wins a random share of the tricks.
"""
MOST_TRICKS = 250
"""The maximum number of tricks that are tried for each sample of winners."""

EarlierTricks = tuple[tuple[tuple[Seat, Card], ...], ...]
"""The tricks before an endgame, each as (seat, card) pairs in playing order."""


def from_first_card(deal: OpenDeal) -> Iterator[OpenDeal]:
    """Yield complete deals that lead to the endgame `deal`, at most one for each possible first leader.

    The deal with the usual first leader, the seat after the declarer, comes first, because a caller may need seconds to
    find an auction for each deal. The results depend only on `deal`. Nothing is yielded if no earlier tricks are found.
    """
    position = deal.first_position
    contract, number = deal.open_contract, deal.rules.trick_count - deal.longest_hand
    assert contract is not None
    assert deal.leader is not None
    rng = random.Random(deal.text)
    side_share = (
        len(position.side) / len(position.seats) if contract.need is None else contract.need / deal.rules.trick_count
    )
    for first in sorted(position.seats, key=lambda seat: (seat - (deal.player or 0) - 1) % len(deal.hands)):
        share = side_share
        for draw in range(DRAWS):
            if 2 * draw >= DRAWS:
                share = rng.random()
            takers = _takers(position, number, share, deal.leader, rng)
            tricks = _construct_tricks(position, deal, (first, *takers), [MOST_TRICKS], rng)
            if tricks is not None:
                yield _with_tricks(deal, first, tricks)
                break


def _takers(position: Position, number: int, share: float, last: Seat, rng: random.Random) -> list[Seat]:
    """Return random winners of the `number` tricks before an endgame; the last is `last`, who leads in the endgame.

    The side of `position`, whose tricks the contract counts, wins about the share `share` of the tricks.
    """
    side_seats, opponent_seats = sorted(position.side), sorted({*position.seats} - position.side)
    side_tricks = max(0, min(number - 1, round(share * number) - (last in side_seats)))
    takers = [rng.choice(side_seats) for _ in range(side_tricks)] + [
        rng.choice(opponent_seats) for _ in range(number - 1 - side_tricks)
    ]
    rng.shuffle(takers)
    return [*takers, last]


def _with_tricks(deal: OpenDeal, first: Seat, tricks: EarlierTricks) -> OpenDeal:
    """Return the deal with the cards of earlier tricks added to its hands and to its played cards.

    `first` is the seat of the first lead.
    """
    hands = list(deal.hands)
    for trick in tricks:
        for seat, card in trick:
            hands[seat] = (hands[seat] or 0) | BIT[card]
    played_cards = (*(card for trick in tricks for _, card in trick), *deal.played)
    return replace(deal, hands=tuple(hands), leader=first, played=played_cards, out=0)


def _construct_tricks(
    position: Position, deal: OpenDeal, leaders: Sequence[Seat], tries_left: list[int], rng: random.Random
) -> EarlierTricks | None:
    """Return tricks led by the seats `leaders` in turn, which come before an endgame; None if none are found.

    The last of `leaders` leads in the endgame, the position `position` of `deal`. The only item of `tries_left` counts
    down the tricks that may still be tried.
    """
    if len(leaders) == 1:
        return ()
    free = mask(deal.rules.pack) & ~sum(position.hands)
    for trick in _tricks(position, leaders[-2], leaders[-1], free, rng):
        tries_left[0] -= 1
        if tries_left[0] < 0:
            return None
        hands = list(position.hands)
        for seat, card in trick:
            hands[seat] |= BIT[card]
        previous_tricks = _construct_tricks(replace(position, hands=tuple(hands)), deal, leaders[:-1], tries_left, rng)
        if previous_tricks is not None:
            return (*previous_tricks, trick)
    return None


def _tricks(
    next_position: Position, leader: Seat, taker: Seat, free: int, rng: random.Random
) -> Iterator[tuple[tuple[Seat, Card], ...]]:
    """Yield possible tricks of cards from `free` after which the hands are those of `next_position`.

    `free` is the bit mask of the cards of the pack that no hand contains after the trick. Each trick is led by `leader`
    and won by `taker`. Suits with many free cards are tried first.
    """
    line = ring(next_position.seats, leader, next_position.last)
    suits = sorted(range(4), key=lambda suit: (-(free & SUIT_MASK[suit]).bit_count(), rng.random()))
    for led_suit in suits:
        power = powers(next_position.order.trump, next_position.order.ace_low, led_suit)
        for played_cards in _possible_plays(next_position, line, led_suit, taker, free):
            if max(zip(played_cards, line, strict=True), key=lambda lying: power[lying[0]])[1] == taker:
                yield tuple(zip(line, played_cards, strict=True))


def _possible_plays(
    next_position: Position, line: tuple[Seat, ...], led_suit: Suit, taker: Seat, free: int
) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that the seats of `line` may have played, in order, to a trick with `led_suit`.

    The cards come from the bit mask `free`. After the trick the hands are those of `next_position`, and `taker` wins
    it.
    """
    if not line:
        yield ()
        return
    seat, *rest = line
    for card in _choices(
        next_position, seat, led_suit, free, leads=len(line) == len(next_position.seats), wins=seat == taker
    ):
        for other_cards in _possible_plays(next_position, tuple(rest), led_suit, taker, free & ~BIT[card]):
            yield (card, *other_cards)


def _choices(next_position: Position, seat: Seat, led_suit: Suit, free: int, *, leads: bool, wins: bool) -> list[Card]:
    """Return the cards to try for a seat in a trick before `next_position`, one of each suit that it may have played.

    `led_suit` is the suit led. `free` is the bit mask of the cards to choose from, and `leads` tells whether the seat
    leads the trick. The card is the highest of its suit if the seat `wins` the trick, otherwise the lowest.
    """
    hand, trump = next_position.hands[seat], next_position.order.trump
    suits: list[Suit] = [led_suit]
    if not leads and not hand & SUIT_MASK[led_suit]:
        must = next_position.follow == "must_trump" and trump is not None and hand & SUIT_MASK[trump]
        other_suits = sorted(range(4), key=lambda suit: -(free & SUIT_MASK[suit]).bit_count())
        suits += [suit for suit in other_suits if suit != led_suit and (suit == trump or not must)]
    cards_by_suit = [
        sorted(cards(free & SUIT_MASK[suit]), key=powers(trump, next_position.order.ace_low, suit).__getitem__)
        for suit in suits
    ]
    return [of_suit[-1 if wins else 0] for of_suit in cards_by_suit if of_suit]
