"""A deal as several lines of text, for programmers: what `print(state)` and `print(view)` show.

    play  deal=1 dealer=0 turn=1 actor=1
      0  ♠ QT   ♣ AT7  ♦ J    ♥ KQT8
    > 1  ♠ K8   ♣ –    ♦ A97  ♥ AJ97
      2  ♠ J97  ♣ J98  ♦ KQT  ♥ –
    trick=0:♠A
    won=1,0,0
    totals=20,0,0|0,0,0

`>` marks the seat to act. The names (`turn`, `won` and so on) are those of the fields. A hidden hand is shown as a
question mark.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from prikup.rules.cards import RANKS, SUIT_MASK, Card, Mask, cards

__all__ = ["table_text"]

SYMBOLS = "♠♣♦♥"
"""The symbols of the suits, in the order of their numbers."""
HIDDEN_HAND = "?"


def table_text(public: Any, hands: Sequence[Mask | None], stock: Sequence[Card] = ()) -> str:
    """Return a deal as several lines of text: the phase, the hands, the stock, the tricks and the totals of the sheet.

    The docstring of this module has an example. `public` is the public part of the state, a `PublicState`. `hands` are
    masks by seat, None for a hidden hand. `stock` are the cards dealt to no hand, () if they are hidden.
    """
    return "\n".join(_lines(public, hands, stock))


def _lines(public: Any, hands: Sequence[Mask | None], stock: Sequence[Card]) -> Iterator[str]:
    yield f"{public.phase}  deal={public.match.deal} dealer={public.dealer} turn={public.turn} actor={public.actor}"
    suits_by_seat = [None if hand is None else [_ranks(hand & suit) for suit in SUIT_MASK] for hand in hands]
    widths = [max((len(suits[suit]) for suits in suits_by_seat if suits), default=0) for suit in range(4)]
    for seat, suits in enumerate(suits_by_seat):
        text = (
            HIDDEN_HAND
            if suits is None
            else "  ".join(
                f"{symbol} {ranks:{width}}" for symbol, ranks, width in zip(SYMBOLS, suits, widths, strict=True)
            )
        )
        yield f"{'>' if seat == public.actor else ' '} {seat}  {text}".rstrip()
    if stock:
        yield f"stock={','.join(map(_card, stock))}"
    if public.tricks is not None:
        if public.tricks.lead is not None:
            yield f"lead={_card(public.tricks.lead)}"
        yield f"trick={','.join(f'{seat}:{_card(card)}' for seat, card in public.tricks.lying)}"
        yield f"won={_numbers(public.tricks.won)}"
    yield f"totals={'|'.join(map(_numbers, public.match.totals))}"


def _ranks(suit_cards: Mask) -> str:
    """Return the ranks of `suit_cards` (a mask of cards of one suit) as text, high to low; a dash if there are none."""
    return "".join(RANKS[card % 13] for card in reversed(cards(suit_cards))) or "–"


def _card(card: Card) -> str:
    return SYMBOLS[card // 13] + RANKS[card % 13]


def _numbers(numbers: Sequence[object]) -> str:
    return ",".join(map(str, numbers))
