"""The results of each seat in the finished deals of a match log, as they count in statistics."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from prikup.history.events import deals_with_undo
from prikup.history.log import Log
from prikup.rules.game import AnyGame
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line, add_row

__all__ = ["SeatDeal", "counts", "seat_deals"]


class SeatDeal(Struct, frozen=True):
    """The result of the player at one seat in one deal.

    `points` is the change in the settlement of the seat's side (what it would win or lose if the match stopped), and
    `role` the seat's role in the deal, such as declarer (None if the game has no roles). `role_points` are the points
    that count for the role: if all active players have the same role, the points above parity (the average of these
    players), otherwise all points.
    """

    points: Fraction
    role: Role | None
    role_points: Fraction


def counts(log: Log, line: Line) -> bool:
    """Return whether `line`, a line of the score sheet of the match in `log`, counts in statistics.

    A cancelled deal and a correction by hand do not count. No deal counts if the only human player took an action back
    in the match. Nor does any deal of an unverified match: it was played on a user's own device, so no one knows how
    often its cards were dealt before.
    """
    has_result = line.outcome is not None and not isinstance(line.outcome, VoidDeal)
    return has_result and not log.begin.unverified and not deals_with_undo(log.events)


def seat_deals(log: Log) -> Iterator[tuple[SeatDeal, ...]]:
    """Yield the deals of a match log that count in statistics, each as the results of all seats, by seat."""
    game, totals = log.game, log.game.opening
    for line in log.match.sheet.lines:
        after = add_row(game.columns, totals, line.row)
        if counts(log, line):
            settlement_pairs = zip(game.scoring.settlement(totals), game.scoring.settlement(after), strict=True)
            yield tuple(_split_by_seat(game, line, tuple(new - old for old, new in settlement_pairs)))
        totals = after


def _split_by_seat(game: AnyGame, line: Line, by_side: tuple[Fraction, ...]) -> Iterator[SeatDeal]:
    """Yield the result of each seat in the deal of the score sheet line `line`.

    `by_side` are the points that the deal adds to the settlement of each side (what it would win or lose if the match
    stopped).
    """
    points = {seat: by_side[side] for side, seats in enumerate(game.sides) for seat in seats}
    roles = game.explanations.roles_of(line)
    alike = [points[seat] for seat, role in enumerate(roles) if role.alike]
    parity = Fraction(sum(alike), len(alike)) if alike else Fraction()
    for seat in range(game.seats):
        role, seat_points = roles[seat] if roles else None, points[seat]
        yield SeatDeal(seat_points, role, seat_points - parity if role and role.alike else seat_points)
