"""The HTTP API of matches at a real table that several phones score: what one enters the others see."""

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from prikup.errors import BadText, Reason, reason
from prikup.scorer.entries import Scoring
from prikup.scorer.history import Step
from prikup.scorer.reply import MOST_STEPS, Refused, Request, replied
from prikup.server.accounts.shared_scores import SharedScore
from prikup.server.http.caller import Caller
from prikup.server.http.errors import HttpError
from prikup.server.http.handlers import (
    AnyRequest,
    FromCaller,
    FromServices,
    SignedIn,
    errors,
    user_or_none,
    write_errors,
)
from prikup.server.http.score_api import MOST_BYTES
from prikup.server.services import Services

__all__ = ["SHARED_SCORE_ROUTES"]


class SharedMatch(Struct, frozen=True):
    """A match at a real table: its head, and what was done since."""

    head: Scoring
    steps: tuple[Step, ...] = ()


class BegunScore(Struct, frozen=True):
    """The id of a shared match, with which one watches, and the key with which one enters."""

    id: str
    key: str


class EnteredSteps(Struct, frozen=True):
    """Steps that a phone enters with a key; `known` is the number of those that it knows before them."""

    key: Annotated[str, Meta(max_length=100)]
    known: int
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=20)]


class SharedSteps(Struct, frozen=True):
    """A shared match as it stands; `yours`: the reader has begun it, and may end it."""

    head: Scoring
    steps: tuple[Step, ...]
    yours: bool = False


def _flaw(match: bytes) -> Reason | None:
    """Return why there is no such match: it is given as it is kept."""
    found = replied(msgspec.json.decode(match, type=Request))
    return found.reason if isinstance(found, Refused) else None


async def _checked(services: Services, caller: Caller, match: SharedMatch) -> bytes:
    """Return a match as it is kept. Raise BadText where it is none, or has grown too large."""
    kept = msgspec.json.encode(match)
    if len(kept) > MOST_BYTES:
        raise BadText(reason("score-long", most=MOST_STEPS))
    why = await services.brief_jobs.run(caller.address, _flaw, kept)
    if why is not None:
        raise BadText(why)
    return kept


def _there(found: SharedScore | None) -> SharedScore:
    if found is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("shared-gone"))
    return found


@post("/scores", request_max_body_size=MOST_BYTES, responses=write_errors(401))
async def share_score(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[SharedMatch]
) -> BegunScore:
    """Keep a match for other phones, until nothing was entered for 90 days or the user ends it."""
    services.rate_limits.spend("shared", caller.address, user.id)
    kept = await _checked(services, caller, data)
    return BegunScore(*await services.shared_scores.begin(user.id, kept, len(data.steps)))


@get(
    "/scores/{score:str}",
    responses={200: ResponseSpec(SharedSteps, description="The match as it stands.", generate_examples=False)}
    | errors(400, 404),
)
async def read_score(
    request: AnyRequest, services: FromServices, score: FromPath[str], after: FromQuery[int] = -1
) -> Response[bytes]:
    """Return a shared match; with `after`, once it has another number of steps, or after ten seconds."""
    waited = services.shared_scores.changed(score, after, lambda: services.leaving)
    found = _there(await waited)
    user = await user_or_none(request, services)
    yours = msgspec.json.encode(user is not None and user.id == found.owner)
    body = b'%s,"yours":%s}' % (found.match[:-1], yours)  # as it is kept: to read it all would take the loop some ms
    return Response(body, media_type="application/json")


@post("/scores/{score:str}", status_code=200, request_max_body_size=MOST_BYTES, responses=write_errors(404, 409))
async def enter_steps(
    services: FromServices, caller: FromCaller, score: FromPath[str], data: JSONBody[EnteredSteps]
) -> Response[bytes]:
    """Enter steps behind those that the phone knows; return the number of all.

    Answer 409 where somebody has entered something meanwhile: nothing is kept then, and the phone reads that first.
    """
    services.rate_limits.check("work", caller.address)
    found = _there(await services.shared_scores.find(score))
    if not found.opens(data.key):
        raise HttpError(HTTPStatus.FORBIDDEN, reason("shared-watch"))
    if found.steps != data.known:
        raise HttpError(HTTPStatus.CONFLICT, reason("shared-went-on"))
    match = msgspec.json.decode(found.match, type=SharedMatch)
    match = SharedMatch(match.head, (*match.steps, *data.steps))
    kept = await _checked(services, caller, match)
    if not await services.shared_scores.write(score, data.known, kept, len(match.steps)):
        raise HttpError(HTTPStatus.CONFLICT, reason("shared-went-on"))
    return Response(msgspec.json.encode({"steps": len(match.steps)}), media_type="application/json")


@delete("/scores/{score:str}", status_code=200, responses=write_errors(401, 404))
async def end_score(services: FromServices, user: SignedIn, score: FromPath[str]) -> Response[bytes]:
    """Delete a shared match that the user has begun: other phones are told that there is none. Theirs stays on each."""
    if not await services.shared_scores.end(score, user.id):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("shared-gone"))
    return Response(b"{}", media_type="application/json")


SHARED_SCORE_ROUTES = (share_score, read_score, enter_steps, end_score)
"""The routes of shared matches, below `/api`."""
