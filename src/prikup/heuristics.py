"""Rules of thumb that games share: how many tricks a hand takes, how to lead and how to follow.

They are meant for 32 cards with trumps.
"""

from functools import lru_cache
from math import fsum

from msgspec import Struct

from prikup.cards import SUIT_MASK, Card, Seat, Suit, cards, highest
from prikup.tricks import Tricks

__all__ = ["Count", "above", "follow", "lead", "length", "tricks"]


class Count(Struct, frozen=True, cache_hash=True):
    """The worth in tricks of the features of a hand, with `start` for any hand.

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
    """Return about how many of the ten tricks a hand takes."""
    return count.start + fsum(_suit(hand >> 13 * suit & 0x1FFF, suit == trump, count) for suit in range(4))


@lru_cache(maxsize=4096)
def _suit(held: int, is_trump: bool, count: Count) -> float:
    length = held.bit_count()
    ace, king, queen, jack = (held >> rank & 1 for rank in (12, 11, 10, 9))
    if is_trump:
        honours = fsum(worth for worth, card in zip(count.honours, (ace, king, queen, jack), strict=True) if card)
        return count.trump * length + count.fifth * max(0, length - 4) + honours
    guarded = count.king * (king and length > 1) + count.queen * (queen and length > 2)
    short = count.void * (length == 0) + count.singleton * (length == 1)
    return count.ace * ace + guarded + count.ace_king * (ace and king) + short + count.fourth * max(0, length - 3)


def above(card: Card, out: int) -> int:
    """Return the cards that are out and beat a card in its suit: a mask in which the card's own bit is the lowest."""
    return (out & SUIT_MASK[card // 13]) >> card


def length(hand: int, card: Card) -> int:
    """Return the number of cards of a card's suit in a hand."""
    return (hand & SUIT_MASK[card // 13]).bit_count()


def lead(hand: int, out: int, trumps: int, *, declarer: bool) -> Card:
    """Return the card to lead from a hand, where `out` are all cards that the others may hold; both are masks.

    The declarer draws trumps first. Then come sure tricks, then the lowest card of the suit that is longest against
    what the others hold of it.
    """
    mine, theirs, side = hand & trumps, out & trumps, hand & ~trumps
    master = mine > theirs
    if mine and (not side or (declarer and theirs and (master or mine.bit_count() > 3))):
        return highest(mine) if master or side else cards(mine)[0]
    sure = [card for card in cards(side) if not above(card, out)]
    if sure:
        return max(sure, key=lambda card: (length(hand, card), card % 13))
    return max(cards(side), key=lambda card: (length(hand, card) - length(out, card), -card))


def follow(tricks: Tricks, legal: tuple[Card, ...], out: int, partners: tuple[Seat, ...]) -> Card:
    """Return the card to follow with, as cheaply as may be, where `out` are all cards that the others may hold.

    It is the lowest card that wins, a certain winner if there is one; the lowest of all if none wins or one of the
    `partners` has the trick.
    """
    power = {card: tricks.order.power(tricks.table[0] // 13, card) for card in (*legal, *tricks.table)}
    owner, best = max(tricks.lying, key=lambda lying: power[lying[1]])
    winning = [card for card in legal if power[card] > power[best]]
    if not winning or owner in partners:
        return min(legal, key=lambda card: (card // 13 == tricks.order.trump, card % 13))
    last = len(tricks.table) == len(tricks.seats) - 1
    sure = [] if last else [card for card in winning if not above(card, out)]
    return min(sure or winning, key=power.__getitem__)
