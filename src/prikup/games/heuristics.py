"""Heuristics that games share: the tricks that a hand is worth, a card to lead and a card to follow with.

They are designed for 32 cards with trumps.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from math import fsum
from typing import NamedTuple

from msgspec import Struct

from prikup.rules.cards import SUIT_MASK, Card, Seat, Suit, cards, highest, mask
from prikup.rules.tricks import Tricks

__all__ = ["Count", "follow", "higher_cards", "lead", "length", "strongest_without", "tricks", "tricks_by_trump"]

LAST_BITS = 1e-9
"""An upper bound on the rounding error of a sum of tricks, for any order of addition."""


class Count(Struct, frozen=True, cache_hash=True):
    """The values, in tricks, of the features of a hand; `start` counts for every hand.

    In the trump suit: each `trump`, each from the `fifth` on, and the `honours` A K Q J. In each other suit: its `ace`,
    a guarded `king` and `queen`, `ace_king` together, a `void`, a `singleton`, each card from the `fourth` on.
    """

    start: float
    trump: float = 0.0
    fifth: float = 0.0
    honours: tuple[float, ...] = ()
    ace: float = 0.0
    king: float = 0.0
    queen: float = 0.0
    ace_king: float = 0.0
    void: float = 0.0
    singleton: float = 0.0
    fourth: float = 0.0


def tricks(hand: int, trump: Suit | None, count: Count) -> float:
    """Return an estimate of how many of the ten tricks a hand takes."""
    spades = _suit(hand & 0x1FFF, trump == 0, count)
    clubs = _suit(hand >> 13 & 0x1FFF, trump == 1, count)
    diamonds = _suit(hand >> 26 & 0x1FFF, trump == 2, count)
    hearts = _suit(hand >> 39 & 0x1FFF, trump == 3, count)
    return count.start + fsum((spades, clubs, diamonds, hearts))


def tricks_by_trump(hand: int, count: Count, no_trumps: Count) -> tuple[float, ...]:
    """Return `tricks` of a hand for each suit as trumps and for no trumps; faster than five calls."""
    suits = [
        _each_way(hand & 0x1FFF, count, no_trumps),
        _each_way(hand >> 13 & 0x1FFF, count, no_trumps),
        _each_way(hand >> 26 & 0x1FFF, count, no_trumps),
        _each_way(hand >> 39 & 0x1FFF, count, no_trumps),
    ]
    (s, as_s, none_s), (c, as_c, none_c), (d, as_d, none_d), (h, as_h, none_h) = suits
    start = count.start
    return (
        start + fsum((as_s, c, d, h)),
        start + fsum((s, as_c, d, h)),
        start + fsum((s, c, as_d, h)),
        start + fsum((s, c, d, as_h)),
        no_trumps.start + fsum((none_s, none_c, none_d, none_h)),
    )


def strongest_without(
    hand: int, n: int, count: Count, no_trumps: Count, levels: Sequence[float]
) -> list[tuple[Card, ...]]:
    """Return the choices of `n` discards that maximise `tricks_by_trump` above `levels`, over all trumps.

    `levels` has a number for each trump suit and for no trumps. The value of a suit does not depend on the others, so
    the numbers of discards by suit are chosen first. The sum is added up in another order than in `tricks_by_trump`,
    which may change its last bits: every choice within `LAST_BITS` of the best is returned.
    """
    start, start_none = count.start, no_trumps.start - levels[4]
    spades, clubs, diamonds, hearts = (
        _values_without(hand >> 13 * suit & 0x1FFF, n, count, no_trumps, levels[suit]) for suit in range(4)
    )
    tops = []
    for i, j, k, m in _shares(n):
        if i < len(spades) and j < len(clubs) and k < len(diamonds) and m < len(hearts):
            parts = spades[i], clubs[j], diamonds[k], hearts[m]
            (s, more_s, none_s), (c, more_c, none_c), (d, more_d, none_d), (h, more_h, none_h) = (
                part.max_values for part in parts
            )
            trumps = start + s + c + d + h + max(more_s, more_c, more_d, more_h)
            tops.append((max(trumps, start_none + none_s + none_c + none_d + none_h), parts))
    least = max(top for top, _ in tops) - LAST_BITS
    choices: list[tuple[Card, ...]] = []
    for top, parts in tops:
        if top < least:
            continue
        for ways in product(*(part.ways for part in parts)):
            ((s, more_s, none_s), a), ((c, more_c, none_c), b), ((d, more_d, none_d), e), ((h, more_h, none_h), f) = (
                ways
            )
            trumps = start + s + c + d + h + max(more_s, more_c, more_d, more_h)
            if trumps >= least or start_none + none_s + none_c + none_d + none_h >= least:
                choices.append(tuple(13 * suit + rank for suit, ranks in enumerate((a, b, e, f)) for rank in ranks))
    return sorted(choices)


class _Without(NamedTuple):
    """The values of a suit after removing a number of its cards: upper bounds in `max_values`, and all `ways`.

    Each value is a triple: the value if another suit is trumps, the additional value if this suit is trumps, less a
    level, and the value at no trumps.
    """

    max_values: tuple[float, float, float]
    ways: tuple[tuple[tuple[float, float, float], tuple[Card, ...]], ...]


@lru_cache(maxsize=4096)
def _values_without(suit_cards: int, n: int, count: Count, no_trumps: Count, level: float) -> tuple[_Without, ...]:
    """Return the values of a suit without 0, 1 … `n` of its cards, at most all of them."""
    values_by_count = []
    for number in range(min(n, suit_cards.bit_count()) + 1):
        ways = []
        for removed_cards in combinations(cards(suit_cards), number):
            as_side, as_trumps, no_trump = _each_way(suit_cards & ~mask(removed_cards), count, no_trumps)
            ways.append(((as_side, as_trumps - as_side - level, no_trump), removed_cards))
        worths = [worth for worth, _ in ways]
        as_side = max(worth for worth, _, _ in worths)
        as_trumps = max(worth + extra for worth, extra, _ in worths)
        values_by_count.append(
            _Without((as_side, as_trumps - as_side, max(no_trump for *_, no_trump in worths)), tuple(ways))
        )
    return tuple(values_by_count)


@cache
def _shares(n: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to choose how many of `n` cards come from each of the four suits."""
    return tuple(numbers for numbers in product(range(n + 1), repeat=4) if sum(numbers) == n)


