"""The HTTP API of statistics: those of the user, and those of computer players by game, house rules and strength."""

from litestar.di import NamedDependency

from prikup.api.matches import STATISTICS, StatisticsSearch
from prikup.archive.statistics_page import StatisticsPage, statistics_page
from prikup.server.http.handler_helpers import AnyRequest, FromServices, user_or_none
from prikup.server.http.routing import handles

__all__ = ["STATISTICS_ROUTES"]


@handles(STATISTICS)
async def read_statistics(
    request: AnyRequest, services: FromServices, search: NamedDependency[StatisticsSearch]
) -> StatisticsPage:
    """Return the statistics of the signed-in user and of the computer players.

    If no user is signed in, return only those of the computer players. `game` restricts both to the matches of one
    game, and `preset` to those with one set of house rules. `since` and `until` (wall clock, ms) restrict only the
    user's own statistics, to matches that ended at or after `since` and before `until`.
    """
    period = search.period
    user = await user_or_none(request, services)
    await services.archive.wait_until_current()
    user_tallies = await services.tallies.tallies_of_user(user.id, period) if user else {}
    levels = await services.tallies.tallies_of_levels()
    return statistics_page(user_tallies, levels, search.game, search.preset)


STATISTICS_ROUTES = (read_statistics,)
"""The handlers of the routes for statistics, below `/api`."""
