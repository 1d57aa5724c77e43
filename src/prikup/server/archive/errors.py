"""The refusals of the archive."""

from prikup.errors import PrikupError

__all__ = ["ArchiveError"]


class ArchiveError(PrikupError):
    """The archive cannot do what somebody asks for; nothing has changed."""
