"""The roles of the players in a Balkan Preferans deal, such as declarer, for the statistics."""

from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import ALL_OR_NOTHING, NUMBERS, Outcome, is_unopposed
from prikup.games.balkan.seating import opponents, speakers
from prikup.rules.errors import Reason, reason
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line

__all__ = ["ROLES", "roles_of"]

GAMES = {game: reason("role-game", game=game) for game in NUMBERS["spades_low"]}
IGRA = {game: reason("role-igra", game=game) for game in NUMBERS["spades_low"]}
CAME_ROLE, INVITED_ROLE, KONTRA_ROLE, BROUGHT_IN_ROLE, STAYED_OUT_ROLE = map(
    reason, ("role-came", "role-invited", "role-kontra", "role-brought", "role-stayed")
)
AGAINST = {game: reason("role-against", game=game) for game in ALL_OR_NOTHING}
UNPLAYED_ROLE, SITTING_OUT_ROLE = map(reason, ("role-unplayed", "role-out"))
ROLES: tuple[Reason, ...] = (
    *GAMES.values(),
    *IGRA.values(),
    *(CAME_ROLE, INVITED_ROLE, KONTRA_ROLE, BROUGHT_IN_ROLE, STAYED_OUT_ROLE),
    *AGAINST.values(),
    *(UNPLAYED_ROLE, SITTING_OUT_ROLE),
)


def roles_of(options: Options, line: Line) -> tuple[Role, ...]:
    """Return the role of each seat in a finished deal, such as declarer, for the statistics.

    `line` is the deal's line on the score sheet. A follower (an opponent of declarer) who owes tricks succeeds by
    taking at least that many. In a betl (no trick) or a preferans (all tricks) a follower succeeds if declarer loses.
    If the lowest game was declared but neither played nor scored as made, the roles are as if all players had passed.
    """
    outcome: Outcome = line.outcome
    roles = dict.fromkeys(range(options.players), Role(SITTING_OUT_ROLE))
    roles |= dict.fromkeys(speakers(options, line.dealer), Role(UNPLAYED_ROLE))
    declarer, game = outcome.declarer, outcome.game
    if declarer is not None and game is not None and line.row.amount("bule", declarer):
        roles[declarer] = Role((IGRA if outcome.igra else GAMES)[game], outcome.is_made)
        for follower, seat in enumerate(opponents(options, line.dealer, declarer)):
            roles[seat] = _follower(options, outcome, follower, short=line.row.amount("bule", seat) > 0)
    return tuple(roles.values())


def _follower(options: Options, outcome: Outcome, follower: int, *, short: bool) -> Role:
    """Return the role of a follower (an opponent of declarer) in a finished deal, for the statistics.

    `outcome` has the facts of the deal. `follower` is 0 for the one next to declarer, 1 for the other. `short` tells
    whether the follower took fewer tricks than owed and was penalised for it.
    """
    if is_unopposed(options, outcome):
        return Role(STAYED_OUT_ROLE)
    if outcome.writer == follower:
        return Role(KONTRA_ROLE if outcome.kontra != "none" else INVITED_ROLE, not short)
    if outcome.game in AGAINST:
        return Role(AGAINST[outcome.game], not outcome.is_made)
    if outcome.writer is not None:
        return Role(BROUGHT_IN_ROLE)
    return Role(CAME_ROLE, not short) if outcome.came[follower] == "come" else Role(STAYED_OUT_ROLE)
