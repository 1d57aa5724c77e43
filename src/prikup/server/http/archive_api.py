"""The HTTP API of the archive: finished matches, their deals with all cards, and reviews of deals.

A review evaluates every decision in a deal. Anyone with the link may see a finished match, without an account. The
response for a match that is private, unfinished or missing is always the same, 404.
"""

import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from prikup.api import accounts as account_routes
from prikup.api import matches as match_routes
from prikup.api.accounts import LinkPrivacy
from prikup.api.matches import MatchSearch, Privacy
from prikup.api.tables import OpenedTable
from prikup.archive.match_records import (
    MatchPage,
    MatchSummary,
    PlayOn,
    ReviewProgress,
    ReviewSummary,
)
from prikup.archive.uploads import UploadedLog, match_from_log
from prikup.rules.errors import BadText, Reason, reason
from prikup.server.archive import reading
from prikup.server.archive.reading import SeenMatch, call_by_size
from prikup.server.archive.reviews import DealToReview
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import (
    JSON_LINES,
    AnyRequest,
    FromCaller,
    FromServices,
    SignedIn,
    caller_of_scope,
    user_or_none,
)
from prikup.server.http.routing import handles
from prikup.server.services import Services
from prikup.server.storage.database import wall_clock
from prikup.table.fixed_deal import Origin
from prikup.table.opening.practice_position import BOTS_BITS

__all__ = ["ARCHIVE_ROUTES"]

P = ParamSpec("P")
T = TypeVar("T")


async def _find_match(services: Services, request: AnyRequest, match: str) -> SeenMatch:
    user = await user_or_none(request, services)
    visible_match = await services.archive.find(match, user.id if user else "")
    if visible_match is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-match"))
    return visible_match


async def _read_match(
    services: Services,
    request: AnyRequest,
    match: str,
    function: Callable[Concatenate[SeenMatch, P], T],
    *arguments: P.args,
    **keywords: P.kwargs,
) -> T:
    """Call a function of the module `reading` with a match as the user may see it, and return the function's result.

    The names of some players may be hidden from the user. `match` is the id of the match, and `arguments` and
    `keywords` are further arguments of the function. Requests from one network address run one after the other. Raise
    HttpError 404 if the match does not exist or the user may not see it.
    """
    async with services.public_work.readings.turn(caller_of_scope(request.scope).address):
        visible_match = await _find_match(services, request, match)
        return await call_by_size(
            services.public_work.readings.processes,
            visible_match.stored_match.size,
            function,
            visible_match,
            *arguments,
            **keywords,
        )


def _require_deal(deal_data: T | None) -> T:
    """Return the data of a deal unchanged. Raise HttpError 404 if it is None, because there is no such deal."""
    if deal_data is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    return deal_data


async def _deal(services: Services, request: AnyRequest, match: str, deal: int) -> DealToReview:
    return _require_deal(await _read_match(services, request, match, reading.review_of, deal))


@handles(match_routes.LIST)
async def list_matches(
    services: FromServices,
    user: SignedIn,
    search: NamedDependency[MatchSearch],
) -> MatchPage:
    """Return a page of the user's finished matches, the latest first.

    The list can be filtered by `game`, `preset` (set of house rules) and `result`, by `player` (part of another
    player's name) and by `company` (whether other people played). `cursor` is the `next` of the previous page; `limit`
    is at most 100.
    """
    page = await services.archive.page(user.id, search, search.cursor, search.limit)
    worst = await services.reviews.load_summaries([match.id for match in page.matches])
    return replace(page, matches=tuple(_with_review_counts(match, worst.get(match.id, {})) for match in page.matches))


def _spend_upload(services: Services, caller: FromCaller, user: SignedIn) -> None:
    """Count an upload against the sender's rate limits. Raise HttpError 403 for a guest, who may not upload matches."""
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("upload-account"))
    services.rate_limits.spend("upload", caller.address, user.id)


def _with_review_counts(match: MatchSummary, worst: Mapping[int, ReviewSummary]) -> MatchSummary:
    return replace(
        match,
        reviewed=len(worst),
        mistakes=sum(review_summary.mistakes[match.you] for review_summary in worst.values()),
    )


