"""Errors of the database."""

from prikup.rules.errors import PrikupError

__all__ = ["BadDatabase"]


class BadDatabase(PrikupError):
    """A database cannot be opened."""
