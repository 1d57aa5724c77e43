"""The HTTP API for scoring a match, played with real cards, on several phones.

An entry on one phone appears on the others.
"""

from http import HTTPStatus

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from prikup.api.scoring import (
    END_SHARED,
    ENTER_STEPS,
    MAX_BYTES,
    SHARE,
    SHARED,
    BegunScore,
    EnteredSteps,
    SharedMatch,
    SharedSearch,
    StepCount,
)
from prikup.rules.errors import BadText, Reason, reason
from prikup.scorer.page_state import MOST_STEPS, RefusedRequest, Request, build_reply
from prikup.server.accounts.shared_scores import SharedScore
from prikup.server.http.caller import Caller
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import (
    AnyRequest,
    FromCaller,
    FromServices,
    SignedIn,
    user_or_none,
)
from prikup.server.http.routing import handles
from prikup.server.services import Services

__all__ = ["SHARED_SCORE_ROUTES"]


def _rejection_reason(match: bytes) -> Reason | None:
    """Return the reason why a scored match (JSON as stored) is not valid; None if it is valid."""
    page_state = build_reply(msgspec.json.decode(match, type=Request))
    return page_state.reason if isinstance(page_state, RefusedRequest) else None


async def _check_and_encode(services: Services, caller: Caller, match: SharedMatch) -> bytes:
    """Check a scored match and return it as JSON to be stored. Raise BadText if it is not valid, or too large."""
    match_bytes = msgspec.json.encode(match)
    if len(match_bytes) > MAX_BYTES:
        raise BadText(reason("score-long", most=MOST_STEPS))
    why = await services.public_work.brief_jobs.run(caller.address, _rejection_reason, match_bytes)
    if why is not None:
        raise BadText(why)
    return match_bytes


def _require_score(shared_score: SharedScore | None) -> SharedScore:
    if shared_score is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("shared-gone"))
    return shared_score


@handles(SHARE)
async def share_score(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[SharedMatch]
) -> BegunScore:
    """Store a scored match so that other phones can show it and enter steps (entries); return its id and key.

    Anyone with the id can watch the match, and only phones with the key can enter steps. The match is stored until the
    user stops sharing it, or until 90 days have passed without an entry.
    """
    services.rate_limits.spend("shared", caller.address, user.id)
    match_bytes = await _check_and_encode(services, caller, data)
    return BegunScore(*await services.shared_scores.begin(user.id, match_bytes, len(data.steps)))


@handles(SHARED)
async def read_score(
    request: AnyRequest, services: FromServices, score: FromPath[str], search: NamedDependency[SharedSearch]
) -> Response[bytes]:
    """Return the shared match with the id `score`.

    In the query, `after` is the number of steps (entries) that the phone has received. If the match still has this
    number of steps, the response waits up to ten seconds for another phone to enter one.
    """
    pending_score = services.shared_scores.wait_for_change(score, search.after, lambda: services.leaving)
    shared_score = _require_score(await pending_score)
    user = await user_or_none(request, services)
    yours = msgspec.json.encode(user is not None and user.id == shared_score.owner)
    body = b'%s,"yours":%s}' % (shared_score.match[:-1], yours)  # decoding would block the event loop for some ms
    return Response(body, media_type="application/json")


@handles(ENTER_STEPS)
async def enter_steps(
    services: FromServices, caller: FromCaller, score: FromPath[str], data: JSONBody[EnteredSteps]
) -> StepCount:
    """Append steps (entries) to the shared match with the id `score`; return its total number of steps.

    In the body, `known` is the number of steps that the phone has received. If another phone has entered steps
    meanwhile, the response is 409 and nothing is stored; the phone has to load those steps first.
    """
    services.rate_limits.check("work", caller.address)
    shared_score = _require_score(await services.shared_scores.find(score))
    if not shared_score.opens(data.key):
        raise HttpError(HTTPStatus.FORBIDDEN, reason("shared-watch"))
    if shared_score.steps != data.known:
        raise HttpError(HTTPStatus.CONFLICT, reason("shared-went-on"))
    match = msgspec.json.decode(shared_score.match, type=SharedMatch)
    match = SharedMatch(match.head, (*match.steps, *data.steps))
    match_bytes = await _check_and_encode(services, caller, match)
    if not await services.shared_scores.write(score, data.known, match_bytes, len(match.steps)):
        raise HttpError(HTTPStatus.CONFLICT, reason("shared-went-on"))
    return StepCount(len(match.steps))


@handles(END_SHARED)
async def end_score(services: FromServices, user: SignedIn, score: FromPath[str]) -> Response[bytes]:
    """Delete a shared match that the user started. `score` is its id.

    Other phones learn that it no longer exists, and keep their own copies.
    """
    if not await services.shared_scores.end(score, user.id):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("shared-gone"))
    return Response(b"{}", media_type="application/json")


SHARED_SCORE_ROUTES = (share_score, read_score, enter_steps, end_score)
"""The handlers of the routes for shared matches, below `/api`."""
