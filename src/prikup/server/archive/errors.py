"""The error that the archive of finished matches raises."""

from prikup.rules.errors import PrikupError

__all__ = ["ArchiveError"]


class ArchiveError(PrikupError):
    """Raised if the archive of finished matches rejects a request. The request has changed nothing."""
