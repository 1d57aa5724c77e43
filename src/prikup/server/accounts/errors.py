"""Errors of the accounts."""

from prikup.rules.errors import PrikupError

__all__ = ["AccountError"]


class AccountError(PrikupError):
    """The error that a name, password or account cannot be used, or that a login has failed.

    Nothing has changed then.
    """
