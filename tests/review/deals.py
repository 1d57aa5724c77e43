"""Finished deals of any game, for the tests of reviews."""

import random
from functools import cache

from prikup.bots import player
from prikup.games import game
from prikup.history.log import Act
from prikup.match import Match
from prikup.narration import Step
from prikup.review.finished import FinishedDeal
from prikup.state import view

__all__ = ["dealt"]


@cache
def dealt(name: str, seed: int, level: str = "rule") -> FinishedDeal:
    """Return a deal that computer players have played."""
    rules = game(name)
    state = start = Match.begin(rules).dealt(random.Random(seed))
    plays, steps = player(level, rules, seed), []
    while (seat := state.public.actor) is not None:
        action = plays(view(state, seat))
        after = rules.apply(state, action)
        steps.append(Step(state, Act(seat, action), after))
        state = after
    return FinishedDeal(rules, 1, start, tuple(steps))
