"""The handlers of the lobby: the list of open tables, and the changes of what is in it."""

from contextlib import suppress
from http import HTTPStatus

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from prikup.api.lobby import LOBBY, LobbySearch, LobbyView
from prikup.api.tables import LISTING, Listing
from prikup.rules.errors import reason
from prikup.server.accounts.accounts import User
from prikup.server.accounts.established import is_established
from prikup.server.http.caller import Caller
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import AnyRequest, FromCaller, FromServices, SignedIn, user_or_none
from prikup.server.http.routing import handles
from prikup.server.lobby.limits import seconds_until_opening
from prikup.server.lobby.rows import LobbyFilter
from prikup.server.services import Services
from prikup.table.host.services import OwnedElsewhere
from prikup.table.opening.new_table import NewTable, settings_of

__all__ = ["LOBBY_ROUTES", "open_listed_table"]


@handles(LOBBY)
async def view_lobby(request: AnyRequest, services: FromServices, search: NamedDependency[LobbySearch]) -> LobbyView:
    """Return the open tables, the matches to watch, and the number of people who are here. No sign-in is needed."""
    _require_lobby(services, await user_or_none(request, services))
    games = frozenset({search.game} - {""})
    return await services.lobby.view(LobbyFilter(games, search.turns, search.rated))


@handles(LISTING)
async def change_listing(
    services: FromServices, caller: FromCaller, user: SignedIn, table: FromPath[str], data: JSONBody[Listing]
) -> Listing:
    """Put a table into the list of open tables, or take it out. Only its host may do so.

    A host has at most one table in the list; any other one leaves it.
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
    """Open a table for anybody and return its id; another listed table of the same host leaves the list.

    Raise HttpError 403 for a guest who wants only owners of accounts, and for a rated table of an account that is not
    established, 404 if the user has no lobby, and 429 for a host whose last open tables all left the list without a
    match. Raise CannotBeRated for a table that is to be rated with settings that exclude that.
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
    """Raise HttpError 403 if a user may not put rated tables into the list of open tables."""
    async with services.store.database.reading() as connection:
        if not await is_established(connection, user.id, services.wall_clock_ms()):
            raise HttpError(HTTPStatus.FORBIDDEN, reason("account-young"))


def _require_lobby(services: Services, user: User | None) -> None:
    """Raise HttpError 404 if a user has no lobby; None is somebody who is not signed in."""
    if not services.has_lobby(user):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-page"))


async def _check_opening(services: Services, user: User) -> None:
    """Raise HttpError 429 if a user may not open a table for anybody now."""
    if not services.config.limited:
        return
    if seconds := await seconds_until_opening(services.store.database, user.id, services.wall_clock_ms()):
        raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, reason("seek-wait", seconds=seconds), seconds)


LOBBY_ROUTES = (view_lobby, change_listing)
