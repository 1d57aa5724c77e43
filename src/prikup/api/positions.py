"""Requests about positions: analysis with all cards visible (double dummy), and practising from a position."""

from secrets import randbits

from prikup.api.host import ApiHost
from prikup.api.route import Route
from prikup.api.tables import OpenedTable
from prikup.positions.analysis import Analysis, PastedText, UnreadableText
from prikup.positions.paste_reader import MAX_CHARACTERS
from prikup.rules.errors import BadText, Reason
from prikup.table.opening.practice_position import BOTS_BITS, PlayedFrom, table_from_position

__all__ = ["ANALYSE", "MAX_BYTES", "ROUTES"]

MAX_BYTES = 2 * MAX_CHARACTERS
"""The maximum size of a request in bytes: two for each character of the longest text.

Cyrillic and Armenian letters take two bytes in UTF-8; a match log, the longest kind of text, contains few of them.
"""


async def play_position(host: ApiHost, data: PlayedFrom) -> OpenedTable:
    """Open a table at which the user continues the position in `data`, with computer players in the other seats.

    The hands of the other players are hidden as at any table, unless the user requests `open_hands`. The result does
    not count in statistics. Raise BadText if `data` cannot be parsed, and for a position that cannot arise at a table,
    because no auction leads to its contract or no earlier tricks lead to its remaining cards.
    """
    host.admit("table")
    bots = randbits(BOTS_BITS)
    settings = await host.compute(table_from_position, data.text, data.deal, host.user_id, bots, data.open_hands)
    if isinstance(settings, Reason):
        raise BadText(settings)
    return OpenedTable(await host.open_table(settings))


ANALYSE = Route(
    "POST", "analyse", Analysis | UnreadableText, body=PastedText, max_bytes=MAX_BYTES, errors=(403,), on_device=True
)
ROUTES = (
    ANALYSE,
    Route(
        "POST",
        "analyse/table",
        OpenedTable,
        body=PlayedFrom,
        function=play_position,
        status=201,
        errors=(401,),
        max_bytes=MAX_BYTES,
        signed_in=True,
    ),
)
