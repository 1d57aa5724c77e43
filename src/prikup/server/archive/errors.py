"""Errors of the archive."""

from prikup.rules.errors import PrikupError

__all__ = ["ArchiveError"]


class ArchiveError(PrikupError):
    """The archive rejects a request; nothing has changed."""
