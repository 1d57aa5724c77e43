"""The layout of an observation: which columns a value of each type has, and how they are filled.

An observation is a row of integers that encodes a View (what one player may know of a deal). The layout is derived from
the types alone. A value from a small set becomes a code that counts from 1; None becomes 0. A set of cards has a 0/1
column for each card of the pack, and an integer is stored as it is. So two different values never have equal columns.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, inspect

from prikup.rules.cards import CARD_COUNT, FIRST_CALL, cards
from prikup.rules.game import AnyGame
from prikup.rules.state import Announcement, PrivateNote
from prikup.rules.tricks import Trick

__all__ = [
    "CardSet",
    "CodeColumn",
    "ColumnGroup",
    "NumberColumn",
    "ObservationLayout",
    "OptionalColumns",
    "RepeatedColumns",
    "StructColumns",
    "layout",
    "part_columns",
]

Column = tuple[int, int]
"""The minimum and the maximum number that a column of an observation can contain."""

LEAST, GREATEST = -(2**31), 2**31 - 1


class CodeColumn(Struct, frozen=True):
    """One column that encodes a value from a small set, such as a seat or a suit, by its code in `codes`."""

    codes: Mapping[Any, int]

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of the only column, in a list."""
        return [(0, max(self.codes.values()))]

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write the code of `value` into `row` at index `column`; return the next free column."""
        row[column] = self.codes[value]
        return column + 1


class NumberColumn(Struct, frozen=True):
    """One column that contains an integer."""

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of the only column, in a list."""
        return [(LEAST, GREATEST)]

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write the integer `value` into `row` at index `column`; return the next free column."""
        row[column] = value
        return column + 1


class CardSet(Struct, frozen=True):
    """A 0/1 column for each card of the pack; `places` maps each card to the index of its column within this set."""

    places: Mapping[int, int]

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of each column."""
        return [(0, 1)] * len(self.places)

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write `value`, a bit mask of cards, into `row` from index `column` on; return the next free column.

        The row must have zeros in these columns.
        """
        for card in cards(value):
            row[column + self.places[card]] = 1
        return column + len(self.places)


class OptionalColumns(Struct, frozen=True):
    """The columns of a value that may be None: a 0/1 column for its presence, then the columns of the value.

    `of` is the layout of the value, and `width` the total number of columns. For None all columns are 0.
    """

    of: "ObservationLayout"
    width: int

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of each column."""
        return [(0, 1), *self.of.columns]

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write `value`, which may be None, into `row` from index `column` on; return the next free column.

        The row must have zeros in these columns.
        """
        if value is not None:
            row[column] = 1
            self.of.write(value, row, column + 1)
        return column + self.width


class RepeatedColumns(Struct, frozen=True):
    """The columns of a tuple of variable length: a column for the length, then columns for the maximum number of items.

    `of` is the layout of one item, `most` the maximum number of items, and `width` the total number of columns.
    """

    of: "ObservationLayout"
    most: int
    width: int

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of each column."""
        return [(0, self.most), *self.of.columns * self.most]

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write the tuple `value` into `row` from index `column` on; return the next free column.

        The row must have zeros in these columns. Raise OverflowError if the tuple has more than `most` items.
        """
        if len(value) > self.most:
            raise OverflowError(f"at most {self.most} values fit, not {len(value)}: {value}")
        row[column] = len(value)
        item_column = column + 1
        for item in value:
            item_column = self.of.write(item, row, item_column)
        return column + self.width


class ColumnGroup(Struct, frozen=True):
    """The columns of a tuple of fixed length; `of` has the layout of each item."""

    of: tuple["ObservationLayout", ...]

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of each column."""
        return [column for part in self.of for column in part.columns]

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write the tuple `value` into `row` from index `column` on; return the next free column.

        The row must have zeros in these columns.
        """
        for layout, item in zip(self.of, value, strict=True):
            column = layout.write(item, row, column)
        return column


class StructColumns(Struct, frozen=True):
    """The columns of a struct; `of` has the name and the layout of each field."""

    of: tuple[tuple[str, "ObservationLayout"], ...]

    @property
    def columns(self) -> list[Column]:
        """The minimum and the maximum of each column."""
        return [column for _, part in self.of for column in part.columns]

    def write(self, value: Any, row: list[int], column: int) -> int:
        """Write the struct `value` into `row` from index `column` on; return the next free column.

        The row must have zeros in these columns.
        """
        for name, layout in self.of:
            column = layout.write(getattr(value, name), row, column)
        return column


ObservationLayout = (
    CodeColumn | NumberColumn | CardSet | OptionalColumns | RepeatedColumns | ColumnGroup | StructColumns
)
NO_COLUMNS = StructColumns(())


def layout(game: AnyGame, value_type: type[Any]) -> ObservationLayout:
    """Return the layout for values of the type `value_type` in a game.

    Raise TypeError for a type that Views do not use. A layout tells which columns of an observation a value has; a View
    is what one player may know of a deal.
    """
    return _Layouts(game).of(inspect.type_info(value_type))


class _Layouts:
    """The builder of layouts for one game, whose numbers of seats, cards and calls determine the number of columns.

    A layout tells which columns of an observation a value has.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._layouts_by_kind: dict[str, ObservationLayout] = {
            "seat": _code(range(game.seats)),
            "suit": _code(range(4)),
            "card": _code(range(CARD_COUNT)),
            "action": _code(range(FIRST_CALL + len(game.calls))),
            "mask": CardSet({card: place for place, card in enumerate(game.pack)}),
        }

    def of(self, kind: inspect.Type) -> ObservationLayout:
        """Return the layout (the columns) of values of a type; `kind` is msgspec's description of the type."""
        match kind:
            case inspect.Metadata(type=plain, extra=extra):
                return self._layouts_by_kind.get((extra or {}).get("kind", ""), None) or self.of(plain)
            case inspect.LiteralType(values=values):
                return _code(values)
            case inspect.BoolType():
                return _code((False, True))
            case inspect.IntType():
                return NumberColumn()
            case inspect.NoneType():
                return NO_COLUMNS
            case (
                inspect.UnionType(types=(inspect.NoneType(), inner_type))
                | inspect.UnionType(types=(inner_type, inspect.NoneType()))
            ):
                return self._optional(self.of(inner_type))
            case inspect.TupleType(item_types=items):
                return ColumnGroup(tuple(map(self.of, items)))
            case inspect.VarTupleType(item_type=item):
                item_layout, max_count = self.of(item), self._max_count(item)
                return RepeatedColumns(item_layout, max_count, 1 + max_count * len(item_layout.columns))
            case inspect.StructType(fields=fields):
                return StructColumns(tuple((field.name, self.of(field.type)) for field in fields))
        raise TypeError(f"a View may contain numbers, words, tuples and structs, not {kind}")

    def _optional(self, inner: ObservationLayout) -> ObservationLayout:
        """Return the layout of a value that may be None; `inner` is the layout of the value itself.

        A value that is encoded as a code needs no further column, because its code 0 stands for None.
        """
        return inner if isinstance(inner, CodeColumn) else OptionalColumns(inner, 1 + len(inner.columns))

    def _max_count(self, item: inspect.Type) -> int:
        """Return the maximum length of a tuple in a View whose items have the type `item`.

        A View is what one player may know of a deal. The bounds follow from the game:

        - A tuple of tricks has at most the tricks of a deal.
        - A tuple of announcements (calls, and cards turned up) has at most twice the number of calls, plus the number
          of cards in the pack.
        - A tuple of notes (private facts of a player) has at most the number of cards in the pack, since a player sees
          no more cards than that.
        - A tuple of other structs has at most the square of the number of seats.
        - A tuple of actions has at most two for each seat.
        - A tuple of words or of tuples has one item for each seat, or for each word or each column of the score sheet
          if these are more.
        - Any other tuple has one item for each seat.
        """
        game = self._game
        match item:
            case inspect.StructType(cls=cls):
                of_struct = {
                    Trick: game.trick_count,
                    Announcement: 2 * len(game.calls) + len(game.pack),
                    PrivateNote: len(game.pack),
                }
                return of_struct.get(cls, game.seats * game.seats)
            case inspect.Metadata(extra={"kind": "action"}):
                return 2 * game.seats
            case inspect.LiteralType(values=values):
                return max(game.seats, len(values))
            case inspect.VarTupleType():
                return max(game.seats, len(game.columns))
        return game.seats


def _code(values: Any) -> CodeColumn:
    return CodeColumn({None: 0} | {value: code for code, value in enumerate(values, 1)})


def part_columns(layout: ObservationLayout, name: str, column: int) -> Iterator[tuple[str, slice]]:
    """Yield the dotted name and the columns of a layout and of all its parts, such as `public.tricks.past.0.winner`.

    `name` is the name of the whole layout ("" for a View), and `column` is the index of its first column.
    """
    yield name, slice(column, column + len(layout.columns))
    if isinstance(layout, RepeatedColumns):
        for n in range(layout.most):
            yield from part_columns(layout.of, f"{name}.{n}", column + 1 + n * len(layout.of.columns))
    if isinstance(layout, OptionalColumns):
        column, layout = column + 1, layout.of
    if isinstance(layout, StructColumns):
        for field, part in layout.of:
            yield from part_columns(part, f"{name}.{field}" if name else field, column)
            column += len(part.columns)
