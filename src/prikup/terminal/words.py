"""Messages of the terminal client, and normalisation of typed text."""

from pathlib import Path

from prikup.games import GAMES
from prikup.locale import Words
from prikup.table.protocol import Person

__all__ = ["capital", "normalise_text", "person_name", "words_of"]

ROOMS = ("table", "server", "scorer", "review", "problems", "terminal")
"""Packages at or below this one that have messages of their own."""


def words_of(language: str, game: str = "") -> Words:
    """Return the messages of the terminal and of the packages below it, plus those of a game if one is given."""
    package = Path(__file__).parents[1]
    return Words(language, *(package / room for room in ROOMS), *((GAMES[game].folder,) if game else ()))


def person_name(words: Words, person: Person) -> str:
    """Return the displayed name of a person at a seat; computer players' names are localised."""
    if person.owner:
        return person.name or words("nameless")
    key = f"computer-name-{person.name.lower()}"
    return words(key) if words.has(key) else person.name


def capital(sentence: str) -> str:
    """Capitalise the first letter of a sentence, which may begin with the name of a card."""
    return sentence[:1].upper() + sentence[1:]


_TYPED_ALIKE = str.maketrans({"ё": "е", "ґ": "г", "’": "'", "ʼ": "'", "\ufe0f": None})


def normalise_text(text: str) -> str:
    """Normalise typed text: ignore case, ё/е, ґ/г, types of apostrophes, and the variation selectors of suit signs."""
    return text.casefold().translate(_TYPED_ALIKE).strip()
