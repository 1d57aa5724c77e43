"""The summary of a Tuppi deal in the list of deals of a scored match: contract, declaring side and tricks."""

from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring import Outcome
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason

__all__ = ["summary"]


def summary(options: Options, outcome: Outcome, dealer: Seat) -> tuple[Reason, ...]:
    """Return the messages that sum up a deal in a list of deals: its result, and the player who revoked, if any.

    `outcome` has the facts of the deal, and `dealer` dealt the cards. A player revokes by not following suit although
    able to.
    """
    revoke_facts = () if outcome.revoked is None else (reason("scored-revoked", seat=outcome.revoked),)
    return (_result(options, outcome), *revoke_facts)


def _result(options: Options, outcome: Outcome) -> Reason:
    if outcome.conceded:
        return reason("scored-given-up")
    word = {"rami": "high", "nolo": "low"}.get(outcome.contract, "sooli") if options.both_score else outcome.contract
    if outcome.player is None:
        return reason("scored-low", word=word, by_side=outcome.tricks)
    side = outcome.player % 2
    players = (side, side + 2)
    if outcome.contract == "sooli":
        return reason("scored-sooli-lost" if outcome.tricks[side] else "scored-sooli-made", players=players)
    return reason("scored-high", players=players, word=word, tricks=outcome.tricks[side])
