"""Statistics of a player in one game, computed from a tally (exact sums); averages over too few deals are left out."""

from collections.abc import Sequence

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.statistics.exact_sums import Average, Sum
from prikup.statistics.tally import Tally

__all__ = ["DecisionStatistics", "RoleStatistics", "Statistics", "statistics"]


class RoleStatistics(Struct, frozen=True):
    """The results of a player in one role, such as declarer.

    `times` is the number of deals in this role, and `made` the number of deals in which the player succeeded, such as
    contracts made (None if the role has nothing to succeed in). `points` is the average of the settlement points per
    deal: what the player's side wins or loses.
    """

    role: Reason
    times: int
    made: int | None
    points: Average


class DecisionStatistics(Struct, frozen=True):
    """The decisions of a player in one phase of their reviewed deals, such as the auction or the trick play.

    A review evaluates every decision of a finished deal. `mistakes` is the number of decisions that were mistakes;
    `lost` is the average number of points that they lost per reviewed deal.
    """

    phase: str
    decisions: int
    mistakes: int
    lost: Average


class Statistics(Struct, frozen=True):
    """The statistics of a player in one game.

    `points` is the average of the settlement points per deal (what the player's side wins or loses), and `roles` has it
    for each role, such as declarer. `lost` is the average number of points that mistakes gave away per reviewed deal (a
    review evaluates each decision), and `decisions` has it for each phase of the deal. An average over too few deals is
    left out.
    """

    points: Average
    roles: tuple[RoleStatistics, ...]
    lost: Average
    decisions: tuple[DecisionStatistics, ...]


def statistics(tally: Tally, roles: Sequence[Reason]) -> Statistics:
    """Compute the statistics of a player in one game from the player's tally, which has exact sums of results.

    `roles` are the names of the game's roles, such as declarer, in the order of the result.
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
