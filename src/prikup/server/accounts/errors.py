"""Errors of the accounts."""

from prikup.rules.errors import PrikupError

__all__ = ["AccountError"]


class AccountError(PrikupError):
    """A name, password or account cannot be used, or a login failed; nothing has changed."""
