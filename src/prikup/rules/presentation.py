"""The presentation of a game: everything a client needs to draw it without knowing the game by name."""

from collections.abc import Mapping

from msgspec import Struct

__all__ = ["BoxesSheet", "PlainSheet", "Presentation", "PulyaSheet", "RaceSheet"]


class PlainSheet(Struct, frozen=True, tag="plain"):
    """A sheet drawn as a table: a row for each deal, and a column for each box (a column of the sheet for one side)."""


class PulyaSheet(Struct, frozen=True, tag="pulya"):
    """A pulya, the traditional score sheet of Preferans: a circle with one sector for each player.

    `pool` and `dump` are the names of the columns for contracts made and for penalty points, which each player has for
    themselves. Points in all other columns are scored against other players (`Presentation.neighbours`).
    """

    pool: str
    dump: str


class BoxesSheet(Struct, frozen=True, tag="boxes"):
    """A score sheet with a separate part for each player. `middle` and `triangles` are names of columns.

    In each part, the column `middle` is drawn between the columns of points against the two neighbours. The column
    `triangles` is drawn as triangles above the others: each point added draws a triangle, and each point subtracted
    crosses one out.
    """

    middle: str
    triangles: str


class RaceSheet(Struct, frozen=True, tag="race"):
    """A score sheet on which only one side at a time has points: it is drawn as a ladder, with a table below it.

    The side with points climbs towards a target. `target` is the name of the game's option that sets the target, and
    `step` the name of the option that sets the number of points for one rung.
    """

    target: str
    step: str


class Presentation(Struct, frozen=True):
    """The way a client draws a game. Nothing here changes the rules.

    - `sheet` tells how the score sheet is drawn.
    - `front` are the options shown first when a table is set up, in this order. Each is mapped to the values to offer
      for it (empty: all values of the option). An option that has no effect under the other options is not shown first.
    - `keys` are the keyboard shortcuts of calls, by the call's name.
    - `quiet` are the calls that decline, such as a pass.
    - `sure` are the calls that are costly when made by mistake. Each has the key of the message by which a client asks
      for confirmation; the message has the argument `$call`.
    - `suits` are the suit symbols (`S`, `C`, `D`, `H`) with which calls are drawn, by the call's name.
    - `neighbours` are the columns in which a player scores against another player. Each is mapped to the place of the
      other player: the number of seats to the left (-1: on the right).
    - `unused` are the columns that stay empty under some options. Each is mapped to these options, by name, with their
      values; all of them must have these values for the column to stay empty.
    - `plated` are the message keys of facts about a seat, such as its target, that a client may show next to that seat.
    - `aloud` are the calls by which a sealed bid (one made without seeing the other bids) may be spoken instead of
      placed face down as a card. Only a game with sealed bids has them.
    - `stock_waits` are the phases in which the stock (the undealt cards) has not yet been taken.
    - `hand` is the number of cards dealt to each player if a client may draw them face down, else 0.
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
