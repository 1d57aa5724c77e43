"""The names under which users are shown, and how two of them are compared."""

import unicodedata

from prikup.server.accounts.errors import AccountError
from prikup.table.display_names import clean_name, flaw

__all__ = ["account_name", "check_name", "fold_name"]


def check_name(name: str) -> str:
    """Return a name of 1 to 20 characters, each word of one alphabet, as it is shown. Raises AccountError."""
    name = clean_name(name)
    if why := flaw(name):
        raise AccountError(why)
    return name


def fold_name(name: str) -> str:
    """Return what names are compared by: capitals and the width and style of letters make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def account_name(name: str) -> str:
    """Return the account that a person means who types a name: however it is spelled, as `log_in` takes it."""
    return fold_name(clean_name(name))
