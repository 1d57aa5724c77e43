"""Statistics of a player in one game, computed from a tally; averages over too few deals are left out."""

from collections.abc import Sequence

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.statistics.exact_sums import Average, Sum
from prikup.statistics.tally import Tally

__all__ = ["DecisionStatistics", "RoleStatistics", "Statistics", "statistics"]


class RoleStatistics(Struct, frozen=True):
    """The results of a player in one role, such as declarer.

    `times` is the number of deals in this role, and `made` the number of deals in which the player succeeded, such as
    contracts made (None if the role has nothing to succeed in). `points` summarises the settlement points per deal:
    what the player's side wins or loses.
    """

    role: Reason
    times: int
    made: int | None
    points: Average


class DecisionStatistics(Struct, frozen=True):
    """The decisions of a player in one phase of reviewed deals, such as the auction or the trick play.

    `mistakes` is the number of decisions that were mistakes; `lost` summarises the points that they lost per reviewed
    deal.
    """

    phase: str
    decisions: int
    mistakes: int
    lost: Average


class Statistics(Struct, frozen=True):
    """The statistics of a player in one game.

    `points` summarises the settlement points per deal (what the player's side wins or loses), and `roles` summarises
    them separately for each role, such as declarer. Each summary is an average, which is left out if there are too few
    deals. `lost` summarises the points per reviewed deal that mistakes gave away, and `decisions` summarises them
    separately for each phase of the deal.
    """

    points: Average
    roles: tuple[RoleStatistics, ...]
    lost: Average
    decisions: tuple[DecisionStatistics, ...]


def statistics(tally: Tally, roles: Sequence[Reason]) -> Statistics:
    """Return the statistics of a player that follow from the player's tally.

    `roles` are the roles of the game, in the order to list them.
    """
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