@handles(match_routes.UPLOAD)
async def upload_match(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[UploadedLog]
) -> OpenedTable:
    """Add a match that the user has played on their own device, against computer players, to the archive.

    The match must be over. The server replays its log, marks it as unverified, and does not count it in statistics.
    Only account owners may upload matches. Return the id of the match in this archive.
    """
    _spend_upload(services, caller, user)
    end_ms = min(data.ended, wall_clock())
    upload = await services.public_work.brief_jobs.run(
        caller.address, match_from_log, data.log.encode(), end_ms, user.id, user.name
    )
    if isinstance(upload, Reason):
        raise BadText(upload)
    if not await services.archive.add_upload(upload):
        raise HttpError(HTTPStatus.CONFLICT, reason("upload-known"))
    return OpenedTable(upload.opening.table)


@handles(match_routes.RECORD)
async def match_record(request: AnyRequest, services: FromServices, match: FromPath[str]) -> Response[bytes]:
    """Return a finished match with its score sheet and its deals.

    `match` is the id of the match.
    """
    worst = (await services.reviews.load_summaries([match])).get(match, {})
    return _json(await _read_match(services, request, match, reading.match_record, worst))


@handles(match_routes.PRIVACY)
async def keep_private(
    request: AnyRequest, services: FromServices, user: SignedIn, match: FromPath[str], data: JSONBody[Privacy]
) -> Privacy:
    """Make a match private or public; only its owner, who opened or uploaded it, may do so.

    For everyone except the owner and the players, a private match gives the response 404. An imported match stays
    private, because the people in it have not agreed to be shown.
    """
    if not data.private and (await _find_match(services, request, match)).imported:
        raise HttpError(HTTPStatus.CONFLICT, reason("imported-private"))
    if not await services.archive.visibility.set_private(match, user.id, data.private):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-match"))
    return data


@handles(account_routes.LINK_PRIVACY)
async def link_privacy(services: FromServices, user: SignedIn) -> LinkPrivacy:
    """Return whether the user's name is hidden from people who open a link to a match in which they did not play."""
    return LinkPrivacy(await services.archive.visibility.hides_name(user.id))


@handles(account_routes.HIDE_NAME)
async def hide_name(services: FromServices, user: SignedIn, data: JSONBody[LinkPrivacy]) -> LinkPrivacy:
    """Set whether the user's name is hidden from people who open a link to a match in which they did not play."""
    await services.archive.visibility.hide_name(user.id, data.hide_name)
    return data


@handles(match_routes.LOG)
async def read_log(request: AnyRequest, services: FromServices, match: FromPath[str]) -> Response[bytes]:
    """Return the log of a match up to its last finished deal, as a file for `prikup replay`, `review` and `verify`.

    `match` is the id of the match.
    """
    return Response(await _read_match(services, request, match, reading.log_file), media_type=JSON_LINES)


