"""Explanations of the calls of Tuppi: how many points on the score sheet each call would gain and cost.

When a side scores while its opponents have points, the opponents lose their points (`Options.reset_rule`). The
explanation of a sooli (one player alone against both opponents, who must take no trick) includes this loss.
"""

from prikup.games.tuppi.bids import NOLO, PASS, RAMI
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.scoring import SOOLI_MADE, Carry, Outcome, rising, row
from prikup.rules.errors import MessageArgument, Reason, reason
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Action, View

__all__ = ["explain_call", "glossary"]

Explanation = tuple[Reason, ...]


def explain_call(options: Options, view: View[Public], call: Action) -> Explanation:
    """Return the messages that explain a legal `call` to the player who may make it, whose view is `view`.

    The first message is a short label to show next to the call; the others are sentences.
    """
    assert view.seat is not None
    if view.public.phase == "bid":
        return (*glossary(options, call), *_points_at_risk_warning(options, view.public.match, view.seat))
    if call == PASS:
        return (reason("brief-nothing"), reason("means-pass"))
    return _sooli(options, view.public.match, view.seat)


def glossary(options: Options, call: Action) -> Explanation:
    """Return the messages that explain `call` in general: they hold for any deal under these house rules.

    Return () for a call that is never made under these house rules.
    """
    points_per_trick = options.points_per_trick
    if call == RAMI:
        fails = points_per_trick * options.rami_fail_factor
        return (reason("brief-rami"), reason("means-rami", each=points_per_trick, fails=fails))
    if call == NOLO:
        return (reason("brief-nolo"), reason("means-nolo", each=points_per_trick, low=options.low_scoring))
    if not options.sooli:
        return ()
    if call == PASS:
        return (reason("brief-nothing"), reason("means-pass"))
    gain, loss = SOOLI_MADE * points_per_trick // 4, options.sooli_lost * points_per_trick // 4
    return (reason("brief-sooli", made=gain), reason("means-sooli", made=gain, fall=0, lost=loss, risen=0))


def _points_at_risk_warning(options: Options, standing: MatchStanding[Carry], seat: int) -> Explanation:
    """Return the warning that a side with points loses them if its opponents score; () if no side has points.

    The warning is for the player in `seat`. `standing` is the state of the match before the deal.
    """
    side = rising(options, standing)
    if side is None:
        return ()
    keeps = "no" if options.reset_rule == "to_zero" else "yes"
    owner = "own" if side == seat % 2 else "theirs"
    return (reason("means-rising", whose=owner, points=standing.totals[0][side], keeps=keeps),)


def _sooli(options: Options, standing: MatchStanding[Carry], seat: int) -> Explanation:
    """Return the explanation of a sooli by `seat`: the points if it is made and if it is lost.

    In a sooli the player plays alone against both opponents and must take no trick. Its result may add points to the
    side that scores, and may take away the points that the opponents of that side have in the match (`standing`).
    """
    own_side = seat % 2
    row_if_made = row(options, Outcome("sooli", seat, (0, 0)), standing)
    row_if_lost = row(options, Outcome("sooli", seat, (1, 0) if own_side == 0 else (0, 1)), standing)
    numbers: dict[str, MessageArgument] = {
        "made": row_if_made.amount("points", own_side),
        "fall": -row_if_made.amount("points", 1 - own_side),
        "lost": row_if_lost.amount("points", 1 - own_side),
        "risen": -row_if_lost.amount("points", own_side),
    }
    return (reason("brief-sooli", made=numbers["made"]), Reason("means-sooli", numbers))
