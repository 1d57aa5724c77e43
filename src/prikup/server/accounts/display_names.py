"""The names under which users are shown, and how two of them are compared."""

import unicodedata

from prikup.errors import reason
from prikup.names import mixed
from prikup.server.accounts.errors import AccountError

__all__ = ["account_name", "check_name", "clean_name", "fold_name"]

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


def check_name(name: str) -> str:
    """Return a name of 1 to 20 characters, each word of one alphabet, as it is shown. Raises AccountError."""
    name = clean_name(name)
    if not name:
        raise AccountError(reason("name-empty"))
    if len(name) > MAX_LENGTH:
        raise AccountError(reason("name-long", most=MAX_LENGTH))
    if letters := mixed(name):
        raise AccountError(reason("name-mixed", few=letters[0], many=letters[1]))
    return name


def fold_name(name: str) -> str:
    """Return what names are compared by: capitals and the width and style of letters make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def account_name(name: str) -> str:
    """Return the account that a person means who types a name: however it is spelled, as `log_in` takes it."""
    return fold_name(clean_name(name))
