"""Control characters in text that came from strangers: a terminal obeys them instead of printing them."""

import re

__all__ = ["escaped"]

_OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""All of them but the line feed, and the marks that turn the direction of what follows."""


def escaped(text: str) -> str:
    """Return a text in which each of them is written as JSON writes it, by its number; line feeds stay."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
