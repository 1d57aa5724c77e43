"""Parse single cards and suits as people write them, with the alphabets of `pasted_hands`.

A card is its suit and its rank, in either order: `SA`, `10♥`, `ПТ` (the ace of spades), `KŽ` (the jack of diamonds).
Several cards of a suit may follow the word for the suit: `pik A 10`. All cards of a text must be in the same alphabet.
"""

import re
from collections.abc import Iterator
from typing import Literal

from prikup.positions.card_letters import ALPHABETS, NO_TRUMPS, RANK_WORDS, SIGNS, WORDS, Alphabet
from prikup.positions.pasted_hands import BLANKS
from prikup.rules.cards import Card, Suit, parse_card
from prikup.rules.errors import BadText, reason

__all__ = ["read_cards", "read_trump"]

_SYMBOL = re.compile(r"10|\S")
_VARIANTS = str.maketrans("", "", "\ufe0e\ufe0f")
"""The variation selectors after suit symbols, which only change the look of the symbols."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Parse the cards in a text, in their order. Raise BadText with the first word that is not a card."""
    words = _plain(text).replace(",", " ").replace(";", " ").split()
    first: BadText | None = None
    for alphabet in (None, *ALPHABETS):
        try:
            return tuple(map(parse_card, words)) if alphabet is None else tuple(_cards(words, alphabet))
        except BadText as error:
            first = first or error
    assert first is not None
    raise first


def read_trump(text: str) -> Suit | Literal["unread"] | None:
    """Parse a trump suit from a symbol, a word or a letter: None for no trumps, "unread" for any other text."""
    word = _plain(text).strip()
    if word.upper() in NO_TRUMPS:
        return None
    letters = {letter.lower(): suit for alphabet in ALPHABETS for letter, suit in _suits(alphabet).items()}
    suits: dict[str, Suit] = {**SIGNS, **WORDS, **letters}
    return suits.get(word.lower(), "unread")


def _plain(text: str) -> str:
    return text.translate(_VARIANTS).translate(BLANKS)


def _suits(alphabet: Alphabet) -> dict[str, Suit]:
    return {**alphabet.colon, **alphabet.suits}


def _cards(words: list[str], alphabet: Alphabet) -> Iterator[Card]:
    suit: Suit | None = None
    suits = {**SIGNS, **_suits(alphabet)}
    for word in words:
        symbols = _SYMBOL.findall(word.upper())
        rank = RANK_WORDS.get(word.lower(), alphabet.ranks.get(word.upper()))
        if word.lower() in WORDS:
            suit = WORDS[word.lower()]
        elif rank is not None and suit is not None:
            yield suit * 13 + rank
        elif len(symbols) == 2 and symbols[0] in suits and symbols[1] in alphabet.ranks:
            yield suits[symbols[0]] * 13 + alphabet.ranks[symbols[1]]
        elif len(symbols) == 2 and symbols[1] in suits and symbols[0] in alphabet.ranks:
            yield suits[symbols[1]] * 13 + alphabet.ranks[symbols[0]]
        else:
            raise BadText(reason("not-a-card", text=word))
