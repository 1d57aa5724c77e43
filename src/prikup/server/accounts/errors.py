"""The error that the functions for accounts raise."""

from prikup.rules.errors import PrikupError

__all__ = ["AccountError"]


class AccountError(PrikupError):
    """The error that a name, password or account cannot be used, or that a login has failed.

    The request that caused it has changed nothing.
    """
