"""The presentation of a game: everything a client needs to draw it without knowing the game by name."""

from collections.abc import Mapping

from msgspec import Struct

__all__ = ["BoxesSheet", "PlainSheet", "Presentation", "PulyaSheet", "RaceSheet"]


class PlainSheet(Struct, frozen=True, tag="plain"):
    """A sheet drawn as a table: a row for each deal, a column for each box."""


class PulyaSheet(Struct, frozen=True, tag="pulya"):
    """A sheet of sectors that meet in a circle.

    `pool` and `dump` are the columns that each player has for themselves; all other columns are written against
    neighbours (`Presentation.neighbours`).
    """

    pool: str
    dump: str


class BoxesSheet(Struct, frozen=True, tag="boxes"):
    """A sheet with one paper for each player.

    The column `middle` is between the columns written against the two neighbours. Above them is a triangle for each
    point by which the column `triangles` went up; for each point by which it went down, one of them is crossed out.
    """

    middle: str
    triangles: str


class RaceSheet(Struct, frozen=True, tag="race"):
    """A sheet on which one side at a time climbs towards a target: a ladder, and a table below it.

    `target` and `step` are the names of the options for the target and for the points of one step.
    """

    target: str
    step: str


class Presentation(Struct, frozen=True):
    """The way a client draws a game. Nothing here changes the rules.

    `front` are the options shown first when a table is set up, in that order, each with the values offered for a
    numeric option (empty: all values of the option); an option that has no effect together with the others is not shown
    first. `keys` are the shortcut keys of calls, by the call's name; `quiet` are the calls that decline; `sure` are the
    calls that are costly when made by mistake, each with the key of the message (`$call`) with which a client asks for
    confirmation. `suits` are the suit symbols (`S`, `C`, `D`, `H`) with which calls are drawn, by the call's name.

    `neighbours` are the columns in which a player writes against another one, with the number of seats to the left at
    which that other player sits (-1: on the right). `unused` are the columns that stay empty under some options: by
    column, the options and the values that they must all have. `plated` are the facts about a seat, by the key of their
    Reason, that a client may show next to that seat. `aloud` are the calls by which a sealed bid may be spoken instead
    of placed; a game with sealed bids defines them. `stock_waits` are the phases in which the stock has not yet been
    taken. `hand` is the number of cards dealt to each player if a client may draw them face down, else 0.
    """

    sheet: PlainSheet | PulyaSheet | BoxesSheet | RaceSheet = PlainSheet()
    front: Mapping[str, tuple[str, ...]] = {}
    keys: Mapping[str, str] = {}
    quiet: tuple[str, ...] = ()
    sure: Mapping[str, str] = {}
    suits: Mapping[str, str] = {}
    neighbours: Mapping[str, int] = {}
    unused: Mapping[str, Mapping[str, str]] = {}
    plated: tuple[str, ...] = ()
    aloud: tuple[str, ...] = ()
    stock_waits: tuple[str, ...] = ()
    hand: int = 0
