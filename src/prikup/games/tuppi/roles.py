"""The roles of the players in a Tuppi deal, such as declarer, for the statistics.

In Minnesota whist, rami (each side wants the most tricks) is called high, and nolo (each side wants the fewest) low.
"""

from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring import BOOK, Outcome
from prikup.rules.cards import Seat
from prikup.rules.errors import reason
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line

__all__ = ["ROLES", "roles_of"]

RAMI, AGAINST_RAMI, NOLO = map(reason, ("role-rami", "role-against-rami", "role-nolo"))
HIGH, AGAINST_HIGH, LOW = map(reason, ("role-high", "role-against-high", "role-low"))
SOOLI, SOOLI_PARTNER, AGAINST_SOOLI = map(reason, ("role-sooli", "role-sooli-partner", "role-against-sooli"))
GAVE_UP, GIVEN_UP = map(reason, ("role-gave-up", "role-given-up"))
ROLES = (
    *(RAMI, AGAINST_RAMI, NOLO, SOOLI, SOOLI_PARTNER, AGAINST_SOOLI, GAVE_UP, GIVEN_UP),
    *(HIGH, AGAINST_HIGH, LOW),
)


def roles_of(options: Options, line: Line) -> tuple[Role, ...]:
    """Return the role of each seat in a finished deal, such as declarer, for the statistics.

    `line` is the deal's line on the score sheet. Partners have the same role, except in a sooli (one player alone, who
    must take no trick). Players against a rami or a sooli succeed if it is lost. In a nolo, for which each side wants
    the fewest tricks, the side with fewer tricks succeeds.
    """
    return tuple(_role(options, line, seat) for seat in range(4))


def _role(options: Options, line: Line, seat: Seat) -> Role:
    outcome: Outcome = line.outcome
    side, player = seat % 2, outcome.player
    if outcome.conceded:
        gave_up = any(entry.side == side for entry in line.row.entries)
        return Role(GAVE_UP, made=False) if gave_up else Role(GIVEN_UP, made=True)
    rami, against, nolo = (HIGH, AGAINST_HIGH, LOW) if options.both_score else (RAMI, AGAINST_RAMI, NOLO)
    own_tricks = outcome.tricks[side]
    if player is None:
        return Role(nolo, own_tricks <= BOOK)
    if outcome.contract == "rami":
        return Role(rami if player % 2 == side else against, own_tricks > BOOK)
    is_made = outcome.tricks[player % 2] == 0
    if player % 2 != side:
        return Role(AGAINST_SOOLI, not is_made)
    return Role(SOOLI if player == seat else SOOLI_PARTNER, is_made)
