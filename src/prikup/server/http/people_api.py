"""The HTTP API for people: the best-rated players of a game, profiles, and how a person's rating has changed.

No sign-in is needed.
"""

from http import HTTPStatus
from urllib.parse import unquote

from litestar.di import NamedDependency
from litestar.params import FromPath
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api import people as routes
from prikup.api.people import GameRecord, GameSearch, Profile, ProfileRating, RatingList, RatingSearch, day_of
from prikup.games import GAMES
from prikup.ratings.standing import is_provisional
from prikup.rules.errors import BadText, reason
from prikup.server.accounts.accounts import User
from prikup.server.accounts.profiles import VisiblePerson, find_person, visible_names
from prikup.server.archive.profile_matches import count_matches, load_profile_matches
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import AnyRequest, FromCaller, FromServices, user_or_none
from prikup.server.http.routing import handles
from prikup.server.ratings.leaders import load_leaders, load_voided_matches, rating_list, shown_rating
from prikup.server.ratings.rating_course import load_course
from prikup.server.ratings.rating_rows import load_all_standings
from prikup.statistics.tally import sum_tallies

__all__ = ["PEOPLE_ROUTES"]

MAX_CURSOR_DIGITS = 9


def _require_game(game: str) -> None:
    if game not in GAMES:
        raise BadText(reason("game-unknown", game=game[:20], allowed=" ".join(GAMES)))


async def _require_person(connection: AsyncConnection, name: str, reader: User | None) -> VisiblePerson:
    """Return the person with the account name `name`, a part of a path that the client has percent-encoded twice.

    Raise HttpError 404 if there is no such person, or if `reader` may not see their profile.
    """
    person = await find_person(connection, unquote(name), reader)
    if person is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-person"))
    return person


@handles(routes.RATINGS)
async def list_leaders(
    request: AnyRequest, services: FromServices, caller: FromCaller, search: NamedDependency[RatingSearch]
) -> RatingList:
    """Return a page of the best-rated players of a game, the rated computer players, and the user's own rating."""
    _require_game(search.game)
    if search.cursor and not (search.cursor.isascii() and search.cursor.isdigit()):
        raise BadText(reason("cursor-unreadable"))
    start = int(search.cursor[:MAX_CURSOR_DIGITS] or 0)
    user = await user_or_none(request, services)
    async with services.public_work.readings.turn(caller.address), services.store.database.reading() as connection:
        return await rating_list(connection, search.game, start, user.id if user else "", services.wall_clock_ms())


@handles(routes.PROFILE)
async def read_profile(request: AnyRequest, services: FromServices, caller: FromCaller, name: FromPath[str]) -> Profile:
    """Return the profile of the account with this name.

    The response is 404 if there is no such account, and also if its owner has blocked the user, or shows the profile
    only to a group without the user, such as friends.
    """
    user = await user_or_none(request, services)
    await services.archive.wait_until_current()
    now_ms = services.wall_clock_ms()
    async with services.public_work.readings.turn(caller.address):
        async with services.store.database.reading() as connection:
            person = await _require_person(connection, name, user)
            standings = await load_all_standings(connection, person.id)
            match_counts = await count_matches(connection, person.id)
            matches = await load_profile_matches(connection, person, user.id if user else "")
            is_own = person.relation == "yourself"
            voided_matches = await load_voided_matches(connection, person.id) if is_own else ()
        tallies = await services.tallies.tallies_of_user(person.id, with_private=False)
    shown_standings = {game: standing.at(now_ms) for game, standing in standings.items()}
    return Profile(
        person.name,
        day_of(person.since_ms),
        {
            game: (*shown_rating(standing), standing.matches, is_provisional(standing))
            for game, standing in shown_standings.items()
        },
        tuple(
            GameRecord(
                game,
                match_counts[game],
                sum_tallies(tally for scope, tally in tallies.items() if scope.game == game).points.average,
            )
            for game in GAMES
            if game in match_counts
        ),
        matches,
        person.relation,
        voided_matches,
    )


@handles(routes.PROFILE_RATING)
async def read_rating(
    request: AnyRequest,
    services: FromServices,
    caller: FromCaller,
    name: FromPath[str],
    search: NamedDependency[GameSearch],
) -> ProfileRating:
    """Return a person's rating in a game and how it has changed from match to match.

    The response is 404 if the person has no rating, or if the user may not see their profile.
    """
    _require_game(search.game)
    user = await user_or_none(request, services)
    now_ms = services.wall_clock_ms()
    async with services.public_work.readings.turn(caller.address), services.store.database.reading() as connection:
        person = await _require_person(connection, name, user)
        standing = (await load_all_standings(connection, person.id)).get(search.game)
        if standing is None:
            raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-rating"))
        leaders = await load_leaders(connection, search.game, now_ms)
        points = await load_course(connection, person.id, search.game)
    leader, standing = leaders.find(person.id), standing.at(now_ms)
    return ProfileRating(
        *shown_rating(standing),
        standing.matches,
        is_provisional(standing),
        leader.places if leader else None,
        len(leaders),
        points,
    )


@handles(routes.TABLE_PROFILES)
async def table_profiles(request: AnyRequest, services: FromServices, table: FromPath[str]) -> dict[str, str]:
    """Return the account names of people at a table, as a mapping from the ids by which the table shows them.

    People whose profile the user may not see are left out. The name that is shown at a table does not identify a
    person, because a guest may use the name of an account.
    """
    user = await user_or_none(request, services)
    reader = user.id if user else ""
    live_table = await services.tables.look(table)
    if live_table is None or (
        live_table.stage == "over" and await services.archive.visibility.is_hidden(table, reader)
    ):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-table"))
    if (why := live_table.refusal_reason(reader)) is not None:
        raise HttpError(HTTPStatus.FORBIDDEN, why)
    ids = live_table.seated_people
    async with services.store.database.reading() as connection:
        names = await visible_names(connection, ids.keys(), user)
    return {ids[person]: name for person, name in names.items()}


PEOPLE_ROUTES = (list_leaders, read_profile, read_rating, table_profiles)
"""The handlers of the routes for people and their ratings, below `/api`."""
