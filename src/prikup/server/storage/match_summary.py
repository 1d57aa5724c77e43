"""The column `summary` of the table `matches`: the entry of a finished match in lists, as JSON."""

from itertools import pairwise

from msgspec import Struct

__all__ = ["StoredMatchSummary"]


class StoredMatchSummary(Struct, frozen=True):
    """The entry of a finished match in lists, without the data that are in other columns of the match's row.

    - `options`: the house rules as text.
    - `sides`: the seats of each side; a side is one player, or two partners.
    - `settlement`: by side, the points that it has won or lost at the end, as exact text.
    - `course`: by side and then by deal, the points that the side had won or lost after this deal, to a hundredth.
    - `unverified`: true if the match was played on a user's own device.
    - `imported`: true if it was imported from a file.
    """

    options: str
    sides: tuple[tuple[int, ...], ...]
    settlement: tuple[str, ...]
    course: tuple[tuple[float, ...], ...]
    unverified: bool = False
    imported: bool = False

    def points_by_deal(self) -> tuple[tuple[float, ...], ...]:
        """Return the points that each deal won or lost for each seat's side, by deal, then by seat, to a hundredth.

        A side is one player, or two partners.
        """
        course_by_seat = {seat: course for seats, course in zip(self.sides, self.course, strict=True) for seat in seats}
        changes = [
            [after - before for before, after in pairwise((0.0, *course_by_seat[seat]))]
            for seat in sorted(course_by_seat)
        ]
        return tuple(zip(*changes, strict=True))
