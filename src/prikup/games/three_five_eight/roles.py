"""The roles of the players in a 3-5-8 deal, such as declarer, for the statistics."""

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.scoring import CONTRACTS, Outcome
from prikup.games.three_five_eight.targets import announcer_of, targets_of, trick_limits
from prikup.rules.errors import Reason, reason
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line

__all__ = ["ROLES", "roles_of"]

CONTRACT_ROLES = {contract: reason("role-announced", contract=contract) for contract in CONTRACTS}
NUMBERS = (9, 8, 5, 3, 2)
"""All targets (numbers of tricks to take) that a seat can have.

In the contract "fewest tricks" the same numbers are limits: the tricks that a seat may take without losing points.
"""
TARGETS = {number: reason("role-target", target=number) for number in NUMBERS}
LIMITS = {number: reason("role-limit", limit=number) for number in NUMBERS}
ROLES: tuple[Reason, ...] = (*CONTRACT_ROLES.values(), *TARGETS.values(), *LIMITS.values())


def roles_of(options: Options, line: Line) -> tuple[Role, ...]:
    """Return the role of each seat in a finished deal for the statistics.

    `line` is the deal's line on the score sheet. The role of the announcer (who named the contract) is the contract.
    The role of another seat is its target: the number of tricks to take or, in the contract "fewest tricks", not to
    exceed. A seat succeeds if it loses no points.
    """
    outcome: Outcome = line.outcome
    targets = targets_of(options, line.dealer)
    bad = outcome.contract == "min-tricks"
    names = [LIMITS[limit] for limit in trick_limits(targets)] if bad else [TARGETS[target] for target in targets]
    names[announcer_of(options, line.dealer)] = CONTRACT_ROLES[outcome.contract]
    return tuple(Role(name, line.row.amount("points", seat) >= 0) for seat, name in enumerate(names))
