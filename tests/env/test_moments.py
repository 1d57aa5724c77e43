"""Moments derived from public information: they agree with the rules, whatever the cards."""

import random
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.random_walk import KINDS, choose_action, random_game

from prikup.env import moments as moments_module
from prikup.env.encoder import Encoder
from prikup.env.moments import SAID, UNSEEN, Moments, PublicMoment, Step, public_outcome
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import State, add_notes, view
from prikup.worlds.possible_worlds import sample_worlds

native = pytest.importorskip("prikup.env.native")
each_game = pytest.mark.parametrize(("name", "kind"), KINDS)


@pytest.fixture(autouse=True)
def cache_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache what occurs for the second time, so that fewer deals are needed."""
    monkeypatch.setattr(moments_module, "OCCURRENCES", 2)


def without_said(public: Any) -> Any:
    return replace(public, said=())


def begins_with_play(kind: GameDefinition) -> bool:
    """Return whether a game has no phase before the play, so that no step has a moment."""
    game = kind.build(next(iter(kind.presets.values())))
    return bool(Match.begin(game).deal_random(random.Random(1)).public.phase == "play")


def states_with_moments(game: AnyGame, rng: random.Random, deals: int) -> list[tuple[State[Any], PublicMoment]]:
    """Return the states of random deals that have a moment, each with its moment."""
    moments, pairs = Moments(game), []
    encoder = Encoder(game)
    moments.native = native.Moments(encoder.writer(*encoder.arrays(1)))
    for _ in range(deals):
        state = Match.begin(game, rng.randrange(game.seats)).deal_random(rng)
        moment = moments.find(state.public)
        if moment is not None:
            pairs.append((state, moment))
        while state.public.actor is not None and state.public.phase != "play":
            action = choose_action(rng, game.legal(view(state, state.public.actor)))
            next_state = game.apply(state, action)
            if moment is None:
                moment = moments.find(next_state.public)
            else:
                moment = moments.after(moment, state.public, action, next_state)
            state = next_state
            if moment is not None:
                assert moment.public.said is SAID or moment.public.said == state.public.said
                assert without_said(moment.public) == without_said(state.public)
                pairs.append((state, moment))
    return pairs


def apply_step(state: State[Any], step: Step) -> State[Any]:
    """Return the state after a step, as native code applies it."""
    hands, notes = list(state.hands), state.notes
    for seat, toggled, added, new_notes in step.changes:
        hands[seat] = hands[seat] ^ toggled | added
        notes = add_notes(notes, seat, *new_notes)
    public = replace(step.after.public, said=state.public.said + step.said)
    return State(public, tuple(hands), notes, state.stock if step.stock is None else step.stock)


@each_game
def test_moments_match_states_of_the_rules(name: str, kind: GameDefinition) -> None:
    rng, moment_count = random.Random(5), 0
    for _ in range(depth(20)):
        game = random_game(kind, rng)
        for state, moment in states_with_moments(game, rng, 60):
            moment_count += 1
            if state.public.actor is not None and moment.legal is not None:
                assert moment.legal == game.legal(view(state, state.public.actor))
    assert moment_count >= depth(20) * 30 or begins_with_play(kind)


@each_game
def test_moments_apply_in_other_possible_worlds(name: str, kind: GameDefinition) -> None:
    """What follows from public information applies in every world that the actor considers possible."""
    rng, compared_count = random.Random(6), 0
    for _ in range(3):
        game = random_game(kind, rng)
        for state, moment in states_with_moments(game, rng, depth(400)):
            actor = state.public.actor
            if actor is None:
                continue
            steps = [(action, step) for action, step in moment.steps.items() if step is not None]
            for world in islice(sample_worlds(game, view(state, actor), rng), 2):
                legal = game.legal(view(world, actor))
                assert moment.legal in (None, legal)
                for action, step in steps:
                    if action in legal:
                        assert game.apply(world, action) == apply_step(world, step)
                        compared_count += world.hands != state.hands
    assert compared_count > depth(500) or begins_with_play(kind)


@each_game
def test_public_outcome_equals_outcome_of_the_rules(name: str, kind: GameDefinition) -> None:
    """The outcome of a deal from the start of its play, the tricks won and the announcements."""
    rng, same_count = random.Random(7), 0
    for _ in range(depth(100)):
        game = random_game(kind, rng)
        state, start = Match.begin(game).deal_random(rng), None
        while state.public.actor is not None:
            if start is None and state.public.phase == "play" and game.analysis.card_players(state.public):
                start = state
            state = game.apply(state, choose_action(rng, game.legal(view(state, state.public.actor))))
        if start is None:
            ending = (state.public, None, (), state.public.said)
        else:
            new_tricks = state.public.tricks.past[len(start.public.tricks.past) :]
            winners = tuple(trick.winner for trick in new_tricks)
            ending = (start.public, state.public.tricks.won, winners, state.public.said)
        outcome = public_outcome(game, *ending)
        assert outcome in (None, game.outcome(state))
        same_count += outcome is not None
    assert same_count > depth(100) / 2


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


def test_placeholder_for_announcements_rejects_all_reading() -> None:
    assert next(iter(SAID)) is UNSEEN
    for ask in (bool, len, reversed, lambda said: said[0], lambda said: [each.seat for each in said]):
        with pytest.raises(TypeError):
            ask(SAID)
