"""The HTTP API of matches at a real table: a page sends its list and is told how it stands. Nothing of it is kept."""

from typing import Any

import msgspec
from litestar import Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from prikup.scorer.reply import Request, replied
from prikup.server.http.handlers import FromCaller, FromServices, write_errors

__all__ = ["score_match"]

MOST_BYTES = 512 << 10
"""The bytes of a request at most: a thousand operations."""


def _answer(body: bytes) -> bytes:
    """Return the reply to a request, both as JSON: a worker process gets and sends bytes in no time."""
    return msgspec.json.encode(replied(msgspec.json.decode(body, type=Request)))


@post(
    "/score",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses={
        200: ResponseSpec(
            dict[str, Any], media_type="application/json", description="The match, or why there is no such match."
        )
    }
    | write_errors(),
)
async def score_match(services: FromServices, caller: FromCaller, data: JSONBody[Request]) -> Response[bytes]:
    """Return how a match at a real table stands, and the next question about the deal that is being told.

    Nobody need be signed in. The match is the list in the request; the server keeps nothing of it and writes nothing of
    it to a log. A list that is no match is no error of the request: the answer says what is wrong with it.
    """
    found = await services.brief_jobs.run(caller.address, _answer, msgspec.json.encode(data))
    return Response(found, media_type="application/json")
