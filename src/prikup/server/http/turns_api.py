"""The HTTP API of turn-based tables (players answer within hours or days): the next table to act at, and holidays."""

from http import HTTPStatus

from litestar.params import JSONBody

from prikup.api.turns import HOLIDAYS, NEXT, SET_HOLIDAY, Holiday, Holidays, NewHoliday, WaitingTable
from prikup.rules.errors import reason
from prikup.server.accounts.accounts import User
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import FromServices, SignedIn
from prikup.server.http.routing import handles
from prikup.server.services import Services
from prikup.server.storage.turn_rows import waiting_tables
from prikup.server.turn_based.calendar import HOLIDAYS_A_YEAR
from prikup.table.host.services import MAX_TABLES_BY_TURNS

__all__ = ["TURN_ROUTES", "require_place_by_turns"]


async def require_place_by_turns(services: Services, user: User) -> None:
    """Check that a user may have another turn-based table (players answer within hours or days).

    Raise HttpError 403 for a guest, and 409 for a user who has too many unfinished turn-based tables.
    """
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("account-needed"))
    if await services.turn_calendar.count_tables(user.id) >= MAX_TABLES_BY_TURNS:
        raise HttpError(HTTPStatus.CONFLICT, reason("turns-many", number=MAX_TABLES_BY_TURNS))


@handles(NEXT)
async def next_table(services: FromServices, user: SignedIn) -> WaitingTable | None:
    """Return the turn-based table at which the user has to act and has the least time left; null if there is none.

    At a turn-based table players answer within hours or days.
    """
    async with services.store.database.reading() as connection:
        waiting = await waiting_tables(connection, [user.id])
    return WaitingTable(waiting[0].table, waiting[0].due) if waiting else None


@handles(HOLIDAYS)
async def list_holidays(services: FromServices, user: SignedIn) -> Holidays:
    """Return the user's holidays, during which the user's clocks at turn-based tables are paused.

    At a turn-based table players answer within hours or days.
    """
    return await _holidays(services, user)


@handles(SET_HOLIDAY)
async def set_holiday(services: FromServices, user: SignedIn, data: JSONBody[NewHoliday]) -> Holidays:
    """Set a holiday of some whole days, during which the user's clocks at turn-based tables are paused.

    Return all holidays of the user. The days are those of the time zone in the user's settings for notices. At a
    turn-based table players answer within hours or days.
    """
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("account-needed"))
    tables = await services.turn_calendar.set_holiday(
        user.id, (data.first, data.days), await _time_zone_of(services, user)
    )
    services.tables.check_timed_changes(tables)
    return await _holidays(services, user)


async def _holidays(services: Services, user: User) -> Holidays:
    holidays = await services.turn_calendar.holidays_of(user.id, await _time_zone_of(services, user))
    return Holidays(tuple(Holiday(*holiday) for holiday in holidays), HOLIDAYS_A_YEAR)


async def _time_zone_of(services: Services, user: User) -> str:
    return (await services.notices.channels.wishes_of(user.id)).zone


TURN_ROUTES = (next_table, list_holidays, set_holiday)
