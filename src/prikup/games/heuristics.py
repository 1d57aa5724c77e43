"""Heuristics for the rule-based players: estimate how many tricks a hand takes, and choose a card to lead or follow.

Several games share these heuristics, which are designed for games with a pack of 32 cards and trumps.
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
"""An upper bound, in tricks, on the rounding error of a sum of trick estimates, in any order of addition."""


class Count(Struct, frozen=True, cache_hash=True):
    """The weights with which the function `tricks` estimates a hand: the value of each feature, in tricks.

    Every hand starts with `start`. In the trump suit, `trump` is added for each card, `fifth` for each card beyond
    four, and the `honours` for the ace, king, queen and jack, in this order. In every other suit, `ace` is added for
    the ace, `king` for a king with at least one other card, `queen` for a queen with at least two, `ace_king` for
    having both, `void` for having no card, `singleton` for having exactly one, and `fourth` for each card beyond three.
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
    """Return an estimate of how many of the ten tricks of a deal a hand (a bit mask) takes, with the weights `count`.

    A `trump` of None means no trumps.
    """
    spades = _suit(hand & 0x1FFF, trump == 0, count)
    clubs = _suit(hand >> 13 & 0x1FFF, trump == 1, count)
    diamonds = _suit(hand >> 26 & 0x1FFF, trump == 2, count)
    hearts = _suit(hand >> 39 & 0x1FFF, trump == 3, count)
    return count.start + fsum((spades, clubs, diamonds, hearts))


def tricks_by_trump(hand: int, count: Count, no_trumps: Count) -> tuple[float, ...]:
    """Return five estimates of how many tricks a hand (a bit mask) takes: with each suit as trumps, then at no trumps.

    The weights are `count` for a trump suit and `no_trumps` without. The result is the same as of five calls of
    `tricks`, which takes longer.
    """
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
    """Return the best choices of `n` cards to discard from a hand (a bit mask), each as a tuple of cards.

    A choice is judged by the estimated tricks of the remaining hand with the most favourable trumps, after the number
    in `levels` for these trumps is subtracted. `levels` has a number of tricks for each trump suit, and last for no
    trumps. `count` and `no_trumps` are the weights of the estimate, with trumps and without.

    The value of a suit does not depend on the other suits, so the search first chooses how many cards each suit gives
    up. It adds the values in a different order from `tricks_by_trump`, so the last bits of a sum may differ. Every
    choice within `LAST_BITS` of the best is therefore returned.
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
    """The values of one suit after a fixed number of its cards has been removed, for every choice of these cards.

    `ways` has for each choice the value of the cards that remain, and the ranks of the removed cards. `max_values` is
    an upper bound on these values. A value has three parts, in tricks: the value if another suit is trumps, the
    additional value (minus a level) if this suit is trumps, and the value at no trumps.
    """

    max_values: tuple[float, float, float]
    ways: tuple[tuple[tuple[float, float, float], tuple[Card, ...]], ...]


@lru_cache(maxsize=4096)
def _values_without(suit_cards: int, n: int, count: Count, no_trumps: Count, level: float) -> tuple[_Without, ...]:
    """Return the values of a suit after removing 0, 1, 2 … of its cards, up to `n` cards or the whole suit.

    `suit_cards` has a bit for each rank. `count` and `no_trumps` are the weights of the estimate. `level` is the number
    of tricks to subtract if this suit is trumps.
    """
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
    """Return every way to split the number `n` of cards among the four suits, each as the number of cards by suit."""
    return tuple(numbers for numbers in product(range(n + 1), repeat=4) if sum(numbers) == n)


@lru_cache(maxsize=4096)
def _each_way(suit_cards: int, count: Count, no_trumps: Count) -> tuple[float, float, float]:
    """Return the value of a suit, in tricks, three times: if another suit is trumps, if it is trumps, and at no trumps.

    `suit_cards` has a bit for each rank. `count` and `no_trumps` are the weights of the estimate.
    """
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
    """Return the cards of `out` (a bit mask) that have the suit of `card` and are higher.

    The result is a mask shifted so that bit 0 stands for `card`. Most callers only check whether it is zero, that is,
    whether no card in `out` of this suit is higher.
    """
    return (out & SUIT_MASK[card // 13]) >> card


def length(hand: int, card: Card) -> int:
    """Return the number of cards in a hand (a bit mask) that have the same suit as `card`."""
    return (hand & SUIT_MASK[card // 13]).bit_count()


def lead(hand: int, out: int, trumps: int, *, declarer: bool) -> Card:
    """Return the card that a rule-based player leads from `hand`; `out` are all cards that the other players may hold.

    `hand`, `out` and `trumps` (all cards of the trump suit) are bit masks. A declarer who has the highest trump or at
    least four trumps first draws the trumps of the other players. Otherwise the player leads a side-suit card that is
    higher than all cards of its suit in `out`. If the hand has no such card, the player leads the lowest card of the
    side suit in which it has the most cards compared with `out`.
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
    """Return the card that a rule-based player plays to a trick led by another player, at the lowest cost in strength.

    `tricks` has the unfinished trick, `legal` are the cards that may be played, and `out` are all cards that the other
    players may hold (a bit mask). If no legal card wins the trick so far, or if one of the `partners` is winning it,
    the result is the lowest legal card. Otherwise the last player to the trick wins it as cheaply as possible. An
    earlier player plays the lowest winning card that no card of its suit in `out` can beat; if there is none, the
    lowest winning card.
    """
    power = {card: tricks.order.power(tricks.table[0] // 13, card) for card in (*legal, *tricks.table)}
    owner, best = max(tricks.lying, key=lambda lying: power[lying[1]])
    winning = [card for card in legal if power[card] > power[best]]
    if not winning or owner in partners:
        return min(legal, key=lambda card: (card // 13 == tricks.order.trump, card % 13))
    last = len(tricks.table) == len(tricks.seats) - 1
    sure = [] if last else [card for card in winning if not higher_cards(card, out)]
    return min(sure or winning, key=power.__getitem__)
