"""The encoder: an observation contains exactly the information of a View."""

import random
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.circles import depth
from support.random_walk import KINDS, random_steps

from prikup.env import Encoder
from prikup.env.encoder import Rows
from prikup.env.observation_layout import layout
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import PrivateNote, State, View, view
from prikup.worlds.possible_worlds import sample_worlds

encoder_of, layout_of = cache(Encoder), cache(layout)
each_game = pytest.mark.parametrize(("name", "kind"), KINDS)


@each_game
@given(seed=st.integers(0, 2**32))
def test_encoder_output_does_not_depend_on_hidden_cards(name: str, kind: GameDefinition, seed: int) -> None:
    """Worlds with the same View have the same observation and mask, wherever the hidden cards are."""
    rng = random.Random(seed)
    steps = list(random_steps(kind, seed, 1))
    game, state, _ = rng.choice(steps)
    encoder = encoder_of(game)
    for seat in range(game.seats):
        player_view = view(state, seat)
        for world in islice(sample_worlds(game, player_view, rng), 3):
            world_view = view(world, seat)
            assert _bytes(encoder, world_view) == _bytes(encoder, player_view)


@each_game
def test_encoder_output_differs_for_different_views(name: str, kind: GameDefinition) -> None:
    """Over many deals under one set of house rules, an observation belongs to only one View."""
    game = kind.build(next(iter(kind.presets.values())))
    encoder, view_by_observation = encoder_of(game), dict[bytes, View[Any]]()
    for state in _states(game, depth(100)):
        for seat in (*range(game.seats), None):
            player_view = view(state, seat) if seat is not None else View(None, state.public, 0, ())
            assert view_by_observation.setdefault(encoder.encode(player_view)[0].tobytes(), player_view) == player_view


@each_game
def test_encoder_changes_only_columns_of_changed_fields(name: str, kind: GameDefinition) -> None:
    for game, state, action in random_steps(kind, 21, depth(30)):
        if action is None:
            continue
        encoder, seat = encoder_of(game), state.public.actor
        old_view, new_view = view(state, seat), view(game.apply(state, action), seat)
        changed_columns = encoder.encode(old_view)[0] != encoder.encode(new_view)[0]
        for part in [name for name in encoder.fields if name.startswith("public.") and name.count(".") == 1]:
            field = part.removeprefix("public.")
            is_same = getattr(old_view.public, field) == getattr(new_view.public, field)
            assert changed_columns[encoder.fields[part]].any() != is_same, part


@each_game
def test_encoder_mask_is_legal_actions_and_observation_is_in_bounds(name: str, kind: GameDefinition) -> None:
    for game, state, _ in random_steps(kind, 22, depth(100)):
        encoder = encoder_of(game)
        for seat in range(game.seats):
            player_view = view(state, seat)
            observation, mask = encoder.encode(player_view)
            assert mask.shape == (encoder.actions,)
            assert np.flatnonzero(mask).tolist() == sorted(game.legal(player_view))
            assert observation.shape == (encoder.size,)
            assert (observation >= encoder.low).all()
            assert (observation <= encoder.high).all()


@each_game
def test_encoder_has_room_for_longest_auctions(name: str, kind: GameDefinition) -> None:
    """Players pass only if they must; each time they make the lowest call, or the highest."""
    for options in kind.presets.values():
        game = kind.build(options)
        for lowest in (True, False):
            encoder, state = encoder_of(game), Match.begin(game).deal_random(random.Random(1))
            while (actor := state.public.actor) is not None:
                legal = game.legal(view(state, actor))
                assert encoder.encode(view(state, actor))[1].any()
                state = game.apply(state, legal[min(1, len(legal) - 1) if lowest else -1])


@each_game
def test_native_writer_equals_python_writer(name: str, kind: GameDefinition) -> None:
    native = pytest.importorskip("prikup.env.native")
    for game, state, _ in random_steps(kind, 24, depth(100)):
        encoder = encoder_of(game)
        view_layout = layout_of(game, View[kind.public])  # type: ignore[name-defined]  # a type known only at run time
        native_arrays, python_arrays = encoder.arrays(2), encoder.arrays(2)
        for writer, arrays in ((native.Writer, native_arrays), (Rows, python_arrays)):
            arrays[0][:], arrays[1][:] = 7, 7
            writer(view_layout, *arrays)(1, view(state, 1), game.legal(view(state, 1)))
        assert np.array_equal(native_arrays[0], python_arrays[0])
        assert np.array_equal(native_arrays[1], python_arrays[1])


def game_with_first_view() -> tuple[AnyGame, Encoder, View[Any]]:
    """Return a game, its encoder, and the first View of a deal."""
    _, kind = KINDS[0]
    game = kind.build(next(iter(kind.presets.values())))
    return game, Encoder(game), view(Match.begin(game).deal_random(random.Random(1)), 0)


def test_native_writer_rejects_invalid_input() -> None:
    native = pytest.importorskip("prikup.env.native")
    game, encoder, player_view = game_with_first_view()
    write, empty_view = encoder.writer(*encoder.arrays(1)), View[Any](0, None, 0, ())
    for error, place, written_view, legal in (
        (IndexError, 1, player_view, ()),
        (IndexError, 0, player_view, (99_999,)),
        (KeyError, 0, View(99, player_view.public, player_view.hand, ()), ()),
        (AttributeError, 0, empty_view, ()),
    ):
        with pytest.raises(error):
            write(place, written_view, legal)
    with pytest.raises(ValueError, match="shape"):
        native.Writer(layout(game, type(player_view.public)), *encoder.arrays(1))


def test_encoder_rejects_too_long_or_unknown_values() -> None:
    game, encoder, player_view = game_with_first_view()
    with pytest.raises(OverflowError, match="room"):
        encoder.encode(
            View(0, player_view.public, player_view.hand, (*player_view.notes, *(PrivateNote("took", 0, 0),) * 99))
        )
    with pytest.raises(TypeError, match="numbers, words"):
        layout(game, dict[str, int])


def _bytes(encoder: Encoder, player_view: View[Any]) -> bytes:
    observation, mask = encoder.encode(player_view)
    return observation.tobytes() + mask.tobytes()


def _states(game: AnyGame, deals: int) -> list[State[Any]]:
    """Return the states of random deals of one match after another."""
    rng, match, states = random.Random(5), Match.begin(game), list[State[Any]]()
    for _ in range(deals):
        match = Match.begin(game) if match.over else match
        state = match.deal_random(rng)
        while (actor := state.public.actor) is not None:
            states.append(state)
            state = game.apply(state, rng.choice(game.legal(view(state, actor))))
        states.append(state)
        match = match.close(game.outcome(state))
    return states
