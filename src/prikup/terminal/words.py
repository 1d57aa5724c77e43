"""The messages of the terminal client, and the normalisation of text that a user types."""

from pathlib import Path

from prikup.games import GAMES
from prikup.locale import Words
from prikup.table.protocol.message_parts import Person

__all__ = ["capital", "normalise_text", "person_name", "words_of"]

ROOMS = ("table", "server", "scorer", "review", "problems", "terminal")
"""The packages with messages (translated texts) that the terminal client uses: its own and packages that it imports."""


def words_of(language: str, game: str = "") -> Words:
    """Return the messages (translated texts) that the terminal client uses, in the language `language`, such as `en`.

    If `game` is not "", the messages of that game are included.
    """
    package = Path(__file__).parents[1]
    return Words(language, *(package / room for room in ROOMS), *((GAMES[game].folder,) if game else ()))


def person_name(words: Words, person: Person) -> str:
    """Return the name to display for a person or a computer player at a seat.

    `words` are the messages in the user's language, into which the names of computer players are translated.
    """
    if person.owner:
        return person.name or words("nameless")
    key = f"computer-name-{person.name.lower()}"
    return words(key) if words.has(key) else person.name


def capital(sentence: str) -> str:
    """Capitalise the first letter of a sentence and leave the rest as it is, unlike `str.capitalize`."""
    return sentence[:1].upper() + sentence[1:]


_TYPED_ALIKE = str.maketrans({"ё": "е", "ґ": "г", "’": "'", "ʼ": "'", "\ufe0f": None})


def normalise_text(text: str) -> str:
    """Normalise typed text so that equivalent inputs become equal.

    Case, ё and е, ґ and г, the type of apostrophe, spaces at both ends, and the variation selectors that a keyboard
    adds to suit signs make no difference.
    """
    return text.casefold().translate(_TYPED_ALIKE).strip()
