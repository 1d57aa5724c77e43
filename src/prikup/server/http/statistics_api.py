"""The HTTP API of statistics: one's own by game, and those of computer players by level."""

from collections.abc import Iterable
from http import HTTPStatus

from litestar import get
from litestar.params import FromQuery
from msgspec import Struct

from prikup.bots import LEVELS
from prikup.errors import reason
from prikup.games import GAMES, game
from prikup.server.archive.tallies import Played
from prikup.server.http.errors import HttpError
from prikup.server.http.handlers import AnyRequest, FromServices, errors, user_or_none
from prikup.statistics.period import Period
from prikup.statistics.statistics import Statistics, statistics
from prikup.statistics.tally import Tally, added_up

__all__ = ["STATISTICS_ROUTES"]


LATEST = 10**14
"""The last moment that is understood, in ms of the wall clock: some thousand years from now."""


class LevelStatistics(Struct, frozen=True):
    """The statistics of the computer players of a level in a game, over all matches that are not private."""

    level: str
    statistics: Statistics


class GameStatistics(Struct, frozen=True):
    """The statistics of a game: the user's own, null where there are none, and those of computer players by level."""

    game: str
    you: Statistics | None
    levels: tuple[LevelStatistics, ...]


class StatisticsPage(Struct, frozen=True):
    """The statistics of all games in which there are any, in the order in which games are offered."""

    games: tuple[GameStatistics, ...]


@get("/statistics", responses=errors(400))
async def read_statistics(
    request: AnyRequest,
    services: FromServices,
    game: FromQuery[str] = "",
    preset: FromQuery[str] = "",
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
) -> StatisticsPage:
    """Return the statistics of the user, if there is one, and of computer players.

    `game` and `preset` narrow it down to the matches of a game, and to those by some house rules; `since` and `until`
    (wall clock, ms) those of the user to the matches that ended from the one on and before the other.
    """
    if any(moment is not None and not 0 <= moment <= LATEST for moment in (since, until)):
        raise HttpError(HTTPStatus.BAD_REQUEST, reason("no-such-moment"))
    user = await user_or_none(request, services)
    await services.archive.settled()
    own = await services.tallies.of_person(user.id, Period(since, until)) if user else {}
    levels = await services.tallies.of_levels()
    found = (_of_game(name, preset, own, levels) for name in GAMES if game in ("", name))
    return StatisticsPage(tuple(each for each in found if each.you or each.levels))


def _of_game(name: str, preset: str, own: dict[Played, Tally], levels: dict[Played, Tally]) -> GameStatistics:
    def said(tallies: Iterable[Tally]) -> Statistics | None:
        found = added_up(tallies)
        return statistics(found, game(name).roles) if found.points.count else None

    def wanted(played: Played) -> bool:
        return played.game == name and preset in ("", played.preset)

    by_level = {
        level: said(tally for played, tally in levels.items() if wanted(played) and played.level == level)
        for level in sorted({played.level for played in levels}, key=_strength)
    }
    return GameStatistics(
        name,
        said(tally for played, tally in own.items() if wanted(played)),
        tuple(LevelStatistics(level, found) for level, found in by_level.items() if found),
    )


def _strength(level: str) -> tuple[int, str]:
    """Return where a level stands among others: the weakest first, those that people do not choose last."""
    return (LEVELS.index(level) if level in LEVELS else len(LEVELS), level)


STATISTICS_ROUTES = (read_statistics,)
"""The routes of statistics, below `/api`."""
