"""The error that the functions for accounts raise."""

from prikup.rules.errors import PrikupError

__all__ = ["AccountError"]


class AccountError(PrikupError):
    """Raised if a name, a password or an account cannot be used, or if a login fails.

    The request that caused it has changed nothing.
    """
