"""Statistics: what a tally says of a player, and where over too few deals it says nothing yet."""

from collections.abc import Sequence

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.statistics.exact_sums import Average, Sum
from prikup.statistics.tally import Tally

__all__ = ["DecisionStatistics", "RoleStatistics", "Statistics", "statistics"]


class RoleStatistics(Struct, frozen=True):
    """The number of times that a player had a role and that it came off (None: it cannot), and the points of a deal."""

    role: Reason
    times: int
    made: int | None
    points: Average


class DecisionStatistics(Struct, frozen=True):
    """The decisions of a kind in the reviewed deals, the mistakes among them, and the points lost by them a deal."""

    phase: str
    decisions: int
    mistakes: int
    lost: Average


class Statistics(Struct, frozen=True):
    """The statistics of a player in one game.

    `points` are those of a deal, in points of the settlement, and `roles` the same by role; `lost` are those that
    mistakes gave away in a deal, over the deals that were reviewed, and `decisions` the same by kind.
    """

    points: Average
    roles: tuple[RoleStatistics, ...]
    lost: Average
    decisions: tuple[DecisionStatistics, ...]


def statistics(tally: Tally, roles: Sequence[Reason]) -> Statistics:
    """Return what a tally says; `roles` are those of the game, in its order."""
    order = {str(role): index for index, role in enumerate(roles)}
    sorted_roles = sorted(tally.roles, key=lambda part: order.get(part.name, len(order)))
    return Statistics(
        tally.points.average,
        tuple(RoleStatistics(part.role, part.times, part.made, part.points.average) for part in sorted_roles),
        tally.lost.average,
        tuple(
            DecisionStatistics(
                part.phase,
                part.decisions,
                part.mistakes,
                Sum(tally.lost.count, part.lost.total, part.lost.squares).average,
            )
            for part in tally.decisions
        ),
    )
