"""The error that functions for a database raise."""

from prikup.rules.errors import PrikupError

__all__ = ["BadDatabase"]


class BadDatabase(PrikupError):
    """The error that a database cannot be opened, backed up or restored. Its reason is shown to the operator."""
