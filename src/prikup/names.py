"""The names of players, and how two of them are compared."""

import unicodedata

__all__ = ["alike"]


def alike(name: str) -> str:
    """Return what names are compared by: case, ё and the width and style of letters make no difference."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.replace("ё", "е").strip()
