"""The body of error responses, and the exceptions for requests that no route or no stored item matches."""

from msgspec import Struct

from prikup.rules.errors import PrikupError, Reason

__all__ = ["ErrorBody", "MethodNotAllowed", "NotFound"]


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """The body of every error response.

    `reason` is the message that tells the user what is wrong. If the request would be accepted with a proof of work (a
    small computation that slows down mass requests), `puzzle` is the text that the proof must begin with; otherwise it
    is "".
    """

    reason: Reason
    puzzle: str = ""


class NotFound(PrikupError):
    """An exception: the requested item does not exist, or does not exist yet. The response then has the status 404."""


class MethodNotAllowed(PrikupError):
    """An exception: the requested path exists, but not with this HTTP method. The response then has the status 405."""
