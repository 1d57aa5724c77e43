"""The body of error responses, and the error of a request for something that does not exist."""

from msgspec import Struct

from prikup.rules.errors import PrikupError, Reason

__all__ = ["ErrorBody", "NotFound"]


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """The body of every error response.

    If a proof of work would help, `puzzle` is the text that the proof must begin with.
    """

    reason: Reason
    puzzle: str = ""


class NotFound(PrikupError):
    """The requested item does not exist, or not yet; the response has status 404."""
