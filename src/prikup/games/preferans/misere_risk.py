"""Estimates of how many tricks a hand must take although it wants none, in raspasy and in a misère.

In raspasy all players avoid tricks; in a misère the declarer avoids them and the defenders try to give declarer one.
"""

from functools import cache, lru_cache
from itertools import combinations, product
from math import fsum, inf

from prikup.rules.cards import BIT, Card, cards, mask

__all__ = ["HANDS", "least_risk", "risk", "safest_discards", "suit_risk"]

HANDS = 1 << 14
"""The maximum number of hands whose value a cache keeps. A hand is evaluated at many calls and in many deals."""
# The numbers are fitted by least squares to the tricks that `player.py` took in raspasy and misères, and rounded.
CAUGHT_COSTS = (0.0, 0.15, 0.5, 0.7, 1.0, 1.2, 1.5, 1.8)
"""The expected number of tricks that a card takes in a hand that wants none.

The index tells how many lower cards threaten the card: the number of lower cards of its suit in the other hands, minus
the number of lower cards of its suit in this hand.
"""
# The numbers below are fitted to the solver's values of pairs of discards: 24 pairs for each of 3,200 misère hands.
BARE = 0.01
"""The expected number of tricks of a singleton if the other hands have just one lower card of its suit.

It is small because every other card of the suit in the other hands is higher: only a player with the lower card, or
without the suit, can avoid beating the singleton.
"""
BELOW_OWN_CARD_SHARE = 2.0
"""The factor of an additional cost in a misère (take no trick), for each card of a suit but the hand's highest.

The cost that such a card has on its own is multiplied by this factor and added to the cost of the suit.
"""
SHARE_BY_CARDS_LEFT = (0.1, 0.15, 0.25, 0.25, 0.25, 0.25, 1.0, 1.0, 1.0)
"""A factor for `CAUGHT_COSTS` in a misère, by how many cards of the card's suit the other players have left.

The index is the number of these cards plus one, but at least 0. The other two players together play two cards of the
suit for each lower card of this hand. Example: this hand has AQ97 and the others have KJT8. The queen is played third;
the others then have no card left, so its factor is `SHARE_BY_CARDS_LEFT[1]`. The ace is played fourth and takes a trick
only if one player had all four cards, so its factor is `SHARE_BY_CARDS_LEFT[0]`.
"""


@lru_cache(maxsize=HANDS)
def risk(hand: int, out: int, misere: bool = False) -> float:
    """Return the expected number of tricks that a hand must take although it wants none.

    `hand` is a mask, and `out` are the cards that the other players may hold (a mask). If `misere` is True, the other
    players try to make this hand take a trick. Otherwise they want no tricks either.
    """
    spades = suit_risk(hand & 0x1FFF, out & 0x1FFF, misere)
    clubs = suit_risk(hand >> 13 & 0x1FFF, out >> 13 & 0x1FFF, misere)
    diamonds = suit_risk(hand >> 26 & 0x1FFF, out >> 26 & 0x1FFF, misere)
    hearts = suit_risk(hand >> 39 & 0x1FFF, out >> 39 & 0x1FFF, misere)
    return fsum((spades, clubs, diamonds, hearts))


@lru_cache(maxsize=8192)
def suit_risk(suit_cards: int, out: int, misere: bool = False) -> float:
    """Return the expected number of tricks that the cards of one suit must take in a hand that wants none.

    `suit_cards` and `out` (the cards that the other players may hold) have a bit for each rank. If `misere` is True,
    the other players try to make this hand take a trick. The nth lowest card of the hand (from 0) is safe if the other
    hands have at most n lower cards, because these lower cards are played to the n lower cards of this hand.
    """
    lower = [(out & BIT[card] - 1).bit_count() for card in cards(suit_cards)]
    if lower == [1]:
        return BARE
    costs = [CAUGHT_COSTS[max(0, count - n)] for n, count in enumerate(lower)]
    if not misere:
        return fsum(costs)
    out_count = out.bit_count()
    costs = [cost * SHARE_BY_CARDS_LEFT[max(0, out_count - 2 * n + 1)] for n, cost in enumerate(costs)]
    return fsum(costs) + BELOW_OWN_CARD_SHARE * fsum(costs[:-1])


def least_risk(hand: int, n: int, out: int) -> float:
    """Return the lowest `risk` that a hand (a mask) can have in a misère (take no trick) after discarding `n` cards.

    The risk is the expected number of tricks. `out` are the cards that the other players may hold (a mask). The risk of
    a suit does not depend on the other suits, so the function only tries how many cards each suit gives up.
    """
    spades, clubs, diamonds, hearts = (
        _suit_risks(hand >> 13 * suit & 0x1FFF, n, out >> 13 * suit & 0x1FFF) for suit in range(4)
    )
    return min(fsum((spades[s], clubs[c], diamonds[d], hearts[h])) for s, c, d, h in _shares(n))


@lru_cache(maxsize=4096)
def _suit_risks(suit_cards: int, n: int, out: int) -> tuple[float, ...]:
    """Return the lowest risk (expected tricks) of a suit after removing 0, 1, 2 … `n` of its cards.

    The risk is infinity if the suit has too few cards. `suit_cards` and `out` (the cards that the other players may
    hold) have a bit for each rank.
    """
    ways = [
        [suit_cards & ~mask(discards) for discards in combinations(cards(suit_cards), number)]
        for number in range(n + 1)
    ]
    return tuple(
        min((suit_risk(remainder, out, misere=True) for remainder in remainders), default=inf) for remainders in ways
    )


@cache
def _shares(n: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to split `n` cards among the four suits, each as the number of cards by suit."""
    return tuple(numbers for numbers in product(range(n + 1), repeat=4) if sum(numbers) == n)


def safest_discards(hand: int, n: int, out: int) -> tuple[Card, ...]:
    """Return the `n` cards to discard from a hand (a mask) before a misère, in which it must take no trick.

    Without these cards the hand has the lowest `risk`, the expected number of tricks. `out` are the cards that the
    other players may hold (a mask).
    """
    return min(combinations(cards(hand), n), key=lambda discards: risk(hand & ~mask(discards), out, misere=True))
