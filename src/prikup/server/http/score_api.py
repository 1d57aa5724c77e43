"""The HTTP API of the scorer, which scores matches played with real cards. The server stores nothing.

A page sends the list of everything that was entered and receives the state of the match.
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
    """Return the response to a request for the state of a scored match.

    `body` is the request. Both it and the response are JSON bytes, because bytes are cheap to send to a worker process.
    """
    return msgspec.json.encode(build_reply(msgspec.json.decode(body, type=Request)))


@handles(SCORE, described_as=dict[str, Any])  # OpenAPI cannot describe its questions, a union without tags
async def score_match(services: FromServices, caller: FromCaller, data: JSONBody[Request]) -> Response[bytes]:
    """Return the state of a match played with real cards, and the next question about the deal being entered.

    No sign-in is needed. The request contains the whole match as a list of entries; the server neither stores nor logs
    any of it. An invalid list is not an HTTP error; the response states what is wrong with the list.
    """
    body = await services.public_work.brief_jobs.run(caller.address, _answer, msgspec.json.encode(data))
    return Response(body, media_type="application/json")
