"""The HTTP API that analyses a position: it computes the best play when all hands are visible (double dummy).

Requests are neither stored nor logged.
"""

from functools import partial
from http import HTTPStatus

import msgspec
from litestar import Response
from litestar.params import JSONBody

from prikup.api.positions import ANALYSE
from prikup.positions.analysis import LIMITS, LIMITS_WHILE_OTHERS_WAIT, Analysis, PastedText, UnreadableText, analyse
from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import AnyRequest, FromCaller, FromServices, user_or_none
from prikup.server.http.routing import handles

__all__ = ["analyse_position"]


def _analyse(request: PastedText, is_contested: bool) -> Analysis | UnreadableText:
    """Return the analysis of the position in a pasted text, or the place where the text cannot be parsed.

    `is_contested` is true if other requests wait until this one ends; the search for the best play is then shorter.
    """
    return analyse(request.text, request.deal, LIMITS_WHILE_OTHERS_WAIT if is_contested else LIMITS)


@handles(ANALYSE)
async def analyse_position(
    request: AnyRequest, services: FromServices, caller: FromCaller, data: JSONBody[PastedText]
) -> Response[bytes]:
    """Return the deal that a pasted text describes, what is missing or impossible in it, and the results of best play.

    No sign-in is needed. A text that cannot be parsed is not an HTTP error; the response states where parsing failed.
    While other requests wait, the search for the best play is shorter, and the results may be less certain. The request
    is refused (403) while the signed-in user is playing a deal of a rated match.
    """
    user = await user_or_none(request, services)
    if user is not None and await services.rated_players.is_in_deal(user.id):
        raise HttpError(HTTPStatus.FORBIDDEN, reason("rated-now"))
    analysis = await services.public_work.analyses.run_patiently(caller.address, partial(_analyse, data))
    return Response(msgspec.json.encode(analysis), media_type="application/json")
