"""The words that a person reads and types in the terminal."""

from pathlib import Path

from prikup.games import GAMES
from prikup.locale import Words
from prikup.table.protocol import Person

__all__ = ["capital", "folded", "person_name", "words_of"]

ROOMS = ("table", "server", "scorer", "review", "problems", "terminal")
"""The rooms below and beside this one that talk to people, each with words of its own."""


def words_of(language: str, game: str = "") -> Words:
    """Return the words of the terminal and of the rooms below it, and of a game if one is named."""
    package = Path(__file__).parents[1]
    return Words(language, *(package / room for room in ROOMS), *((GAMES[game].folder,) if game else ()))


def person_name(words: Words, person: Person) -> str:
    """Return what somebody on a seat is called: a computer player in the reader's script."""
    if person.owner:
        return person.name or words("nameless")
    key = f"computer-name-{person.name.lower()}"
    return words(key) if words.has(key) else person.name


def capital(sentence: str) -> str:
    """Return a sentence that may begin with the name of a card, with a capital."""
    return sentence[:1].upper() + sentence[1:]


_TYPED_ALIKE = str.maketrans({"ё": "е", "ґ": "г", "’": "'", "ʼ": "'", "\ufe0f": None})


def folded(text: str) -> str:
    """Return a text without what people type differently: case, ё, ґ, apostrophes, a suit sign's variation selector."""
    return text.casefold().translate(_TYPED_ALIKE).strip()
