"""Cards are ints and sets of cards are masks: bit `c` stands for card `c` = suit * 13 + rank.

Suits are S C D H (0..3), ranks 2..A (0..12). The 32-card pack (7..A) is a subset of the 52-card pack.
Text is written suit first (`S7`, `HT`) and read either way round, with `10` for `T`. A whole set of cards is
written by suit, high to low, in the order S.C.D.H: `AKJ.Q8.A.` (no hearts).
"""

from collections.abc import Iterable

from prikup.errors import BadText, reason

__all__ = [
    "ALL",
    "BIT",
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "PACK_32",
    "PACK_52",
    "RANKS",
    "SPADES",
    "SUITS",
    "SUIT_MASK",
    "Card",
    "Suit",
    "card_text",
    "cards",
    "highest",
    "mask",
    "mask_text",
    "parse_card",
    "parse_mask",
    "rank",
    "suit",
]

Card = int
Suit = int

SUITS = "SCDH"
RANKS = "23456789TJQKA"
SPADES, CLUBS, DIAMONDS, HEARTS = range(4)

PACK_52: tuple[Card, ...] = tuple(range(52))
PACK_32: tuple[Card, ...] = tuple(c for c in PACK_52 if c % 13 >= 5)
BIT: tuple[int, ...] = tuple(1 << c for c in PACK_52)
SUIT_MASK: tuple[int, ...] = tuple(0x1FFF << 13 * s for s in range(4))
ALL = (1 << 52) - 1


def suit(card: Card) -> Suit:
    """The suit, 0..3."""
    return card // 13


def rank(card: Card) -> int:
    """The rank, 0 (a two) to 12 (an ace)."""
    return card % 13


_known: dict[int, tuple[Card, ...]] = {0: ()}
"""The cards of each mask that lies within one suit, found once and kept (at most 4 * 8192)."""


def cards(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, lowest int first."""
    try:
        return _known.get(mask) or (
            _known[mask & 0x1FFF]
            + _known[mask & 0x1FFF << 13]
            + _known[mask & 0x1FFF << 26]
            + _known[mask & 0x1FFF << 39]
        )
    except KeyError:
        for suit in SUIT_MASK:
            _known[mask & suit] = tuple(card for card in PACK_52 if mask & suit & BIT[card])
        return cards(mask)


def mask(cards: Iterable[Card]) -> int:
    """The mask of some cards."""
    together = 0
    for card in cards:
        together |= BIT[card]
    return together


def highest(mask: int) -> Card:
    """The card with the highest int of a mask that is not empty: within one suit, the strongest with ace high."""
    return mask.bit_length() - 1


def card_text(card: Card) -> str:
    """`S7`, `HT`."""
    return SUITS[card // 13] + RANKS[card % 13]


def parse_card(text: str) -> Card:
    """A card from `S7`, `7s`, `HT`, `10h`; raises BadText."""
    folded = text.strip().upper().replace("10", "T")
    if len(folded) == 2:
        for of_suit, of_rank in ((folded[0], folded[1]), (folded[1], folded[0])):
            if of_suit in SUITS and of_rank in RANKS:
                return SUITS.index(of_suit) * 13 + RANKS.index(of_rank)
    raise BadText(reason("not-a-card", text=text))


def mask_text(mask: int) -> str:
    """`AKJ.Q8.A.`: the suits S.C.D.H, each high to low."""
    return ".".join("".join(RANKS[c % 13] for c in reversed(cards(mask & SUIT_MASK[s]))) for s in range(4))


def parse_mask(text: str) -> int:
    """The mask of `AKJ.Q8.A.`; raises BadText."""
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise BadText(reason("not-a-hand", text=text))
    found = 0
    for of_suit, ranks in enumerate(suits):
        for of_rank in ranks:
            bit = BIT[of_suit * 13 + RANKS.index(of_rank)] if of_rank in RANKS else 0
            if not bit or found & bit:
                raise BadText(reason("not-a-hand", text=text))
            found |= bit
    return found
