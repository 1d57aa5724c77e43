"""The HTTP API of the scorer for matches at a real table. Nothing is stored.

A page sends its list of operations and receives the state of the match.
"""

from typing import Any

import msgspec
from litestar import Response
from litestar.params import JSONBody

from prikup.api.scoring import SCORE
from prikup.scorer.page_state import Request, build_reply
from prikup.server.http.handler_helpers import FromCaller, FromServices
from prikup.server.http.routing import handles

__all__ = ["score_match"]


def _answer(body: bytes) -> bytes:
    """Return the response to a request, both as JSON bytes, which are cheap to send to a worker process."""
    return msgspec.json.encode(build_reply(msgspec.json.decode(body, type=Request)))


@handles(SCORE, described_as=dict[str, Any])  # its questions are a union without tags
async def score_match(services: FromServices, caller: FromCaller, data: JSONBody[Request]) -> Response[bytes]:
    """Return the state of a match at a real table, and the next question about the deal being entered.

    No sign-in is needed. The match is the list in the request; the server neither stores nor logs any of it. An invalid
    list is not an HTTP error: the response states what is wrong with it.
    """
    body = await services.brief_jobs.run(caller.address, _answer, msgspec.json.encode(data))
    return Response(body, media_type="application/json")
