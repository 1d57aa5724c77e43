"""The roles of the players in a deal of Paston, for statistics."""

from prikup.games.paston.options import Options
from prikup.games.paston.scoring import MULTIPLIER, NEEDED, QUOTA, TRICKS, Outcome
from prikup.rules.errors import reason
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line

__all__ = ["ROLES", "roles_of"]

CONTRACTS = {contract: reason("role-contract", contract=contract) for contract in MULTIPLIER}
SURRENDERED, WHIST, PASSED, SURRENDERED_TO = map(
    reason, ("role-surrendered", "role-whist", "role-passed", "role-surrendered-to")
)
ROLES = (*CONTRACTS.values(), SURRENDERED, WHIST, PASSED, SURRENDERED_TO)


def roles_of(options: Options, line: Line) -> tuple[Role, ...]:
    """Return the role of each seat in a deal. A whister succeeds by taking the tricks that they owe."""
    outcome: Outcome = line.outcome
    given_up = outcome.contract == "surrender"
    roles = dict.fromkeys(range(3), Role(SURRENDERED_TO if given_up else PASSED))
    roles[outcome.declarer] = Role(SURRENDERED) if given_up else Role(CONTRACTS[outcome.contract], _made(outcome))
    for seat in outcome.whisters:
        lone = len(outcome.whisters) == 1
        tricks = TRICKS - outcome.tricks[outcome.declarer] if lone else outcome.tricks[seat]
        meets_quota = tricks >= QUOTA[len(outcome.whisters)]
        roles[seat] = Role(WHIST, meets_quota if outcome.revoked is None else outcome.revoked != seat)
    return tuple(roles.values())


def _made(outcome: Outcome) -> bool:
    """Return whether declarer made the contract; one without whisters counts as made."""
    if outcome.revoked is not None:
        return outcome.revoked != outcome.declarer
    return not outcome.whisters or outcome.tricks[outcome.declarer] >= NEEDED
