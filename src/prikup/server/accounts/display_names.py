"""What people call themselves: as others see it, and as two names are compared."""

import unicodedata

from prikup.errors import PrikupError, reason

__all__ = ["Denied", "cleaned", "fold", "shown"]

LONGEST = 20
_BLANK = dict.fromkeys((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
"""What counts as printable and leaves no ink."""


class Denied(PrikupError):
    """What somebody asked for himself (a name, an account, to be let in) was not done; nothing has changed."""


def cleaned(name: str) -> str:
    """A name composed, on one line, trimmed, without control characters and those that turn the direction of writing;
    "" if nothing is left to see."""
    printed = "".join(c for c in " ".join(name.split()) if c.isprintable())
    composed = " ".join(unicodedata.normalize("NFC", printed.translate(_BLANK)).split())
    return "" if all(unicodedata.category(c)[0] in "MZ" for c in composed) else composed


def shown(name: str) -> str:
    """A name of 1 to 20 characters as others see it; raises Denied."""
    name = cleaned(name)
    if not name:
        raise Denied(reason("name-empty"))
    if len(name) > LONGEST:
        raise Denied(reason("name-long", most=LONGEST))
    return name


def fold(name: str) -> str:
    """What names are compared by: capitals and the width and style of letters make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
