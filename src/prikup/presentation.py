"""The presentation of a game: all that a client must know to draw it, so that it knows no game by name."""

from collections.abc import Mapping

from msgspec import Struct

__all__ = ["BoxesSheet", "PlainSheet", "Presentation", "PulyaSheet", "RaceSheet"]


class PlainSheet(Struct, frozen=True, tag="plain"):
    """A sheet that is drawn as a table: a row for each deal, a column for each box."""


class PulyaSheet(Struct, frozen=True, tag="pulya"):
    """A sheet of sectors that meet in a circle.

    `pool` and `dump` are the columns that each player has for themselves; all other columns are held on neighbours
    (`Presentation.neighbours`).
    """

    pool: str
    dump: str


class BoxesSheet(Struct, frozen=True, tag="boxes"):
    """A sheet of one paper a player.

    The column `middle` between those held on the neighbours on either side, and above them an open triangle for each
    point that the column `triangles` went up, crossed out for each that it went down.
    """

    middle: str
    triangles: str


class RaceSheet(Struct, frozen=True, tag="race"):
    """A sheet on which one side at a time rises towards a number: a ladder, and a table below it.

    `target` and `step` are the options that hold that number and the points of one step.
    """

    target: str
    step: str


class Presentation(Struct, frozen=True):
    """The way in which a client draws a game. Nothing here changes what may be done.

    `front` are the options that stand in front when a table is set up, in that order, each with the values that are
    offered of a bounded number (empty: all values of the option); one that can change nothing beside the others stands
    back. `keys` are the letters that stand for a call, by
    the call's name; `quiet` are the calls that decline; `sure` are the calls that are dear when they are said by
    mistake, each with the key of the message (`$call`) with which a client asks once more before it sends one.
    `suits` are the suits (`S`, `C`, `D`, `H`) that calls are drawn with, by the call's name. `neighbours` are the
    columns in which a player writes on another one, with the number of seats to the left of that other one (-1: on
    the right). `unused` are the columns in which nothing is written under some rules: by column, the options and the
    values that they all must have. `plated` are the facts of a seat, by the key of their Reason, that a client may
    show beside that seat. `aloud` are the calls by which a sealed bid may be said instead of laid; a game with sealed
    bids names them. `stock_waits` are the phases in which the stock still waits for the player who will take it.
    `hand` is the number of cards that each player is dealt, where a client may draw them face down; 0 where it may
    not.
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
