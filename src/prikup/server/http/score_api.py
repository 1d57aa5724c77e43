"""The HTTP API of the scorer for matches at a real table. Nothing is stored.

A page sends its list of operations and receives the state of the match.
"""

from typing import Any

import msgspec
from litestar import Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from prikup.scorer.page_state import Request, build_reply
from prikup.server.http.handler_helpers import FromCaller, FromServices, write_errors

__all__ = ["score_match"]

MOST_BYTES = 512 << 10
"""Maximum bytes of a request: a thousand operations."""


def _answer(body: bytes) -> bytes:
    """Return the response to a request, both as JSON bytes, which are cheap to send to a worker process."""
    return msgspec.json.encode(build_reply(msgspec.json.decode(body, type=Request)))


@post(
    "/score",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses={
        200: ResponseSpec(
            dict[str, Any],
            media_type="application/json",
            description="The state of the match, or the reason why the list of entries is not valid.",
        )
    }
    | write_errors(),
)
async def score_match(services: FromServices, caller: FromCaller, data: JSONBody[Request]) -> Response[bytes]:
    """Return the state of a match at a real table, and the next question about the deal being entered.

    No sign-in is needed. The match is the list in the request; the server neither stores nor logs any of it. An invalid
    list is not an HTTP error: the response states what is wrong with it.
    """
    body = await services.brief_jobs.run(caller.address, _answer, msgspec.json.encode(data))
    return Response(body, media_type="application/json")
