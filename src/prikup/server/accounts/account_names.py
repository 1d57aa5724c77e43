"""The names of accounts: check a new name by `prikup.table.name_rules`, and fold names to compare them."""

import unicodedata

from prikup.server.accounts.errors import AccountError
from prikup.table.name_rules import clean_name, name_error

__all__ = ["account_name", "check_name", "fold_name"]


def check_name(name: str) -> str:
    """Remove invisible characters and superfluous spaces from a display name, and return it.

    Raise AccountError unless it has 1 to 20 characters and each word uses one alphabet.
    """
    name = clean_name(name)
    if why := name_error(name):
        raise AccountError(why)
    return name


def fold_name(name: str) -> str:
    """Return the form of a name for comparisons, without differences of case and of letter width or style.

    Names that differ only in these respects have the same form.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def account_name(name: str) -> str:
    """Return the form for comparisons (`fold_name`) of a name that a user has entered to log in to an account."""
    return fold_name(clean_name(name))
