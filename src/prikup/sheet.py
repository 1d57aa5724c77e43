"""The score sheet: named columns by sides of the table, a line a deal, every number with its reason."""

from typing import Any

from msgspec import Struct

from prikup.errors import Reason

__all__ = ["Entry", "Line", "Row", "Sheet"]

Totals = tuple[tuple[int, ...], ...]
"""By column, then by side."""


class Entry(Struct, frozen=True, gc=False):
    """One number written on the sheet, and why."""

    column: str
    side: int
    amount: int
    reason: Reason


class Row(Struct, frozen=True, gc=False):
    """What one deal writes. Several entries may change one box; their order is the order of writing."""

    entries: tuple[Entry, ...] = ()

    def amount(self, column: str, side: int) -> int:
        """The whole change of one box."""
        total = 0
        for entry in self.entries:
            if entry.side == side and entry.column == column:
                total += entry.amount
        return total


class Line(Struct, frozen=True):
    """A deal on the sheet: its number, its dealer, what happened (None: a correction by hand) and what it wrote."""

    deal: int
    dealer: int
    outcome: Any
    row: Row


class Sheet(Struct, frozen=True):
    """The sheet of a match so far. `totals` are derived: by column, then by side."""

    columns: tuple[str, ...]
    totals: Totals
    lines: tuple[Line, ...] = ()

    def total(self, column: str, side: int) -> int:
        """The last number of a box."""
        return self.totals[self.columns.index(column)][side]

    def add(self, line: Line) -> "Sheet":
        """The sheet with one more line."""
        totals = dict(zip(self.columns, map(list, self.totals), strict=True))
        for entry in line.row.entries:
            totals[entry.column][entry.side] += entry.amount
        return Sheet(self.columns, tuple(map(tuple, totals.values())), (*self.lines, line))
