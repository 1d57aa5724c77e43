"""The HTTP API of positions: double-dummy analysis of open hands.

Requests are neither stored nor logged. Practising from a position opens a table, and its log contains the cards.
"""

import secrets
from functools import partial

import msgspec
from litestar import Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from prikup.api.tables import OpenedTable
from prikup.positions.analysis import LIMITS, LIMITS_WHILE_OTHERS_WAIT, Analysis, Pasted, UnreadableText, analyse
from prikup.positions.paste_reader import MAX_CHARACTERS
from prikup.rules.errors import BadText, Reason
from prikup.server.http.handler_helpers import FromCaller, FromServices, SignedIn, write_errors
from prikup.table.practice_position import BOTS_BITS, PlayedFrom, table_from_position

__all__ = ["analyse_position", "play_position"]

MOST_BYTES = 2 * MAX_CHARACTERS
"""Maximum bytes of a request: a letter may take two bytes, and the text of a log has few such letters."""


def _analyse(request: Pasted, is_contested: bool) -> Analysis | UnreadableText:
    """Return the analysis of a text, with a shorter search if other requests wait for this one to end."""
    return analyse(request.text, request.deal, LIMITS_WHILE_OTHERS_WAIT if is_contested else LIMITS)


@post(
    "/analyse",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses={
        200: ResponseSpec(
            Analysis | UnreadableText, description="The analysis of the position, or the fault of the text."
        )
    }
    | write_errors(),
)
async def analyse_position(services: FromServices, caller: FromCaller, data: JSONBody[Pasted]) -> Response[bytes]:
    """Return the deal described by a text, what is missing or impossible in it, and the results of best play.

    No sign-in is needed. An unreadable text is not an HTTP error: the response states where it could not be read. While
    other requests wait the search is shorter, and its numbers may be less certain.
    """
    analysis = await services.analyses.run_patiently(caller.address, partial(_analyse, data))
    return Response(msgspec.json.encode(analysis), media_type="application/json")


@post("/analyse/table", request_max_body_size=MOST_BYTES, responses=write_errors(401))
async def play_position(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[PlayedFrom]
) -> OpenedTable:
    """Open a table at which the user continues a position, with computer players in the other seats.

    Hands are hidden as at any table, unless the user requests open hands, and the result does not count. A position
    that no table can reach is rejected: a contract that no auction leads to, or an ending that no tricks lead to.
    """
    services.rate_limits.spend("table", caller.address, user.id)
    bots = secrets.randbits(BOTS_BITS)
    settings = await services.brief_jobs.run(
        caller.address, table_from_position, data.text, data.deal, user.id, bots, data.open_hands
    )
    if isinstance(settings, Reason):
        raise BadText(settings)
    return OpenedTable(await services.tables.open(settings))
