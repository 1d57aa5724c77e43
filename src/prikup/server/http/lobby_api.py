"""The HTTP API of the lobby: the list of open tables, changes of this list, and standing wishes.

A standing wish says when a user wants to be called because others look for players.
"""

from contextlib import suppress
from http import HTTPStatus

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from prikup.api.lobby import (
    LOBBY,
    SET_STANDING,
    STANDING,
    LobbySearch,
    LobbyView,
    StandingPage,
    StandingWishes,
)
from prikup.api.tables import LISTING, Listing
from prikup.rules.errors import BadText, reason
from prikup.server.accounts.accounts import User
from prikup.server.accounts.established import is_established
from prikup.server.http.caller import Caller
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import AnyRequest, FromCaller, FromServices, SignedIn, user_or_none
from prikup.server.http.routing import handles
from prikup.server.lobby.limits import seconds_until_opening
from prikup.server.lobby.rows import LobbyFilter
from prikup.server.lobby.standing import load_wishes, replace_wishes
from prikup.server.notices.kinds import is_zone
from prikup.server.services import Services
from prikup.table.host.services import OwnedElsewhere
from prikup.table.opening.lanes import lanes
from prikup.table.opening.new_table import NewTable, settings_of

__all__ = ["LOBBY_ROUTES", "open_listed_table"]


@handles(LOBBY)
async def view_lobby(request: AnyRequest, services: FromServices, search: NamedDependency[LobbySearch]) -> LobbyView:
    """Return the open tables (anyone may sit down), the matches to watch, and the number of people online.

    No sign-in is needed.
    """
    _require_lobby(services, await user_or_none(request, services))
    games = frozenset({search.game} - {""})
    return await services.lobby.view(LobbyFilter(games, search.turns, search.rated))


@handles(LISTING)
async def change_listing(
    services: FromServices, caller: FromCaller, user: SignedIn, table: FromPath[str], data: JSONBody[Listing]
) -> Listing:
    """Put a table into the list of open tables, or take it out. Only its host, who opened it, may do so.

    A host has at most one table in the list, so another table of the same host is taken out.
    """
    _require_lobby(services, user)
    found_table = await services.tables.look(table)
    if found_table is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-table"))
    if found_table.settings.host != user.id:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("role-needed"))
    services.rate_limits.spend("table", caller.address, user.id)
    if data.listed:
        await _check_opening(services, user)
    if (why := await services.listings.change(table, listed=data.listed)) is not None:
        raise HttpError(HTTPStatus.CONFLICT, why)
    if data.listed:
        await services.listings.end_listings(user.id, except_table=table)
    return data


async def open_listed_table(services: Services, caller: Caller, user: User, new: NewTable) -> str:
    """Open a table that the lobby lists, so that anyone may sit down, and return the table's id.

    Another listed table of the same user leaves the list. Raise HttpError 404 if the user has no lobby, and 429 if too
    many of their tables just left the list unplayed. Raise HttpError 403 if a guest wants a rated table or only owners
    of accounts as players, or if the table is rated and the user's account is not established: a day old, with three
    matches against people. Raise CannotBeRated if the settings do not allow a rated match.
    """
    _require_lobby(services, user)
    if (new.wants.accounts or new.rated) and user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("account-needed"))
    settings = settings_of(new, user.id, user.name, services.wall_clock_ms())
    if settings.rated:
        await _check_established(services, user)
    await _check_opening(services, user)
    services.rate_limits.spend("table", caller.address, user.id)
    table = await services.tables.open(settings)
    await services.listings.end_listings(user.id, except_table=table)
    with suppress(OwnedElsewhere):  # the task of the table decides whether it stays in the list
        await services.tables.find(table)
    return table


async def _check_established(services: Services, user: User) -> None:
    """Raise HttpError 403 unless the user's account is established, so that the user may list rated tables.

    An account is established when it is a day old and has three finished matches against other people.
    """
    async with services.store.database.reading() as connection:
        if not await is_established(connection, user.id, services.wall_clock_ms()):
            raise HttpError(HTTPStatus.FORBIDDEN, reason("account-young"))


@handles(STANDING)
async def standing_wishes(services: FromServices, user: SignedIn) -> StandingPage:
    """Return the user's standing wishes: when the user wants to be called because others look for players."""
    _require_calls(services, user)
    return await _standing_page(services, user)


@handles(SET_STANDING)
async def set_standing(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[StandingWishes]
) -> StandingPage:
    """Replace the user's standing wishes, and return the new ones.

    A standing wish says when a user wants to be called because others look for players.
    """
    _require_calls(services, user)
    services.rate_limits.spend("push", caller.address, user.id)
    if not is_zone(data.zone):
        raise BadText(reason("zone-unknown"))
    wishes = {wish.lane: wish for wish in data.wishes}
    if not wishes.keys() <= lanes().keys():
        raise BadText(reason("lane-unknown"))
    async with services.store.database.writing() as connection:
        await replace_wishes(connection, user.id, list(wishes.values()), data.zone)
    return await _standing_page(services, user)


def _require_calls(services: Services, user: User) -> None:
    """Raise HttpError 404 if this server cannot call users by push messages, and 403 if the user is a guest.

    A guest is a user without an account.
    """
    _require_lobby(services, user)
    if services.notices.push is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("push-off"))
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("account-needed"))


async def _standing_page(services: Services, user: User) -> StandingPage:
    channels = services.notices.channels
    async with services.store.database.reading() as connection:
        wishes = await load_wishes(connection, user.id)
    is_reachable = bool(await channels.subscriptions_of(user.id)) and (await channels.wishes_of(user.id)).allows(
        "seek", "push"
    )
    return StandingPage(wishes, is_reachable)


def _require_lobby(services: Services, user: User | None) -> None:
    """Raise HttpError 404 if a user has no lobby. `user` is None for a visitor who is not signed in."""
    if not services.has_lobby(user):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-page"))


async def _check_opening(services: Services, user: User) -> None:
    """Raise HttpError 429 if a user may not open a listed table now.

    A user has to wait if too many of their tables have just left the list without a match.
    """
    if not services.config.limited:
        return
    if seconds := await seconds_until_opening(services.store.database, user.id, services.wall_clock_ms()):
        raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, reason("seek-wait", seconds=seconds), seconds)


LOBBY_ROUTES = (view_lobby, change_listing, standing_wishes, set_standing)
