"""The HTTP API of statistics: the user's own by game, and those of computer players by level."""

from http import HTTPStatus

from litestar import get
from litestar.params import FromQuery

from prikup.archive.statistics_page import StatisticsPage, statistics_page
from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import AnyRequest, FromServices, errors, user_or_none
from prikup.statistics.period import Period

__all__ = ["STATISTICS_ROUTES"]


LATEST = 10**14
"""The latest accepted time, in ms of the wall clock: some thousand years from now."""


@get("/statistics", responses=errors(400))
async def read_statistics(
    request: AnyRequest,
    services: FromServices,
    game: FromQuery[str] = "",
    preset: FromQuery[str] = "",
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
) -> StatisticsPage:
    """Return the statistics of the signed-in user, if any, and of the computer players.

    `game` and `preset` restrict them to the matches of a game, or with these house rules; `since` and `until` (wall
    clock, ms) restrict the user's own to matches that ended at or after `since` and before `until`.
    """
    if any(moment is not None and not 0 <= moment <= LATEST for moment in (since, until)):
        raise HttpError(HTTPStatus.BAD_REQUEST, reason("no-such-moment"))
    user = await user_or_none(request, services)
    await services.archive.wait_until_current()
    user_tallies = await services.tallies.tallies_of_user(user.id, Period(since, until)) if user else {}
    levels = await services.tallies.tallies_of_levels()
    return statistics_page(user_tallies, levels, game, preset)


STATISTICS_ROUTES = (read_statistics,)
"""The routes of statistics, below `/api`."""
