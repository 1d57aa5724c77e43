"""Taking back tells nobody anything, and what is claimed as certain is certain."""

import random

import pytest
from walk import KINDS, everywhere

from prikup.consent import certain, claim, learned
from prikup.errors import Reason
from prikup.game import Kind, Settled
from prikup.infer import worlds
from prikup.log import Act
from prikup.narrate import Step
from prikup.state import view

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)


@each_game
def test_an_action_that_taught_nothing_gives_the_same_view_in_every_world(name: str, kind: Kind) -> None:
    rng = random.Random(7)
    taught = {True: 0, False: 0}
    for state in everywhere(kind, 23, 40):
        if rng.random() > 0.4:
            continue
        actor = state.state.public.actor
        if actor is None or state.action is None:
            continue
        game, after = state.game, state.game.apply(state.state, state.action)
        found = learned(game, Step(state.state, Act(actor, state.action), after), actor)
        taught[found] += 1
        if found:
            continue
        seen = view(state.state, actor)
        possible = worlds(game, seen, rng)
        for _ in range(3):
            assert view(game.apply(next(possible), state.action), actor) == view(after, actor)
    assert taught[False] > 100
    assert taught[True] > 0


@each_game
def test_a_certain_claim_takes_every_trick(name: str, kind: Kind) -> None:
    rng = random.Random(3)
    claims = 0
    for step in everywhere(kind, 29, 60):
        actor = step.state.public.actor
        if actor is None:
            continue
        claimed = claim(step.game, step.state, actor)
        if not certain(step.game, view(step.state, actor)):
            assert claimed == Reason("claim-uncertain")
            continue
        assert isinstance(claimed, Settled)
        claims += 1
        left = step.state.hands[actor].bit_count()
        state = step.state
        before = state.public.tricks.won[actor]
        while state.public.actor is not None:
            state = step.game.apply(state, rng.choice(step.game.legal(view(state, state.public.actor))))
        taken = state.public.tricks.won[actor] - before
        assert taken == left - state.hands[actor].bit_count(), "every trick that was played"
    assert claims > 20
