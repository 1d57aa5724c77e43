"""The roles of the players in a Preferans deal, such as declarer, for the statistics."""

from prikup.games.preferans.declared_deal import VALUE, DeclaredDeal
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import Outcome
from prikup.games.preferans.public import active
from prikup.games.preferans.scoring import shortfalls
from prikup.rules.errors import reason
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line

__all__ = ["ROLES", "roles_of"]

CONTRACTS = {level: reason("role-contract", level=level) for level in VALUE}
WHIST_ROLES = {"whist": reason("role-whist"), "half": reason("role-half"), "pass": reason("role-passed")}
MISERE, AGAINST_MISERE, AGAINST_TEN = map(reason, ("role-misere", "role-against-misere", "role-against-ten"))
RASPASY, GIVEN_UP, OUT = map(reason, ("role-raspasy", "role-given-up", "role-out"))
ROLES = (*CONTRACTS.values(), MISERE, *WHIST_ROLES.values(), AGAINST_MISERE, AGAINST_TEN, GIVEN_UP, RASPASY, OUT)


def roles_of(options: Options, line: Line) -> tuple[Role, ...]:
    """Return the role of each seat in a finished deal, such as declarer, for the statistics.

    `line` is the deal's line on the score sheet. A whister (a defender who promised tricks) succeeds by taking the
    tricks owed. A defender against a misère, or against a contract of ten that may not be whisted, succeeds if declarer
    fails.
    """
    outcome: Outcome = line.outcome
    if outcome.contract == "misdeal":
        return ()
    roles = dict.fromkeys(range(options.players), Role(OUT))
    if outcome.declarer is None:
        roles |= dict.fromkeys(active(line.dealer, options.players), Role(RASPASY, alike=True))
    else:
        deal = DeclaredDeal.of(options, outcome, line.dealer, outcome.declarer)
        roles[deal.declarer] = Role(CONTRACTS[deal.level] if deal.level else MISERE, _is_made(deal))
        roles |= zip(deal.defenders, _defenders(deal), strict=True)
    return tuple(roles.values())


def _is_made(deal: DeclaredDeal) -> bool:
    """Return whether declarer made the contract. It counts as made if no defender whisted (promised tricks)."""
    outcome = deal.outcome
    if outcome.conceded or outcome.revoked is not None:
        return not outcome.conceded and outcome.revoked != deal.declarer
    return not deal.is_played or (deal.declarer_tricks >= deal.level if deal.level else deal.declarer_tricks == 0)


def _defenders(deal: DeclaredDeal) -> tuple[Role, Role]:
    """Return the roles of the first and of the second defender, clockwise from declarer, for the statistics."""
    outcome = deal.outcome
    if outcome.conceded:
        return Role(GIVEN_UP), Role(GIVEN_UP)
    if deal.is_played and not deal.whisters:
        role = Role(AGAINST_TEN if deal.level else AGAINST_MISERE, not _is_made(deal))
        return role, role
    are_tricks_known = deal.whisters and outcome.revoked is None
    short = dict(zip(deal.whisters, shortfalls(deal), strict=True)) if are_tricks_known else {}
    first, second = (
        Role(WHIST_ROLES[call], not short.get(seat, outcome.revoked == seat) if call == "whist" else None)
        for seat, call in zip(deal.defenders, deal.whist, strict=True)
    )
    return first, second
