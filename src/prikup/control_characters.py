"""Escape control characters in untrusted text, because a terminal would obey them instead of printing them."""

import re

__all__ = ["escape"]

_CONTROL_CHARACTERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""All control characters except the line feed, and the marks that change the text direction."""


def escape(text: str) -> str:
    """Return the text with each control character replaced by its JSON escape; line feeds stay unchanged."""
    return _CONTROL_CHARACTERS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