@lru_cache(maxsize=4096)
def _each_way(suit_cards: int, count: Count, no_trumps: Count) -> tuple[float, float, float]:
    """Return the value of a suit if another suit is trumps, if it is trumps, and at no trumps."""
    return _suit(suit_cards, False, count), _suit(suit_cards, True, count), _suit(suit_cards, False, no_trumps)


@lru_cache(maxsize=4096)
def _suit(suit_cards: int, is_trump: bool, count: Count) -> float:
    length = suit_cards.bit_count()
    ace, king, queen, jack = (suit_cards >> rank & 1 for rank in (12, 11, 10, 9))
    if is_trump:
        honours = fsum(worth for worth, card in zip(count.honours, (ace, king, queen, jack), strict=True) if card)
        return count.trump * length + count.fifth * max(0, length - 4) + honours
    guarded_honours = count.king * (king and length > 1) + count.queen * (queen and length > 2)
    short = count.void * (length == 0) + count.singleton * (length == 1)
    return (
        count.ace * ace + guarded_honours + count.ace_king * (ace and king) + short + count.fourth * max(0, length - 3)
    )


def higher_cards(card: Card, out: int) -> int:
    """Return the cards of `out` that beat a card in its suit: a mask shifted so that bit 0 is the card itself."""
    return (out & SUIT_MASK[card // 13]) >> card


def length(hand: int, card: Card) -> int:
    """Return the number of cards in a hand that are of the card's suit."""
    return (hand & SUIT_MASK[card // 13]).bit_count()


def lead(hand: int, out: int, trumps: int, *, declarer: bool) -> Card:
    """Return the card to lead from a hand; `out` are all cards that the others may hold (both are masks).

    The declarer draws trumps first. Then come certain tricks, then the lowest card of the suit that is longest compared
    with the cards that the others may hold of it.
    """
    mine, theirs, side = hand & trumps, out & trumps, hand & ~trumps
    master = mine > theirs
    if mine and (not side or (declarer and theirs and (master or mine.bit_count() > 3))):
        return highest(mine) if master or side else cards(mine)[0]
    sure = [card for card in cards(side) if not higher_cards(card, out)]
    if sure:
        return max(sure, key=lambda card: (length(hand, card), card % 13))
    return max(cards(side), key=lambda card: (length(hand, card) - length(out, card), -card))


def follow(tricks: Tricks, legal: tuple[Card, ...], out: int, partners: tuple[Seat, ...]) -> Card:
    """Return the card to follow with, as cheaply as possible; `out` are all cards that others may hold.

    It is the lowest card that wins, or the lowest certain winner if there is one; if none wins, or if one of the
    `partners` is winning the trick, it is the lowest legal card.
    """
    power = {card: tricks.order.power(tricks.table[0] // 13, card) for card in (*legal, *tricks.table)}
    owner, best = max(tricks.lying, key=lambda lying: power[lying[1]])
    winning = [card for card in legal if power[card] > power[best]]
    if not winning or owner in partners:
        return min(legal, key=lambda card: (card // 13 == tricks.order.trump, card % 13))
    last = len(tricks.table) == len(tricks.seats) - 1
    sure = [] if last else [card for card in winning if not higher_cards(card, out)]
    return min(sure or winning, key=power.__getitem__)
