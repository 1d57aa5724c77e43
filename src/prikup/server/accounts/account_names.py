"""Checks new names of users (by `prikup.table.name_rules`), and folds names so that similar ones compare as equal."""

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
    """Return a name in a folded form, which ignores case and the width and style of letters.

    Names that differ only in these respects have the same folded form, so it is used to compare names.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def account_name(name: str) -> str:
    """Return the account name that a user has entered, in the folded form by which accounts are found (`fold_name`).

    This form ignores case and the width and style of letters.
    """
    return fold_name(clean_name(name))
