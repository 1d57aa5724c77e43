"""The hint page: the recommended action, and the expected points of each alternative."""

from typing import Any

from prikup.bots.advice import Advice
from prikup.locale.speech import Speech
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, View
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.table_view import scores

__all__ = ["advice_page"]

MAX_PLANS = 13
"""The maximum number of alternatives on the hint page. More of them would not fit in a small window."""

AdvisedActions = tuple[Action, ...]


def advice_page(speech: Speech, game: AnyGame, view: View[Any], advice: Advice) -> list[Block]:
    """Return the hint page: the recommended action with its reason, then the alternatives from best to worst.

    `speech` formats the texts, `game` is the rules of the game, `advice` has the recommendation and the expected points
    of each alternative, and `view` is what the player may see. The list of alternatives is left out if only one action
    is legal or if no expected points were computed.
    """
    head: list[Block] = [Heading(speech("hint-plan", actions=advice.plan))]
    if advice.why:
        head.append(Paragraph(speech.reason(advice.why)))
    if len(game.legal(view)) == 1:
        return head
    if not advice.worth:
        return [*head, Paragraph(speech("hint-thumb"))]
    plans = sorted(advice.worth, key=lambda plan: (-advice.worth[plan], plan != advice.plan))
    shown_plans = _best_plans(plans, advice.plan)
    column, _ = scores(speech, view.public.match.totals)[-1]
    rows = (
        (speech.actions(plan), _tenths(advice.worth[plan]), speech("hint-mark") if plan == advice.plan else "")
        for plan in shown_plans
    )
    blocks = [*head, TextTable(("", column, ""), tuple(rows), right=(1,))]
    if len(plans) > len(shown_plans):
        blocks.append(Paragraph(speech("hint-more", number=len(plans) - len(shown_plans))))
    partners = next(len(side) for side in game.sides if view.seat in side) - 1
    blocks += [Paragraph(""), Paragraph(speech("hint-worth", column=column, partners=partners))]
    if plans[0] != advice.plan:
        blocks.append(Paragraph(speech("hint-close")))
    return blocks


def _best_plans(plans: list[AdvisedActions], recommended_plan: AdvisedActions) -> list[AdvisedActions]:
    """Return the first `MAX_PLANS` of `plans`, which are sorted from best to worst.

    A plan is an action, or several actions such as the cards of a discard. If `recommended_plan` is not among the first
    plans, it takes the place of the last one.
    """
    return plans[:MAX_PLANS] if recommended_plan in plans[:MAX_PLANS] else [*plans[: MAX_PLANS - 1], recommended_plan]


def _tenths(points: float) -> str:
    """Format a number of points with one decimal, as `+3.4`, `−9.0` or `0.0`."""
    tenths = round(points, 1)
    return f"{tenths:+.1f}".replace("-", "−") if tenths else "0.0"
