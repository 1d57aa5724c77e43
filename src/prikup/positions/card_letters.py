"""Letters and words for cards in English, Russian, and Serbian (both scripts)."""

from collections.abc import Mapping

from msgspec import Struct

from prikup.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit

__all__ = ["ALPHABETS", "ENGLISH", "NO_TRUMPS", "RANK_WORDS", "SIGNS", "WORDS", "Alphabet"]

DIGITS = {"10": 8} | {str(number): number - 2 for number in range(2, 10)}
SIGNS: Mapping[str, Suit] = {
    **dict.fromkeys("♠♤", SPADES),
    **dict.fromkeys("♣♧", CLUBS),
    **dict.fromkeys("♦♢", DIAMONDS),
    **dict.fromkeys("♥♡", HEARTS),
}
WORDS: Mapping[str, Suit] = {
    word: suit
    for suit, words in (
        (SPADES, "spade spades пика пики пик pik пикови"),
        (CLUBS, "club clubs трефа трефы треф трефи крести кресты tref žir жир"),
        (DIAMONDS, "diamond diamonds бубна бубны бубен буби бубей karo каро kocka коцка bundeva бундева"),
        (HEARTS, "heart hearts черва червы черви червей herc херц srce срце"),
    )
    for word in words.split()
}
RANK_WORDS: Mapping[str, int] = {
    word: rank
    for words in (
        "two three four five six seven eight nine ten jack queen king ace",
        "двойка тройка четвёрка пятёрка шестёрка семёрка восьмёрка девятка десятка валет дама король туз",
    )
    for rank, word in enumerate(words.split())
}
"""The ranks of English and Russian words, with which the program announces cards to screen readers."""


class Alphabet(Struct, frozen=True):
    """The letters for ranks and suits in one script.

    `ranks` maps letters or digits to ranks from 0 (a two) to 12 (an ace). `suits` maps letters to suits, without
    letters that also mean a rank. Those are in `colon`, because they mean a suit only before a colon. All letters are
    capitals.
    """

    ranks: Mapping[str, int]
    suits: Mapping[str, Suit]
    colon: Mapping[str, Suit]


ENGLISH = Alphabet(
    DIGITS | {"T": 8, "J": 9, "Q": 10, "K": 11, "A": 12},
    {"S": SPADES, "C": CLUBS, "D": DIAMONDS, "H": HEARTS},
    {},
)
CYRILLIC = Alphabet(  # with the Latin letters that look the same
    DIGITS | {"В": 9, "Џ": 9, "Ж": 9, "Д": 10, "К": 11, "Т": 12, "А": 12} | {"B": 9, "K": 11, "T": 12, "A": 12},
    {"П": SPADES, "Б": DIAMONDS, "Ч": HEARTS, "Х": HEARTS},
    {"Т": CLUBS, "К": DIAMONDS},
)
SERBIAN = Alphabet(
    DIGITS | {"T": 8, "J": 9, "Ž": 9, "D": 10, "Q": 10, "K": 11, "A": 12},
    {"P": SPADES, "H": HEARTS},
    {"T": CLUBS, "K": DIAMONDS},
)
NO_TRUMPS = {"N", "NT", "БК", "SANS", "САНС"}
"""The spellings of "no trumps", in capitals."""
ALPHABETS = (ENGLISH, CYRILLIC, SERBIAN)
"""The alphabets in the order in which they are tried."""
