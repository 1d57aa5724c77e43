"""Requests about finished matches, their reviews, imports from files, and statistics."""

import time

from msgspec import Struct

from prikup.api.host import ApiHost
from prikup.api.route import Route
from prikup.api.tables import OpenedTable
from prikup.archive.finished_match import DealRecord, Question
from prikup.archive.match_import import (
    MAX_BYTES,
    MatchChoice,
    MatchInFile,
    UploadedFile,
    match_from_file,
    matches_in_file,
)
from prikup.archive.match_records import MatchFilter, MatchPage, MatchRecord, PlayOn, ReviewProgress, SameDeal
from prikup.archive.shared_deal import DealLink, SharedDeal, open_link
from prikup.archive.statistics_page import StatisticsPage
from prikup.archive.uploads import UploadedLog
from prikup.rules.errors import BadText, Reason, reason
from prikup.statistics.period import Period

__all__ = [
    "COMPARISON",
    "DEAL",
    "LIST",
    "LOG",
    "MAX_LOG_BYTES",
    "OPEN_DEAL",
    "PLAY_ON",
    "PRIVACY",
    "QUESTION",
    "RECORD",
    "REQUEST_REVIEW",
    "REVIEW",
    "ROUTES",
    "STATISTICS",
    "TABLE_COMPARISON",
    "UPLOAD",
    "MatchSearch",
    "Privacy",
    "StatisticsSearch",
]

MAX_LOG_BYTES = 1 << 20
"""The maximum size of an uploaded match log in bytes, which is enough for about two hundred deals."""
LATEST_MS = 10**14
"""The latest time that a filter of statistics accepts (wall clock, ms): some thousand years from now."""


class MatchSearch(MatchFilter, frozen=True):
    """A request for one page of the user's finished matches that pass the filter (`MatchFilter`).

    `cursor` tells where the page begins: it is the `next` field of the previous page, "" for the first page. `limit` is
    the maximum number of matches on the page.
    """

    cursor: str = ""
    limit: int = 20


class StatisticsSearch(Struct, frozen=True):
    """A filter for the statistics page.

    `game` and `preset` (a named set of house rules) select matches; "" selects all. `since` and `until` restrict the
    user's own statistics to matches that ended in this period (wall clock, ms; null: no limit). They do not restrict
    the statistics of the computer players.
    """

    game: str = ""
    preset: str = ""
    since: int | None = None
    until: int | None = None

    @property
    def period(self) -> Period:
        """The period in which the user's matches must have ended to be counted.

        Raise BadText if `since` or `until` is negative or later than `LATEST_MS`.
        """
        if any(moment is not None and not 0 <= moment <= LATEST_MS for moment in (self.since, self.until)):
            raise BadText(reason("no-such-moment"))
        return Period(self.since, self.until)


class Privacy(Struct, frozen=True):
    """A request to make a finished match private or public, and the response to it.

    If `private` is true, only the players and the owner of the match may see it.
    """

    private: bool


async def list_file(host: ApiHost, data: UploadedFile) -> tuple[MatchInFile, ...]:
    """Return the matches that a file contains, so that the user can choose one. Nothing is stored.

    `data` has the text of the file. The file may be a match log, a match in our own notation, or a file in another
    program's notation. Raise BadText if it cannot be read.
    """
    host.admit("upload")
    matches = await host.compute(matches_in_file, data.text)
    if isinstance(matches, Reason):
        raise BadText(matches)
    return matches


async def import_match(host: ApiHost, data: MatchChoice) -> OpenedTable:
    """Add a match from a file to the user's finished matches, and return the id under which the match is stored.

    `data` contains the text of the file, the index of the match in the file, and the seat that the user had in the
    match. The match is marked as imported, stays private, and does not count in statistics. On a server only users with
    an account may import matches. Raise BadText if the match is rejected.
    """
    host.admit("upload")
    match = await host.compute(match_from_file, data, host.user_id, time.time_ns() // 1_000_000)
    if isinstance(match, Reason):
        raise BadText(match)
    await host.add_match(match)
    return OpenedTable(match.opening.table)


async def open_shared_deal(host: ApiHost, data: DealLink) -> SharedDeal:
    """Return the finished deal that a link contains, with all its cards and actions. Nothing is stored.

    `data` has the text of the link. Raise BadText if the link is damaged, or if the deal is not possible under the
    rules.
    """
    deal = await host.compute_brief(open_link, data.text)
    if isinstance(deal, Reason):
        raise BadText(deal)
    return deal


LIST = Route("GET", "matches", MatchPage, search=MatchSearch, errors=(400, 401), signed_in=True, on_device=True)
UPLOAD = Route(
    "POST",
    "matches",
    OpenedTable,
    body=UploadedLog,
    status=201,
    errors=(401, 409),
    max_bytes=MAX_LOG_BYTES,
    signed_in=True,
)
RECORD = Route("GET", "matches/{match:str}", MatchRecord, errors=(404,), on_device=True)
PRIVACY = Route("PATCH", "matches/{match:str}", Privacy, body=Privacy, errors=(401, 404, 409), signed_in=True)
LOG = Route("GET", "matches/{match:str}/log", bytes, errors=(404,), on_device=True)
DEAL = Route("GET", "matches/{match:str}/deals/{deal:int}", DealRecord, errors=(404,), on_device=True)
QUESTION = Route(
    "GET", "matches/{match:str}/deals/{deal:int}/steps/{step:int}", Question, errors=(404,), on_device=True
)
REVIEW = Route("GET", "matches/{match:str}/deals/{deal:int}/review", ReviewProgress, errors=(404,), on_device=True)
REQUEST_REVIEW = Route(
    "POST",
    "matches/{match:str}/deals/{deal:int}/review",
    ReviewProgress,
    errors=(401, 404),
    signed_in=True,
    on_device=True,
)
PLAY_ON = Route(
    "POST",
    "matches/{match:str}/deals/{deal:int}/play",
    OpenedTable,
    body=PlayOn,
    status=201,
    errors=(401, 404),
    signed_in=True,
    on_device=True,
)
OPEN_DEAL = Route(
    "POST",
    "matches/{match:str}/deals/{deal:int}/tables",
    OpenedTable,
    status=201,
    errors=(401, 404, 409),
    signed_in=True,
)
COMPARISON = Route("GET", "matches/{match:str}/deals/{deal:int}/tables", SameDeal, errors=(404,), on_device=True)
TABLE_COMPARISON = Route("GET", "tables/{table:str}/tables", SameDeal, errors=(404,))
STATISTICS = Route("GET", "statistics", StatisticsPage, search=StatisticsSearch, errors=(400,), on_device=True)
ROUTES = (
    LIST,
    UPLOAD,
    RECORD,
    PRIVACY,
    LOG,
    DEAL,
    QUESTION,
    REVIEW,
    REQUEST_REVIEW,
    PLAY_ON,
    OPEN_DEAL,
    COMPARISON,
    TABLE_COMPARISON,
    STATISTICS,
    Route("POST", "deals", SharedDeal, body=DealLink, function=open_shared_deal),
    Route(
        "POST",
        "imports/matches",
        tuple[MatchInFile, ...],
        body=UploadedFile,
        function=list_file,
        errors=(401,),
        max_bytes=2 * MAX_BYTES,
        signed_in=True,
    ),
    Route(
        "POST",
        "imports",
        OpenedTable,
        body=MatchChoice,
        function=import_match,
        status=201,
        errors=(401, 409),
        max_bytes=2 * MAX_BYTES,
        signed_in=True,
    ),
)
