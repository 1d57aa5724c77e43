"""Cards as ints (suit * 13 + rank), and sets of cards as bit masks, in which bit `c` stands for card `c`.

Suits are S C D H (0..3), ranks 2..A (0..12). The 32-card pack (7..A) is a subset of the 52-card pack. The text of a
card has the suit first (`S7`, `HT`); the parser also accepts texts with the rank first, and `10` for `T`. The text of a
set of cards lists the ranks of each suit, high to low, with the suits in the order S.C.D.H: `AKJ.Q8.A.` (no hearts).

Much of the code writes `card // 13` for `suit(card)` and `card % 13` for `rank(card)`, to save a call for each card.

    >>> [card_text(card) for card in cards(parse_mask("A9...K"))]
    ['S9', 'SA', 'HK']
    >>> mask_text(mask((12, 7, 50)))
    'A9...K'
"""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from prikup.rules.errors import BadText, reason

__all__ = [
    "ALL",
    "BIT",
    "CARD_COUNT",
    "CLUBS",
    "DIAMONDS",
    "FIRST_CALL",
    "HEARTS",
    "PACK_32",
    "PACK_52",
    "RANKS",
    "SPADES",
    "SUITS",
    "SUIT_MASK",
    "Action",
    "Card",
    "Mask",
    "Seat",
    "Suit",
    "card_text",
    "cards",
    "highest",
    "is_call",
    "is_card",
    "mask",
    "mask_text",
    "parse_card",
    "parse_mask",
    "rank",
    "suit",
]

Card = Annotated[int, Meta(extra={"kind": "card"})]
"""A card: its suit * 13 + its rank."""
Mask = Annotated[int, Meta(extra={"kind": "mask"})]
"""A set of cards as a bit mask: bit `c` stands for card `c`."""
Suit = Annotated[int, Meta(extra={"kind": "suit"})]
"""A suit: its index in `SUITS`."""
Action = Annotated[int, Meta(extra={"kind": "action"})]
"""An action: a card, or a call of the game, numbered from `FIRST_CALL`."""
Seat = Annotated[int, Meta(extra={"kind": "seat"})]
"""A seat at the table, numbered from 0 clockwise."""

SUITS = "SCDH"
"""The letters of the suits, in the order of their numbers."""
RANKS = "23456789TJQKA"
"""The letters of the ranks, from low to high, in the order of their numbers."""
SPADES, CLUBS, DIAMONDS, HEARTS = range(4)

CARD_COUNT = 52
FIRST_CALL: Action = CARD_COUNT
"""The number of a game's first call. Smaller action numbers are cards."""
PACK_52: tuple[Card, ...] = tuple(range(CARD_COUNT))
PACK_32: tuple[Card, ...] = tuple(card for card in PACK_52 if RANKS[card % 13] in "789TJQKA")
BIT: tuple[Mask, ...] = tuple(1 << c for c in PACK_52)
"""For each card, the mask that contains only this card."""
SUIT_MASK: tuple[Mask, ...] = tuple(0x1FFF << 13 * s for s in range(4))
"""For each suit, the mask of its thirteen cards."""
ALL: Mask = (1 << CARD_COUNT) - 1
"""The mask of all 52 cards."""


def is_card(action: Action) -> bool:
    """Return whether an action is a card, and not a call (a word such as a bid or a pass)."""
    return action < FIRST_CALL


def is_call(action: Action) -> bool:
    """Return whether an action is a call (a word such as a bid or a pass), and not a card."""
    return action >= FIRST_CALL


def suit(card: Card) -> Suit:
    """Return the suit of a card, 0 (spades) to 3 (hearts)."""
    return card // 13


def rank(card: Card) -> int:
    """Return the rank of a card, 0 (a two) to 12 (an ace)."""
    return card % 13


_cards_in: dict[Mask, tuple[Card, ...]] = {0: ()}
"""A cache: for each mask within one suit (at most 4 * 8192 masks), the tuple of its cards."""


def cards(mask: Mask) -> tuple[Card, ...]:
    """Return the cards in a bit mask, by ascending card number (suit * 13 + rank)."""
    try:
        return _cards_in.get(mask) or (
            _cards_in[mask & 0x1FFF]
            + _cards_in[mask & 0x1FFF << 13]
            + _cards_in[mask & 0x1FFF << 26]
            + _cards_in[mask & 0x1FFF << 39]
        )
    except KeyError:
        for suit_mask in SUIT_MASK:
            _add_to_cache(mask & suit_mask)
        return cards(mask)


def _add_to_cache(mask: Mask) -> None:
    """Add a mask, whose cards are all of one suit, to the cache that the function `cards` uses.

    The tuple for a mask is built from the tuple for the same mask without its lowest card. So the cache also gets that
    smaller mask.
    """
    if mask not in _cards_in:
        rest = mask & (mask - 1)
        _add_to_cache(rest)
        _cards_in[mask] = (highest(mask ^ rest), *_cards_in[rest])


def mask(cards: Iterable[Card]) -> Mask:
    """Return the bit mask of the set of `cards`: bit `c` is set for each card `c`."""
    result = 0
    for card in cards:
        result |= BIT[card]
    return result


def highest(mask: Mask) -> Card:
    """Return the card with the highest number in a non-empty mask; within a suit this is the highest rank, ace high."""
    return mask.bit_length() - 1


def card_text(card: Card) -> str:
    """Return the text of a card, suit first: `S7`, `HT`."""
    return SUITS[card // 13] + RANKS[card % 13]


def parse_card(text: str) -> Card:
    """Parse a card such as `S7`, `7s`, `HT` or `10h`. Raise BadText for any other text."""
    canonical_text = text.strip().upper().replace("10", "T")
    if len(canonical_text) == 2:
        for of_suit, of_rank in ((canonical_text[0], canonical_text[1]), (canonical_text[1], canonical_text[0])):
            if of_suit in SUITS and of_rank in RANKS:
                return SUITS.index(of_suit) * 13 + RANKS.index(of_rank)
    raise BadText(reason("not-a-card", text=text))


def mask_text(mask: Mask) -> str:
    """Return the text of a mask: the ranks of each suit, high to low, in the order S.C.D.H, such as `AKJ.Q8.A.`."""
    return ".".join("".join(RANKS[c % 13] for c in reversed(cards(mask & SUIT_MASK[s]))) for s in range(4))


def parse_mask(text: str) -> Mask:
    """Parse a set of cards such as `AKJ.Q8.A.` into a mask. Raise BadText for any other text or a repeated card."""
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise BadText(reason("not-a-hand", text=text))
    result = 0
    for of_suit, ranks in enumerate(suits):
        for of_rank in ranks:
            bit = BIT[of_suit * 13 + RANKS.index(of_rank)] if of_rank in RANKS else 0
            if not bit or result & bit:
                raise BadText(reason("not-a-hand", text=text))
            result |= bit
    return result
