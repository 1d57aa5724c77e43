"""Failed requests: the error that handlers raise, and the response body that the client reads."""

from http import HTTPStatus

from litestar.exceptions import HTTPException

from prikup.api.errors import ErrorBody, NotFound
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.table.host.storage import NotRead, NotWritten
from prikup.table.opening.new_table import CannotBeRated

__all__ = ["HttpError", "http_error"]

REASONS = {
    HTTPStatus.NOT_FOUND: reason("no-such-page"),
    HTTPStatus.METHOD_NOT_ALLOWED: reason("no-such-method"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: reason("request-too-large"),
}
"""The reasons (messages to the user) for errors that the web framework Litestar raises itself, by HTTP status."""
HUNG_UP = "client disconnected prematurely"
"""The `detail` of the error that the web framework Litestar raises when a client has sent only half a request.

Litestar reports this error as one of the server, although the client has caused it.
"""


class HttpError(Exception):
    """A failed request: the `status` of the response, and the `reason` that its body gives to the user.

    `retry_after` is the number of seconds after which the same request may be accepted, 0 if waiting does not help.
    `puzzle` is a piece of computing work for the client, "" for none: the request is accepted at once if it contains
    the solution.
    """

    def __init__(self, status: int, reason: Reason, retry_after: int = 0) -> None:
        super().__init__(reason.key)
        self.status, self.reason, self.puzzle = status, reason, ""
        self.headers = {"Retry-After": str(retry_after)} if retry_after else {}

    @property
    def body(self) -> ErrorBody:
        """The body of the response, which is sent as JSON."""
        return ErrorBody(self.reason, self.puzzle)


def http_error(error: Exception) -> HttpError:
    """Return the HTTP error with which the server responds to an exception raised by a request handler.

    A status of 500 or above means that the server is at fault, and not the client.
    """
    match error:
        case HttpError():
            return error
        case NotFound():
            return HttpError(HTTPStatus.NOT_FOUND, error.reason)
        case CannotBeRated():
            return HttpError(HTTPStatus.CONFLICT, error.reason)
        case PrikupError():
            return HttpError(HTTPStatus.BAD_REQUEST, error.reason)
        case NotWritten():
            return HttpError(HTTPStatus.SERVICE_UNAVAILABLE, reason("not-written"))
        case NotRead():
            return HttpError(HTTPStatus.SERVICE_UNAVAILABLE, reason("not-read"))
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            refusal = HttpError(status, REASONS.get(HTTPStatus(status), reason("request-unreadable")))
            refusal.headers |= error.headers or {}  # such as the methods that a path allows
            return refusal
        case HTTPException(detail=detail) if detail == HUNG_UP:
            return HttpError(HTTPStatus.BAD_REQUEST, reason("request-unreadable"))
        case RecursionError() | UnicodeDecodeError():  # deeply nested brackets, or not UTF-8
            return HttpError(HTTPStatus.BAD_REQUEST, reason("request-unreadable"))
        case _:
            return HttpError(HTTPStatus.INTERNAL_SERVER_ERROR, reason("server-failed"))
