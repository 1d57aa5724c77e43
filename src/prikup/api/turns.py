"""Requests about turn-based tables (players answer within hours or days): the table that waits next, and holidays."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from prikup.api.route import Route

__all__ = ["HOLIDAYS", "NEXT", "ROUTES", "SET_HOLIDAY", "Holiday", "Holidays", "NewHoliday", "WaitingTable"]


class WaitingTable(Struct, frozen=True):
    """A turn-based table at which the user has to act.

    - `table`: the id of the table.
    - `due`: the time at which a computer player decides for the user if the user has not acted (wall clock, ms).
    """

    table: str
    due: int


class NewHoliday(Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from"}):
    """A request to stop the user's clocks at all turn-based tables (players answer within hours or days) for some days.

    - `first`: the first day, in the user's time zone.
    - `days`: the number of whole days.
    """

    first: date
    days: Annotated[int, Meta(ge=1, le=14)]


class Holiday(Struct, frozen=True, rename={"first": "from"}):
    """Some days on which the user's clocks at turn-based tables stop: the `first` day, and the number of `days`."""

    first: date
    days: int


class Holidays(Struct, frozen=True):
    """The user's holidays, on which their clocks at turn-based tables stop, in this year and later.

    `days_a_year` is the maximum number of days of holiday in a calendar year.
    """

    holidays: tuple[Holiday, ...]
    days_a_year: int


NEXT = Route("GET", "turns/next", WaitingTable | None, errors=(401,), signed_in=True)
HOLIDAYS = Route("GET", "me/holidays", Holidays, errors=(401,), signed_in=True)
SET_HOLIDAY = Route("POST", "me/holidays", Holidays, body=NewHoliday, errors=(401, 403), signed_in=True)
ROUTES = (NEXT,)
