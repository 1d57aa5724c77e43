"""The risk of a hand that wants no trick: how many tricks it must take, in raspasy and in a misère."""

from functools import cache, lru_cache
from itertools import combinations, product
from math import fsum, inf

from prikup.rules.cards import BIT, Card, cards, mask

__all__ = ["HANDS", "least_risk", "risk", "safest_discards", "suit_risk"]

HANDS = 1 << 14
"""The number of hands whose worth is remembered: a hand is asked about at each call, and in many worlds."""
# Fitted by least squares to the tricks that the rule player took in raspasy and misères, and rounded.
CAUGHT_COSTS = (0.0, 0.15, 0.5, 0.7, 1.0, 1.2, 1.5, 1.8)
"""The tricks that a card costs a hand that wants none, by how many lower cards threaten it.

The index is the number of lower cards of its suit in the other hands minus the number of lower cards in this hand.
"""
# Fitted to the solver's values of pairs of discards: 3,200 hands on which misère may be bid, 24 pairs of each.
BARE = 0.01
"""The tricks that a singleton costs with a single lower card against it: any other holder must play over it."""
BELOW_OWN_CARD_SHARE = 2.0
"""The additional share that a card costs in a misère if it is caught below another own card of its suit."""
SHARE_BY_CARDS_LEFT = (0.1, 0.15, 0.25, 0.25, 0.25, 0.25, 1.0, 1.0, 1.0)
"""The share of `CAUGHT_COSTS` that a card costs in a misère, by the cards of its suit left to the others plus one.

The others play two cards to each own lower card. Of AQ97 against KJT8, the queen comes third and costs
`SHARE_BY_CARDS_LEFT[1]`: no card is left if their cards are evenly split. The ace comes fourth and costs
`SHARE_BY_CARDS_LEFT[0]`: only all four cards in one hand catch it.
"""


@lru_cache(maxsize=HANDS)
def risk(hand: int, out: int, misere: bool = False) -> float:
    """Return the expected number of tricks that a hand which wants none must take against the cards `out`.

    `hand` and `out` are masks. The other players want no tricks either, or, in a `misere`, want this hand to take one.
    """
    spades = suit_risk(hand & 0x1FFF, out & 0x1FFF, misere)
    clubs = suit_risk(hand >> 13 & 0x1FFF, out >> 13 & 0x1FFF, misere)
    diamonds = suit_risk(hand >> 26 & 0x1FFF, out >> 26 & 0x1FFF, misere)
    hearts = suit_risk(hand >> 39 & 0x1FFF, out >> 39 & 0x1FFF, misere)
    return fsum((spades, clubs, diamonds, hearts))


@lru_cache(maxsize=8192)
def suit_risk(suit_cards: int, out: int, misere: bool = False) -> float:
    """Return the risk of a suit; its nth lowest card (from 0) is safe with up to n lower cards in the other hands.

    Those lower cards fall to the n own cards below it.
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
    """Return the lowest risk of a hand in a misère after discarding `n` cards.

    The risk of a suit does not depend on the others, so only the numbers of discards by suit are tried.
    """
    spades, clubs, diamonds, hearts = (
        _suit_risks(hand >> 13 * suit & 0x1FFF, n, out >> 13 * suit & 0x1FFF) for suit in range(4)
    )
    return min(fsum((spades[s], clubs[c], diamonds[d], hearts[h])) for s, c, d, h in _shares(n))


@lru_cache(maxsize=4096)
def _suit_risks(suit_cards: int, n: int, out: int) -> tuple[float, ...]:
    """Return the lowest risk of a suit without 0, 1 … `n` of its cards; infinity if it has fewer cards."""
    ways = [
        [suit_cards & ~mask(discards) for discards in combinations(cards(suit_cards), number)]
        for number in range(n + 1)
    ]
    return tuple(
        min((suit_risk(remainder, out, misere=True) for remainder in remainders), default=inf) for remainders in ways
    )


@cache
def _shares(n: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to choose how many of `n` cards come from each of the four suits."""
    return tuple(numbers for numbers in product(range(n + 1), repeat=4) if sum(numbers) == n)


def safest_discards(hand: int, n: int, out: int) -> tuple[Card, ...]:
    """Return the `n` discards that leave the lowest risk in a misère."""
    return min(combinations(cards(hand), n), key=lambda discards: risk(hand & ~mask(discards), out, misere=True))
