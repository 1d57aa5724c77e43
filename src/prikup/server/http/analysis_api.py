"""The HTTP API of positions: what best play makes of open hands. Nothing that is asked is kept or written to a log.

Who plays on from one has a table, whose log has its cards.
"""

import secrets
from functools import partial

import msgspec
from litestar import Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from prikup.errors import BadText, Reason
from prikup.positions.analysis import LIMITS, LIMITS_WHILE_OTHERS_WAIT, Analysis, Pasted, Unread, analyse
from prikup.positions.reading import MOST
from prikup.server.http.handlers import FromCaller, FromServices, OpenedTable, SignedIn, write_errors
from prikup.table.played_on import BOTS_BITS, PlayedFrom, table_from_position

__all__ = ["analyse_position", "play_position"]

MOST_BYTES = 2 * MOST
"""The bytes of a request at most: each of the letters of a text may be two of them, and a text of logs has few such."""


def _analyse(pasted: Pasted, contested: bool) -> Analysis | Unread:
    """Return the analysis of a text, which is shorter where others wait for it to end."""
    return analyse(pasted.text, pasted.deal, LIMITS_WHILE_OTHERS_WAIT if contested else LIMITS)


@post(
    "/analyse",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses={
        200: ResponseSpec(
            Analysis | Unread, description="What is known of the position, or why the text does not read."
        )
    }
    | write_errors(),
)
async def analyse_position(services: FromServices, caller: FromCaller, data: JSONBody[Pasted]) -> Response[bytes]:
    """Return the deal that a text says, what is missing or impossible in it, and what best play makes of it.

    Nobody need be signed in. A text that does not read is no error of the request: the answer says where it does not.
    While others wait the search is shorter, and its numbers may be less certain.
    """
    found = await services.analyses.run_patiently(caller.address, partial(_analyse, data))
    return Response(msgspec.json.encode(found), media_type="application/json")


@post("/analyse/table", request_max_body_size=MOST_BYTES, responses=write_errors(401))
async def play_position(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[PlayedFrom]
) -> OpenedTable:
    """Open a table at which the user plays on from a position, with computer players in the other seats.

    Hands are hidden as at any table, unless the user asks for open ones, and what is played there counts nowhere.
    Refused is what no table comes to: a contract to which no auction leads, or an ending to which no tricks do.
    """
    services.rate_limits.spend("table", caller.address, user.id)
    bots = secrets.randbits(BOTS_BITS)
    settings = await services.brief_jobs.run(
        caller.address, table_from_position, data.text, data.deal, user.id, bots, data.open_hands
    )
    if isinstance(settings, Reason):
        raise BadText(settings)
    return OpenedTable(await services.tables.open(settings))
