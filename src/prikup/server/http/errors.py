"""Failed requests: the error that handlers raise, and the response body that the client reads."""

from http import HTTPStatus

from litestar.exceptions import HTTPException

from prikup.api.errors import ErrorBody, NotFound
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.table.storage import NotRead, NotWritten

__all__ = ["HttpError", "http_error"]

REASONS = {
    HTTPStatus.NOT_FOUND: reason("no-such-page"),
    HTTPStatus.METHOD_NOT_ALLOWED: reason("no-such-method"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: reason("request-too-large"),
}
"""The reasons of the errors that Litestar raises itself."""
HUNG_UP = "client disconnected prematurely"
"""An error that Litestar reports as a server error, although a client that sends half a request causes it."""


class HttpError(Exception):
    """A failed request: the `status` of the response and the `reason` in its body.

    The same request may be accepted after `retry_after` seconds (0: never), or at once with the solution of `puzzle`.
    """

    def __init__(self, status: int, reason: Reason, retry_after: int = 0) -> None:
        super().__init__(reason.key)
        self.status, self.reason, self.puzzle = status, reason, ""
        self.headers = {"Retry-After": str(retry_after)} if retry_after else {}

    @property
    def body(self) -> ErrorBody:
        """The body of the response."""
        return ErrorBody(self.reason, self.puzzle)


def http_error(error: Exception) -> HttpError:
    """Return the HTTP error for any exception. Only status 500 and above is the server's fault."""
    match error:
        case HttpError():
            return error
        case NotFound():
            return HttpError(HTTPStatus.NOT_FOUND, error.reason)
        case PrikupError():
            return HttpError(HTTPStatus.BAD_REQUEST, error.reason)
        case NotWritten():
            return HttpError(HTTPStatus.SERVICE_UNAVAILABLE, reason("not-written"))
        case NotRead():
            return HttpError(HTTPStatus.SERVICE_UNAVAILABLE, reason("not-read"))
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return HttpError(status, REASONS.get(HTTPStatus(status), reason("request-unreadable")))
        case HTTPException(detail=detail) if detail == HUNG_UP:
            return HttpError(HTTPStatus.BAD_REQUEST, reason("request-unreadable"))
        case RecursionError() | UnicodeDecodeError():  # deeply nested brackets, or not UTF-8
            return HttpError(HTTPStatus.BAD_REQUEST, reason("request-unreadable"))
        case _:
            return HttpError(HTTPStatus.INTERNAL_SERVER_ERROR, reason("server-failed"))
