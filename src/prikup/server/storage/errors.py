"""The error that functions for a database raise."""

from prikup.rules.errors import PrikupError

__all__ = ["BadDatabase"]


class BadDatabase(PrikupError):
    """Raised if a database cannot be opened, backed up or restored. The operator is shown the reason."""
