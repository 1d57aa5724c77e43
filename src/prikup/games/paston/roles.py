"""The roles of the players in a Paston deal, such as declarer, for the statistics."""

from prikup.games.paston.options import Options
from prikup.games.paston.scoring import MULTIPLIER, QUOTA, REQUIRED_TRICKS, TRICKS, Outcome
from prikup.rules.errors import reason
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line

__all__ = ["ROLES", "roles_of"]

CONTRACTS = {contract: reason("role-contract", contract=contract) for contract in MULTIPLIER}
SURRENDERED_ROLE, WHIST_ROLE, PASSED_ROLE, SURRENDERED_TO_ROLE = map(
    reason, ("role-surrendered", "role-whist", "role-passed", "role-surrendered-to")
)
ROLES = (*CONTRACTS.values(), SURRENDERED_ROLE, WHIST_ROLE, PASSED_ROLE, SURRENDERED_TO_ROLE)


def roles_of(options: Options, line: Line) -> tuple[Role, ...]:
    """Return the role of each seat in a finished deal, such as declarer, for the statistics.

    `line` is the deal's line on the score sheet. A declarer succeeds by making the contract, and a whister (a defender
    who promised tricks) by taking the tricks owed.
    """
    outcome: Outcome = line.outcome
    given_up = outcome.contract == "surrender"
    roles = dict.fromkeys(range(3), Role(SURRENDERED_TO_ROLE if given_up else PASSED_ROLE))
    roles[outcome.declarer] = (
        Role(SURRENDERED_ROLE) if given_up else Role(CONTRACTS[outcome.contract], _is_made(outcome))
    )
    for seat in outcome.whisters:
        lone = len(outcome.whisters) == 1
        tricks = TRICKS - outcome.tricks[outcome.declarer] if lone else outcome.tricks[seat]
        meets_quota = tricks >= QUOTA[len(outcome.whisters)]
        roles[seat] = Role(WHIST_ROLE, meets_quota if outcome.revoked is None else outcome.revoked != seat)
    return tuple(roles.values())


def _is_made(outcome: Outcome) -> bool:
    """Return whether declarer made the contract of `outcome`.

    It counts as made if no defender whisted (promised tricks).
    """
    if outcome.revoked is not None:
        return outcome.revoked != outcome.declarer
    return not outcome.whisters or outcome.tricks[outcome.declarer] >= REQUIRED_TRICKS
