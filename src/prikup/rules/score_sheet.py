"""The score sheet: named columns for each side, one line for each deal, and a reason for every number."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any

from msgspec import Struct

from prikup.rules.errors import Reason

__all__ = ["Line", "ScoreSheet", "SheetEntry", "SheetRow", "Totals", "add_row", "round_shares", "score", "share"]

Totals = tuple[tuple[int, ...], ...]
"""The totals of a score sheet, by column, then by side."""


class SheetEntry(Struct, frozen=True, gc=False):
    """One number on the score sheet: `amount` is added to the box of a `side` in a `column`, for the given `reason`."""

    column: str
    side: int
    amount: int
    reason: Reason


class SheetRow(Struct, frozen=True, gc=False):
    """The entries that one deal adds to the score sheet, in order; several may change the same box.

    A box is one column of one side.
    """

    entries: tuple[SheetEntry, ...] = ()

    def amount(self, column: str, side: int) -> int:
        """Return the total change that the row makes to one box: the one in `column` for the side number `side`."""
        total = 0
        for entry in self.entries:
            if entry.side == side and entry.column == column:
                total += entry.amount
        return total


class Line(Struct, frozen=True):
    """One line of the score sheet: the deal's number, dealer, outcome and row of entries.

    The outcome is None for a correction by hand.
    """

    deal: int
    dealer: int
    outcome: Any
    row: SheetRow


class ScoreSheet(Struct, frozen=True):
    """The score sheet of a match so far: the names of its `columns`, its `lines` and its `totals`.

    The totals are by column, then by side. Each is the total at the start of the sheet plus the entries in the lines.
    """

    columns: tuple[str, ...]
    totals: Totals
    lines: tuple[Line, ...] = ()

    def total(self, column: str, side: int) -> int:
        """Return the current number in one box of the sheet: column `column`, side `side`."""
        return self.totals[self.columns.index(column)][side]

    def history(self, column: str, side: int) -> tuple[int, ...]:
        """Return all numbers that a box has had, in order. The box is the column `column` of the side number `side`.

        The number at the start of the sheet comes first unless it was zero.
        """
        changes = [
            e.amount
            for line in self.lines
            for e in line.row.entries
            if (e.column, e.side) == (column, side) and e.amount
        ]
        numbers = [self.total(column, side) - sum(changes)]
        for change in changes:
            numbers.append(numbers[-1] + change)
        return tuple(numbers[0 if numbers[0] else 1 :])

    def add(self, line: Line) -> "ScoreSheet":
        """Return the sheet with one more line."""
        return ScoreSheet(self.columns, add_row(self.columns, self.totals, line.row), (*self.lines, line))


def add_row(columns: tuple[str, ...], totals: Totals, row: SheetRow) -> Totals:
    """Return the totals after the entries of a row are added; `columns` are the names of the columns."""
    boxes = list(map(list, totals))
    for entry in row.entries:
        boxes[columns.index(entry.column)][entry.side] += entry.amount
    return tuple(map(tuple, boxes))


def score(totals: Totals) -> tuple[Fraction, ...]:
    """Return each side's points above the mean of all sides; the first column of `totals` has the points."""
    mean = Fraction(sum(totals[0]), len(totals[0]))
    return tuple(points - mean for points in totals[0])


def round_shares(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Return whole numbers with the same sum as the exact numbers `shares`, one for each side.

    Raise ValueError if the sum is not whole. Each share is rounded down; the missing units go to the largest
    remainders, and among equal remainders to the side that comes first:

        >>> round_shares((Fraction(5, 3), Fraction(5, 3), Fraction(-10, 3)))
        (2, 2, -4)
    """
    whole = [floor(share) for share in shares]
    missing = sum(shares, Fraction()) - sum(whole)
    if missing.denominator != 1:
        raise ValueError("the shares do not add up to a whole number")
    by_remainder = sorted(range(len(shares)), key=lambda side: whole[side] - shares[side])
    for side in by_remainder[: missing.numerator]:
        whole[side] += 1
    return tuple(whole)


def share(points: Fraction) -> str:
    """Return an amount of points won or lost as text: `+6 2/3`, `-1/3` or `0`."""
    whole, rest = divmod(abs(points), 1)
    text = " ".join(str(part) for part in (whole, rest) if part) or "0"
    return text if not points else ("+" if points > 0 else "-") + text
