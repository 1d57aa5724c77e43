"""The facts shown before the next deal: its number, its dealer, who sits out, and who calls first."""

import random
from collections.abc import Iterator

from prikup.rules.cards import is_call
from prikup.rules.errors import Reason, reason
from prikup.rules.match import Match
from prikup.rules.state import view

__all__ = ["next_deal"]


def next_deal(match: Match) -> Iterator[Reason]:
    """Yield messages about the next deal of a match: its number, its dealer, who sits out, and who calls first.

    The game also supplies facts about the next deal (its outlook). If these state who sits out or who calls first, this
    function leaves out the same messages.
    """
    standing = match.standing
    state = match.deal_random(random.Random(0))  # the cards do not matter here, only the seats
    actor = state.public.actor
    outlook_keys = {fact.key for fact in match.game.explanations.outlook(standing)}
    yield reason("next-deal", deal=standing.deal, dealer=standing.dealer)
    if "outlook-sits-out" not in outlook_keys:
        yield from (reason("next-sits-out", player=seat) for seat, hand in enumerate(state.hands) if not hand)
    calls = actor is not None and any(is_call(action) for action in match.game.legal(view(state, actor)))
    if (
        actor is not None
        and "outlook-first" not in outlook_keys
        and (calls or state.public.phase in match.game.sealed_phases)
    ):
        yield reason("next-speaks", player=actor)
