"""The HTTP API of the archive: finished matches, their deals with all cards, and the reviews of deals.

Whoever has the link may see a finished match, without an account. A private match, one that goes on and one that there
never was are the same 404.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Literal

import msgspec
from litestar import Response, get, patch, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from prikup.archive.finished import DealRecord, Question
from prikup.archive.imported import MAX_BYTES, MatchChoice, MatchFile, MatchInFile, imported, matches_in_file
from prikup.archive.play_on import table_for_friends, table_from
from prikup.archive.records import (
    Found,
    MatchPage,
    MatchRecord,
    MatchSummary,
    PlayOn,
    Progress,
    SameDeal,
    Wanted,
    Worst,
    compared,
    recorded,
)
from prikup.archive.uploaded import UploadedLog, uploaded
from prikup.errors import BadText, Reason, reason
from prikup.server.archive.matches import A_PAGE
from prikup.server.archive.reviews import DealToReview, deal_to_review
from prikup.server.http.errors import HttpError
from prikup.server.http.handlers import (
    JSON_LINES,
    AnyRequest,
    FromCaller,
    FromServices,
    OpenedTable,
    SignedIn,
    caller_of_scope,
    errors,
    user_or_none,
    write_errors,
)
from prikup.server.services import Services
from prikup.server.storage.database import wall_clock
from prikup.table.given import Origin
from prikup.table.played_on import BOTS_BITS

__all__ = ["ARCHIVE_ROUTES"]

MOST_BYTES = 1 << 20
"""The bytes of an uploaded match at most: two hundred deals."""


class Privacy(Struct, frozen=True):
    """A request that a match be only for those who played it and for its host, or for everybody again."""

    private: bool


class LinkPrivacy(Struct, frozen=True):
    """The wish of a user that those who open a link to a match in which they did not play do not read the name."""

    hide_name: bool


def _json_of(kind: type[Struct]) -> dict[int, ResponseSpec]:
    """Return the description of a response whose JSON is made here: what a game says of a deal has no schema."""
    said = (kind.__doc__ or "").partition("\n")[0]
    return {200: ResponseSpec(kind, description=said, generate_examples=False)}  # drawn at random they would be untrue


async def _found(services: Services, request: AnyRequest, match: str) -> Found:
    user = await user_or_none(request, services)
    found = await services.archive.find(match, user.id if user else "")
    if found is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-match"))
    return found


@asynccontextmanager
async def _reading(services: Services, request: AnyRequest, match: str) -> AsyncIterator[Found]:
    """Have a turn of reading a match until the block is left: a long one takes the interpreter for a while."""
    async with services.readings.turn(caller_of_scope(request.scope).address):
        yield await _found(services, request, match)


async def _deal(services: Services, request: AnyRequest, match: str, deal: int) -> DealToReview:
    found = (await _found(services, request, match)).match
    wanted = await asyncio.to_thread(deal_to_review, match, found, deal)
    if wanted is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    return wanted


@get("/matches", responses=errors(400, 401))
async def list_matches(
    services: FromServices,
    user: SignedIn,
    game: FromQuery[str] = "",
    preset: FromQuery[str] = "",
    player: FromQuery[str] = "",
    company: FromQuery[Literal["", "people", "computers"]] = "",
    result: FromQuery[Literal["", "won", "lost", "even"]] = "",
    cursor: FromQuery[str] = "",
    limit: FromQuery[int] = A_PAGE,
) -> MatchPage:
    """Return a page of the finished matches of the user, the last first.

    All parameters narrow it down: `player` is a part of the name of somebody else, `company` whether other people
    played. `cursor` is the `next` of the page before; `limit` is 100 at most.
    """
    page = await services.archive.page(user.id, Wanted(game, preset, player, company, result), cursor, limit)
    worst = await services.reviews.worst([each.id for each in page.matches])
    return replace(page, matches=tuple(_reviewed(each, worst.get(each.id, {})) for each in page.matches))


def _spend_upload(services: Services, caller: FromCaller, user: SignedIn) -> None:
    """Count an upload against the limits of its caller. Raise HttpError for a guest: archives are those of accounts."""
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("upload-account"))
    services.rate_limits.spend("upload", caller.address, user.id)


def _reviewed(match: MatchSummary, worst: Mapping[int, Worst]) -> MatchSummary:
    return replace(match, reviewed=len(worst), mistakes=sum(each.mistakes[match.you] for each in worst.values()))


@post("/matches", request_max_body_size=MOST_BYTES, responses=write_errors(401, 409))
async def upload_match(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[UploadedLog]
) -> OpenedTable:
    """Take a match into the archive that the user has played with computer players on their own device.

    It has to be over. Its log is replayed; it is marked as played unverified, and counts in no statistics. The owner of
    an account alone may do that. Answer with the id that it has here.
    """
    _spend_upload(services, caller, user)
    ended = min(data.ended, wall_clock())
    found = await services.brief_jobs.run(caller.address, uploaded, data.log.encode(), ended, user.id, user.name)
    if isinstance(found, Reason):
        raise BadText(found)
    if not await services.archive.take_in(found):
        raise HttpError(HTTPStatus.CONFLICT, reason("upload-known"))
    return OpenedTable(found.opening.table)


@post("/imports/matches", status_code=200, request_max_body_size=2 * MAX_BYTES, responses=write_errors(401))
async def list_file(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[MatchFile]
) -> tuple[MatchInFile, ...]:
    """Return the matches of a file: a log, our notation, or that of another program. Nothing is kept."""
    _spend_upload(services, caller, user)
    found = await services.brief_jobs.run(caller.address, matches_in_file, data.text)
    if isinstance(found, Reason):
        raise BadText(found)
    return found


@post("/imports", request_max_body_size=2 * MAX_BYTES, responses=write_errors(401, 409))
async def import_match(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[MatchChoice]
) -> OpenedTable:
    """Take a match of a file into the archive of the user, who had a seat there.

    It is marked as imported, stays private, and counts in no statistics. The owner of an account alone may do that.
    """
    _spend_upload(services, caller, user)
    found = await services.brief_jobs.run(caller.address, imported, data, user.id, wall_clock())
    if isinstance(found, Reason):
        raise BadText(found)
    if not await services.archive.take_in(found):
        raise HttpError(HTTPStatus.CONFLICT, reason("upload-known"))
    return OpenedTable(found.opening.table)


@get("/matches/{match:str}", responses=_json_of(MatchRecord) | errors(404))
async def match_record(request: AnyRequest, services: FromServices, match: FromPath[str]) -> Response[bytes]:
    """Return a finished match: its sheet and its deals."""
    async with _reading(services, request, match) as found:
        worst = (await services.reviews.worst([match])).get(match, {})
        return _json(await asyncio.to_thread(recorded, match, found, worst))


@patch("/matches/{match:str}", responses=write_errors(401, 404, 409))
async def keep_private(
    request: AnyRequest, services: FromServices, user: SignedIn, match: FromPath[str], data: JSONBody[Privacy]
) -> Privacy:
    """Keep a match private, or not: only its host may. To everybody but them and the players it is a 404 then.

    An imported match stays private: the people in it have not agreed to more.
    """
    if not data.private and (await _found(services, request, match)).match.imported:
        raise HttpError(HTTPStatus.CONFLICT, reason("imported-private"))
    if not await services.archive.keep_private(match, user.id, data.private):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-match"))
    return data


@get("/me/links", responses=errors(401))
async def link_privacy(services: FromServices, user: SignedIn) -> LinkPrivacy:
    """Return whether the user's name is hidden in links to matches."""
    return LinkPrivacy(await services.archive.hides_name(user.id))


