"""A phase that a game calls sealed can be played in any order: its actions are hidden and change nothing."""

import random
from itertools import groupby
from typing import Any

from support.circles import depth
from support.random_walk import Step, each_game, random_deal, random_game, walk

from prikup.rules.game import AnyGame, set_next_actor
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import Seat, State, replace_public, view

ONCE = "each seat acts once"
LEGAL = "what is legal does not depend on the others"
UNSEEN = "nobody sees more than whose turn it is"
UNTOLD = "nobody is told of an action"


def deal(game: AnyGame, rng: random.Random) -> list[Step]:
    return list(walk(game, random_deal(Match.begin(game), rng), rng))


def _replace_actor(state: State[Any], seat: Seat) -> State[Any]:
    """Return the same state with another seat to act."""
    return replace_public(state, set_next_actor(state.public, state.public.phase, seat))


def broken_parts(game: AnyGame, steps: list[Step]) -> set[str]:
    """Return the parts of the law that a deal breaks."""
    parts = set()
    for phase, run in groupby(steps, key=lambda step: step.state.public.phase):
        if phase not in game.sealed_phases:
            continue
        states = [step.state for step in run]
        order = [state.public.actor for state in states]
        if sorted(order) != list(range(game.seats)):
            parts.add(ONCE)
            continue
        early_actions = [game.legal(view(_replace_actor(states[0], seat), seat)) for seat in range(game.seats)]
        for index, (seat, state) in enumerate(zip(order, states, strict=True)):
            if any(
                game.legal(view(_replace_actor(state, later), later)) != early_actions[later] for later in order[index:]
            ):
                parts.add(LEGAL)
            if _replace_actor(state, order[0]).public != states[0].public:
                parts.add(UNSEEN)
            receivers = [receiver for receiver in (None, *range(game.seats)) if receiver != seat]
            if any(
                game.visible_action(state.public, action, receiver) is not None
                for action in early_actions[seat]
                for receiver in receivers
            ):
                parts.add(UNTOLD)
    return parts


@each_game
def test_sealed_phase_can_be_played_in_any_order(name: str, kind: GameDefinition) -> None:
    rng = random.Random(1)
    for _ in range(depth(60)):
        game = random_game(kind, rng)
        assert broken_parts(game, deal(game, rng)) == set()
