"""The names under which people are shown at a table: what is left out of them, and what is none."""

import unicodedata

from prikup.errors import Reason, reason
from prikup.names import mixed

__all__ = ["clean_name", "flaw"]

MAX_LENGTH = 20
_INVISIBLE = dict.fromkeys((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
"""Characters that count as printable and leave no ink."""


def clean_name(name: str) -> str:
    """Return a name composed (NFC), on one line and trimmed; "" if nothing is left to see.

    Control characters and those that turn the direction of writing are left out.
    """
    printed = "".join(c for c in " ".join(name.split()) if c.isprintable())
    composed = " ".join(unicodedata.normalize("NFC", printed.translate(_INVISIBLE)).split())
    return "" if all(unicodedata.category(c)[0] in "MZ" for c in composed) else composed


def flaw(name: str) -> Reason | None:
    """Return why a clean name cannot be shown, None for one of 1 to 20 characters, each word of one alphabet."""
    if not name:
        return reason("name-empty")
    if len(name) > MAX_LENGTH:
        return reason("name-long", most=MAX_LENGTH)
    if letters := mixed(name):
        return reason("name-mixed", few=letters[0], many=letters[1])
    return None
