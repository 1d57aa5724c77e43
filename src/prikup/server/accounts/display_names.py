"""Display names of users, and how two of them are compared."""

import unicodedata

from prikup.server.accounts.errors import AccountError
from prikup.table.display_names import clean_name, name_error

__all__ = ["account_name", "check_name", "fold_name"]


def check_name(name: str) -> str:
    """Return a cleaned name of 1 to 20 characters, each word of one alphabet. Raise AccountError."""
    name = clean_name(name)
    if why := name_error(name):
        raise AccountError(why)
    return name


def fold_name(name: str) -> str:
    """Return the form in which names are compared, without differences of case and of letter width or style."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def account_name(name: str) -> str:
    """Return the folded name of the account that an entered name refers to, as `log_in` looks it up."""
    return fold_name(clean_name(name))
