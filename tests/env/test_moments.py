"""Moments derived from public information: they agree with the rules, whatever the cards."""

import random
from itertools import islice
from typing import Any

import pytest
from support.circles import depth
from support.random_walk import KINDS, choose_action, random_game

from prikup.env.moments import UNSEEN, Moments, PublicMoment
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import State, view
from prikup.worlds.possible_worlds import sample_worlds

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)


def states_with_moments(game: AnyGame, rng: random.Random, deals: int) -> list[tuple[State[Any], PublicMoment]]:
    """Return the states of random deals that have a moment, each with its moment."""
    moments, pairs = Moments(game), []
    for _ in range(deals):
        state = Match.begin(game, rng.randrange(game.seats)).deal_random(rng)
        moment = moments.first(state.public)
        while moment is not None:
            assert moment.public == state.public
            pairs.append((state, moment))
            if state.public.actor is None or state.public.phase == "play":
                break
            action = choose_action(rng, game.legal(view(state, state.public.actor)))
            expected_state = game.apply(state, action)
            next_state, moment = moments.after(moment, action, state)
            assert next_state == expected_state
            state = next_state
    return pairs


@each_game
def test_moments_match_states_of_the_rules(name: str, kind: GameDefinition) -> None:
    rng, moment_count = random.Random(5), 0
    for _ in range(depth(20)):
        game = random_game(kind, rng)
        for state, moment in states_with_moments(game, rng, 30):
            moment_count += 1
            if state.public.actor is not None and moment.legal is not None:
                assert moment.legal == game.legal(view(state, state.public.actor))
    assert moment_count >= depth(20) * 30


def test_moments_apply_in_other_possible_worlds() -> None:
    """What follows from public information applies in every world that the actor considers possible."""
    rng, compared_count = random.Random(6), 0
    for _, kind in KINDS:
        game = random_game(kind, rng)
        for state, moment in states_with_moments(game, rng, depth(200)):
            actor = state.public.actor
            for action, next_moment in moment.after.items():
                if actor is None or next_moment is None:
                    continue
                for world in islice(sample_worlds(game, view(state, actor), rng), 2):
                    assert game.legal(view(world, actor)) == moment.legal
                    assert game.apply(world, action) == State(next_moment.public, world.hands, world.notes, world.stock)
                    compared_count += world.hands != state.hands
    assert compared_count > depth(1000)


def test_unseen_value_rejects_all_operations() -> None:
    for ask in (
        bool,
        len,
        hash,
        list,
        sorted,
        lambda unseen: unseen == 1,
        lambda unseen: unseen | 1,
        lambda unseen: 1 & unseen,
    ):
        with pytest.raises(TypeError):
            ask(UNSEEN)
    with pytest.raises(TypeError):
        UNSEEN.bit_count()
    with pytest.raises(TypeError):
        UNSEEN[0]