@handles(match_routes.DEAL)
async def deal_record(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Return a deal of a match with all its cards and each of its log entries.

    `match` is the id of the match, and `deal` the number of the deal from 1.
    """
    return _json(_require_deal(await _read_match(services, request, match, reading.deal_record, deal)))


@handles(match_routes.QUESTION)
async def deal_question(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int], step: FromPath[int]
) -> Response[bytes]:
    """Return what the player to act saw before a log entry of a deal, as the messages that a table sends.

    With these messages a page can ask a user to make this player's decision again. `match` is the id of the match,
    `deal` the number of the deal from 1, and `step` the index of the log entry in the deal from 0.
    """
    return _json(_require_deal(await _read_match(services, request, match, reading.deal_question, deal, step)))


@handles(match_routes.REVIEW)
async def review_progress(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Return the progress of the review of a deal, with the evaluations that are ready.

    A review evaluates every decision in a deal.
    """
    return _progress(await services.reviews.progress(await _deal(services, request, match, deal)))


@handles(match_routes.REQUEST_REVIEW)
async def ask_review(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    user: SignedIn,
    match: FromPath[str],
    deal: FromPath[int],
) -> Response[bytes]:
    """Request the review of a deal, unless it was requested before; return its progress.

    A review evaluates every decision in a deal. The client can follow the progress with `GET` requests to the same
    path.
    """
    services.rate_limits.spend("review", caller.address, user.id)
    return _progress(await services.reviews.request_review(user.id, await _deal(services, request, match, deal)))


@handles(match_routes.PLAY_ON)
async def play_on(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    user: SignedIn,
    match: FromPath[str],
    deal: FromPath[int],
    data: JSONBody[PlayOn],
) -> OpenedTable:
    """Open a table at which the user continues a finished deal from one of the deal's log entries.

    Computer players have the other seats. The result does not count in statistics, because the user knew the cards.
    """
    services.rate_limits.spend("table", caller.address, user.id)
    bots = secrets.randbits(BOTS_BITS)
    origin = Origin(match, deal, data.step, open_hands=data.open_hands)
    read = reading.play_on_table
    settings = await _read_match(services, request, match, read, origin, data.acts, user.id, bots)
    if isinstance(settings, Reason):
        raise BadText(settings)
    return OpenedTable(await services.tables.open(_require_deal(settings)))


@handles(match_routes.OPEN_DEAL)
async def deal_for_friends(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    user: SignedIn,
    match: FromPath[str],
    deal: FromPath[int],
) -> OpenedTable:
    """Open a table at which friends play the same deal from its start, to compare the results.

    Until their own match is over, the players do not learn which match the deal came from, because that match shows all
    cards. A deal of a private or an unverified match cannot be compared; the response is then 409.
    """
    services.rate_limits.spend("table", caller.address, user.id)
    bots = secrets.randbits(BOTS_BITS)
    origin = Origin(match, deal, 0, compared=True)
    settings = await _read_match(services, request, match, reading.friends_table, origin, user.id, bots)
    if isinstance(settings, Reason):
        raise HttpError(HTTPStatus.CONFLICT, settings)
    return OpenedTable(await services.tables.open(_require_deal(settings)))


@handles(match_routes.COMPARISON)
async def compare_tables(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Return the results of a deal at all tables that have played the same cards, as far as the user may see them."""
    async with services.public_work.readings.turn(caller_of_scope(request.scope).address):
        await _find_match(services, request, match)
        return await _same_deal(services, request, match, deal)


@handles(match_routes.TABLE_COMPARISON)
async def compare_table(request: AnyRequest, services: FromServices, table: FromPath[str]) -> Response[bytes]:
    """Return the results of the deal that a finished table replayed, at all tables that have played this deal.

    `table` is the id of the finished table.
    """
    origin = await services.archive.origin(table)
    if origin is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    match, _, deal = origin.rpartition("/")
    async with services.public_work.readings.turn(caller_of_scope(request.scope).address):
        return await _same_deal(services, request, match, int(deal))


async def _same_deal(services: Services, request: AnyRequest, match: str, deal: int) -> Response[bytes]:
    user = await user_or_none(request, services)
    reader = user.id if user else ""
    original = await services.archive.find(match, reader)
    tables = ({match: original} if original else {}) | await services.archive.same_deal(f"{match}/{deal}", reader)
    if not tables:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-match"))
    size = sum(visible_match.stored_match.size for visible_match in tables.values())
    name = match if original else ""
    return _json(
        _require_deal(
            await call_by_size(services.public_work.readings.processes, size, reading.same_deal, name, deal, tables)
        )
    )


def _progress(progress: ReviewProgress) -> Response[bytes]:
    return _json(msgspec.json.encode(progress))


def _json(body: bytes) -> Response[bytes]:
    return Response(body, media_type="application/json")


ARCHIVE_ROUTES = (
    list_matches,
    upload_match,
    match_record,
    keep_private,
    link_privacy,
    hide_name,
    read_log,
    deal_record,
    deal_question,
    review_progress,
    ask_review,
    play_on,
    deal_for_friends,
    compare_tables,
    compare_table,
)
"""The handlers of the routes for the archive, below `/api`."""
