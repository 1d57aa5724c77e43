"""Errors of the archive."""

from prikup.rules.errors import PrikupError

__all__ = ["ArchiveError"]


class ArchiveError(PrikupError):
    """The error that the archive rejects a request. Nothing has changed then."""
