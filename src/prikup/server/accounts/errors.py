"""The refusals of the accounts."""

from prikup.errors import PrikupError

__all__ = ["AccountError"]


class AccountError(PrikupError):
    """A user cannot have this name, password or account, or is not let in; nothing has changed."""
