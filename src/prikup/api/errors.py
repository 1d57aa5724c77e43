"""The body of error responses, and the exception for a request for something that does not exist."""

from msgspec import Struct

from prikup.rules.errors import PrikupError, Reason

__all__ = ["ErrorBody", "NotFound"]


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """The body of every error response.

    `reason` is the message that tells the user what is wrong. If the request would be accepted with a proof of work (a
    small computation that slows down mass requests), `puzzle` is the text that the proof must begin with; otherwise it
    is "".
    """

    reason: Reason
    puzzle: str = ""


class NotFound(PrikupError):
    """An exception: the requested item does not exist, or not yet. The response then has the status 404."""
