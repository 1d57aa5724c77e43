"""Explanations of calls: what each call would gain and cost, as message keys and numbers.

A game explains one call at a time (`explain_call` and `glossary` of `GameExplanations`); this module groups calls with
the same explanation.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from prikup.rules.cards import FIRST_CALL, is_call
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, View

__all__ = ["CallExplanation", "glossary", "meanings"]


class CallExplanation(Struct, frozen=True):
    """The explanation of one or more calls: what they gain and cost.

    All calls in `calls` have this explanation. The first item of `says` is a short label to show next to the calls, the
    others are sentences.
    """

    calls: tuple[Action, ...]
    says: tuple[Reason, ...]


def meanings(game: AnyGame, view: View[Any], legal: Iterable[Action]) -> tuple[CallExplanation, ...]:
    """Return explanations of the calls in `legal`, the viewer's legal actions, in the order of `legal`.

    The viewer is the player whose view of the deal is `view`. Calls with the same explanation share one item.
    """
    return _group_explanations(
        lambda call: game.explanations.explain_call(view, call), (action for action in legal if is_call(action))
    )


def glossary(game: AnyGame) -> tuple[CallExplanation, ...]:
    """Return explanations of all calls that are possible under the game's house rules, in the order of the calls.

    The explanations hold in any deal, and calls with the same explanation share one item.
    """
    return _group_explanations(game.explanations.glossary, range(FIRST_CALL, FIRST_CALL + len(game.calls)))


def _group_explanations(
    meaning: Callable[[Action], tuple[Reason, ...]], calls: Iterable[Action]
) -> tuple[CallExplanation, ...]:
    """Return the explanations of `calls`; calls with the same explanation share one item.

    `meaning` returns the explanation of one call, () for a call that needs none.
    """
    groups_by_text: dict[str, tuple[tuple[Reason, ...], list[Action]]] = {}
    for call in calls:
        if says := meaning(call):
            groups_by_text.setdefault(" ".join(map(str, says)), (says, []))[1].append(call)
    return tuple(CallExplanation(tuple(grouped_calls), says) for says, grouped_calls in groups_by_text.values())