@patch("/me/links", responses=write_errors(401))
async def hide_name(services: FromServices, user: SignedIn, data: JSONBody[LinkPrivacy]) -> LinkPrivacy:
    """Hide the user's name in links to matches, or show it. Those who played a match always read it there."""
    await services.archive.hide_name(user.id, data.hide_name)
    return data


@get("/matches/{match:str}/log", responses={200: ResponseSpec(bytes, media_type=JSON_LINES)} | errors(404))
async def read_log(request: AnyRequest, services: FromServices, match: FromPath[str]) -> Response[bytes]:
    """Return the log of a match up to its last finished deal, as `prikup replay`, `review` and `verify` read it."""
    async with _reading(services, request, match) as found:
        return Response(await asyncio.to_thread(found.match.file), media_type=JSON_LINES)


@get("/matches/{match:str}/deals/{deal:int}", responses=_json_of(DealRecord) | errors(404))
async def deal_record(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Return a deal of a match with all its cards, entry by entry."""
    async with _reading(services, request, match) as found:
        record = await asyncio.to_thread(found.match.deal, match, deal)
    if record is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    return _json(record)


@get("/matches/{match:str}/deals/{deal:int}/steps/{step:int}", responses=_json_of(Question) | errors(404))
async def deal_question(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int], step: FromPath[int]
) -> Response[bytes]:
    """Return what the player who was asked before a step of a deal saw then, in the messages of a table."""
    async with _reading(services, request, match) as found:
        question = await asyncio.to_thread(found.match.question, match, deal, step)
    if question is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    return _json(question)


@get("/matches/{match:str}/deals/{deal:int}/review", responses=_json_of(Progress) | errors(404))
async def review_progress(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Return how far the review of a deal is, and what there is of it."""
    return _json(await services.reviews.progress(await _deal(services, request, match, deal)))


@post(
    "/matches/{match:str}/deals/{deal:int}/review",
    status_code=200,
    responses=_json_of(Progress) | write_errors(401, 404),
)
async def ask_review(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    user: SignedIn,
    match: FromPath[str],
    deal: FromPath[int],
) -> Response[bytes]:
    """Let a deal be reviewed, if nobody has asked for it before; return how far it is, as `GET` does later."""
    services.rate_limits.spend("review", caller.address, user.id)
    return _json(await services.reviews.ask(user.id, await _deal(services, request, match, deal)))


@post("/matches/{match:str}/deals/{deal:int}/play", responses=write_errors(401, 404))
async def play_on(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    user: SignedIn,
    match: FromPath[str],
    deal: FromPath[int],
    data: JSONBody[PlayOn],
) -> OpenedTable:
    """Open a table at which the user plays on from a step of a deal, with computer players in the other seats.

    What is played there counts nowhere: the cards were known.
    """
    services.rate_limits.spend("table", caller.address, user.id)
    found = (await _found(services, request, match)).match
    if not 1 <= deal <= len(found.log.match.sheet.lines):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    bots = secrets.randbits(BOTS_BITS)
    origin = Origin(match, deal, data.step, open_hands=data.open_hands)
    settings = await asyncio.to_thread(table_from, found, origin, data.acts, user.id, bots)
    return OpenedTable(await services.tables.open(settings))


@post("/matches/{match:str}/deals/{deal:int}/tables", responses=write_errors(401, 404, 409))
async def deal_for_friends(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    user: SignedIn,
    match: FromPath[str],
    deal: FromPath[int],
) -> OpenedTable:
    """Open a table at which friends play the deal from its beginning, to be compared with how it was played.

    Nobody there is told which match it was before theirs is over. A private match is nothing to be compared with, nor
    is one that was played unverified.
    """
    services.rate_limits.spend("table", caller.address, user.id)
    found = await _found(services, request, match)
    if not 1 <= deal <= len(found.match.log.match.sheet.lines):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    if found.private:
        raise HttpError(HTTPStatus.CONFLICT, reason("match-private"))
    if found.match.unverified:
        raise HttpError(HTTPStatus.CONFLICT, reason("unverified-compared"))
    origin = Origin(match, deal, 0, compared=True)
    bots = secrets.randbits(BOTS_BITS)
    settings = await asyncio.to_thread(table_for_friends, found.match, origin, user.id, bots)
    return OpenedTable(await services.tables.open(settings))


@get("/matches/{match:str}/deals/{deal:int}/tables", responses=_json_of(SameDeal) | errors(404))
async def compare_tables(
    request: AnyRequest, services: FromServices, match: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Return what a deal has brought at all tables that have played it."""
    async with _reading(services, request, match) as found:
        if not 1 <= deal <= len(found.match.log.match.sheet.lines):
            raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
        return await _same_deal(services, request, match, deal)


@get("/tables/{table:str}/tables", responses=_json_of(SameDeal) | errors(404))
async def compare_table(request: AnyRequest, services: FromServices, table: FromPath[str]) -> Response[bytes]:
    """Return the same for a table that has played the deal of another match, once it is over."""
    origin = await services.archive.origin(table)
    if origin is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-deal"))
    match, _, deal = origin.rpartition("/")
    async with services.readings.turn(caller_of_scope(request.scope).address):
        return await _same_deal(services, request, match, int(deal))


async def _same_deal(services: Services, request: AnyRequest, match: str, deal: int) -> Response[bytes]:
    user = await user_or_none(request, services)
    reader = user.id if user else ""
    original = await services.archive.find(match, reader)
    tables = ({match: original} if original else {}) | await services.archive.same_deal(f"{match}/{deal}", reader)
    if not tables:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-match"))
    return _json(await asyncio.to_thread(compared, match if original else "", deal, tables))


def _json(body: MatchRecord | DealRecord | Question | SameDeal | Progress) -> Response[bytes]:
    return Response(msgspec.json.encode(body), media_type="application/json")


ARCHIVE_ROUTES = (
    list_matches,
    upload_match,
    list_file,
    import_match,
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
"""The routes of the archive, below `/api`."""
