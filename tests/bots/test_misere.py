"""The defence of a misère lies open, so that only what declarer laid away is unknown: the best card over all of it."""

import random
from typing import Any

from walk import dealt

from prikup.bots import player
from prikup.bots.inference import Belief
from prikup.bots.searching import search
from prikup.game import AnyGame
from prikup.games import GAMES, game
from prikup.infer import every
from prikup.match import Match
from prikup.solver import solve_cards
from prikup.solver.position import Position
from prikup.state import State, view

MISERE = "misere"


def misere(rules: AnyGame, rng: random.Random) -> State[Any]:
    """A misère, whatever the hand: after the talon, before the first card."""
    state = dealt(Match.begin(rules), rng)
    decide = player("rule", rules, 0)
    bid = 52 + rules.calls.index(MISERE)
    while state.public.phase != "play":
        seen = view(state, state.public.actor)
        state = rules.apply(state, bid if bid in rules.legal(seen) else decide(seen))
        if state.public.phase == "auction" and state.public.auction.high == bid:
            bid = 52
    return state


def test_the_defence_is_best_over_all_that_may_have_been_laid_away() -> None:
    """Each card of the master against every way to lay two of the twelve cards away, solved one by one."""
    rules, rng = game("preferans"), random.Random(9)
    decide, decisions = player("master", rules, 1), 0
    for _ in range(8):
        state = misere(rules, rng)
        while (seat := state.public.actor) is not None:
            seen = view(state, seat)
            chosen = decide(seen)
            if seat != state.public.declarer and len(rules.legal(seen)) > 1:
                belief = Belief(rules, seen, GAMES["preferans"].rule(rules, 1), search(), random.Random(0))
                worth = dict.fromkeys(rules.legal(seen), 0.0)
                laid = list(every(rules, seen))
                assert len(laid) <= 66
                for world in laid:
                    declarer = frozenset({state.public.declarer})
                    asked = Position.of(state.public.tricks, world.hands, declarer, "fewest")
                    for card, tricks in solve_cards(asked).items():
                        worth[card] += belief.likelihood(world) * tricks
                assert worth[chosen] >= max(worth.values()) - 1e-6
                decisions += 1
            state = rules.apply(state, chosen)
    print(decisions, "decisions")
    assert decisions > 60
