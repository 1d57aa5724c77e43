"""Clean and check the display names that people choose."""

import unicodedata

from prikup.name_comparison import mixed_letters
from prikup.rules.errors import Reason, reason

__all__ = ["clean_name", "name_error"]

MAX_LENGTH = 20
_INVISIBLE = dict.fromkeys((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
"""Characters that Python counts as printable although they are invisible."""


def clean_name(name: str) -> str:
    """Return a name on one line and without surrounding spaces, in composed form (Unicode NFC).

    Control characters, invisible characters and those that change the writing direction are removed. Return "" if
    nothing visible is left.
    """
    printable_name = "".join(c for c in " ".join(name.split()) if c.isprintable())
    composed_name = " ".join(unicodedata.normalize("NFC", printable_name.translate(_INVISIBLE)).split())
    return "" if all(unicodedata.category(c)[0] in "MZ" for c in composed_name) else composed_name


def name_error(name: str) -> Reason | None:
    """Return the reason why a name, as returned by `clean_name`, is not allowed; None if it is allowed.

    A name needs 1 to 20 characters, and must not mix letters of two alphabets in one word.
    """
    if not name:
        return reason("name-empty")
    if len(name) > MAX_LENGTH:
        return reason("name-long", most=MAX_LENGTH)
    if letters := mixed_letters(name):
        return reason("name-mixed", few=letters[0], many=letters[1])
    return None
