"""Card play in native code at many tables: it follows the rules and reveals nothing more."""

import random
from typing import Any

import numpy as np
import pytest
from env.common import NAME, each_game, random_actions, without_native_code
from support.circles import depth
from support.random_walk import KINDS, options_type, random_steps

from prikup.env import moments
from prikup.env.encoder import Encoder
from prikup.env.trick_play import _moments, _native, with_native_changes
from prikup.env.vector import Tables, _game
from prikup.games import GAMES
from prikup.rules.cards import FIRST_CALL
from prikup.rules.errors import IllegalAction
from prikup.rules.game import AnyGame
from prikup.rules.game_analysis import GameAnalysis
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text, random_options
from prikup.rules.state import Action, State, view

each_kind = pytest.mark.parametrize(("name", "kind"), KINDS)


@pytest.fixture(autouse=True)
def cache_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let native code repeat whatever occurred once, so that it applies as many actions as possible."""
    monkeypatch.setattr(moments, "OCCURRENCES", 1)
    _moments.cache_clear()


def table_outputs(name: str, options: str, steps: int, deals: int | None, *, overwrite: bool = False) -> list[bytes]:
    """Return all output of some tables, step by step; with `overwrite` the arrays are overwritten between steps."""
    tables, rng, outputs = Tables(name, options, 3, deals), np.random.default_rng(2), []
    arrays = tables.arrays
    tables.reset(seed=7)
    for _ in range(steps):
        actions = random_actions(rng, arrays.masks)
        if overwrite:
            arrays.observations[:], arrays.masks[:], arrays.actors[:] = 9, 1, 1
        tables.step(actions)
        parts = (arrays.observations, arrays.masks, arrays.actors, arrays.rewards, arrays.terminated)
        outputs.append(b"".join(part.tobytes() for part in parts))
    return outputs


@each_kind
def test_native_trick_play_equals_rules(name: str, kind: GameDefinition, monkeypatch: pytest.MonkeyPatch) -> None:
    """The output is equal under every preset and under random house rules, and where the same moments recur."""
    rng = random.Random(4)
    random_rules = (options_text(kind.presets, random_options(options_type(kind), rng)) for _ in range(depth(15)))
    matches = [(preset, 240, None) for preset in kind.presets]
    runs = [*matches, ("", 700, 1), *((options, 130, 2) for options in random_rules)]
    native_outputs = [table_outputs(name, *run) for run in runs]
    without_native_code(monkeypatch)
    for run, native_output in zip(runs, native_outputs, strict=True):
        assert native_output == table_outputs(name, *run), run


@each_game
def test_tables_overwrite_foreign_values_in_arrays(name: str) -> None:
    assert table_outputs(name, "", 90, 1) == table_outputs(name, "", 90, 1, overwrite=True)


def test_trick_play_works_when_moment_cache_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = table_outputs(NAME, "", 300, 1)
    monkeypatch.setattr(moments, "MAX_STATES", 9)
    _moments.cache_clear()
    assert outputs == table_outputs(NAME, "", 300, 1)


def test_card_players_of_game_without_own_definition_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (step for kind in GAMES.values() for step in random_steps(kind, 1, 1))
    rules, public = next(
        (step.game, step.state.public)
        for step in steps
        if step.state.public.phase == "play" and step.game.analysis.card_players(step.state.public) is not None
    )
    monkeypatch.setattr(type(rules.analysis), "card_players", GameAnalysis.card_players)
    assert rules.analysis.card_players(public) is None


def card_runs(kind: GameDefinition, seed: int, count: int) -> list[tuple[AnyGame, State[Any], list[Action]]]:
    """Return the plays of random deals: the state from which only cards remain to be played, and the cards."""
    runs: list[tuple[AnyGame, State[Any], list[Action]]] = []
    follows = False
    for game, state, action in random_steps(kind, seed, count):
        was_following, follows = (
            follows,
            state.public.phase == "play" and game.analysis.card_players(state.public) is not None,
        )
        if follows and action is not None:
            if not was_following:
                runs.append((game, state, []))
            runs[-1][2].append(action)
    return runs


@each_kind
def test_native_trick_play_rebuilds_state_after_any_card(name: str, kind: GameDefinition) -> None:
    native = pytest.importorskip("prikup.env.native")
    rng, card_count = random.Random(3), 0
    for game, first, cards in card_runs(kind, 33, depth(120)):
        encoder = Encoder(game)
        write = encoder.writer(*encoder.arrays(1))
        plays = native.Plays(write, native.Moments(write), np.zeros(1, np.int8), game.trick_count)
        players, objective, state = game.analysis.card_players(first.public), game.objective(first.public), first
        player_view = view(first, first.public.actor)
        plays.show(0, player_view, game.legal(player_view), first.public.actor)
        plays.begin(0, first, players, objective.stops, objective.stops_at)
        for card in cards[: rng.randrange(len(cards) + 1)]:
            if plays.left(np.array([card], np.int64)):
                break
            plays.step(np.array([card], np.int64))
            state = game.apply(state, card)
            card_count += 1
        assert with_native_changes(first.public, plays.so_far(0)[1]) == state
    assert card_count > depth(300)


@each_game
def test_tables_reject_illegal_action_without_side_effects(name: str) -> None:
    """An illegal action in mid-play, at one table of two, leaves both as if nothing had happened."""
    pytest.importorskip("prikup.env.native")

    def run(*, inject_errors: bool) -> list[bytes]:
        tables, rng, outputs = Tables(name, count=2), np.random.default_rng(3), []
        tables.reset(seed=2)
        for _ in range(100):
            actions = random_actions(rng, tables.arrays.masks)
            if inject_errors:
                for illegal_action in (int(np.argmin(tables.arrays.masks[1])), -1, 10_000):
                    with pytest.raises(IllegalAction):
                        tables.step(np.array([actions[0], illegal_action]))
            tables.step(actions)
            outputs.append(tables.arrays.observations.tobytes() + tables.arrays.rewards.tobytes())
        return outputs

    assert run(inject_errors=True) == run(inject_errors=False)


def test_native_trick_play_rejects_arrays_of_wrong_shape() -> None:
    native = pytest.importorskip("prikup.env.native")
    tables = Tables(NAME, count=2)
    encoder = tables.encoder
    write = encoder.writer(*encoder.arrays(2))
    with pytest.raises(ValueError, match="shape"):
        native.Plays(write, native.Moments(write), np.zeros(3, np.int8), 10)
    plays = native.Plays(write, native.Moments(write), np.zeros(2, np.int8), 10)
    for ask in (plays.left, plays.step):
        with pytest.raises(ValueError, match="other tables"):
            ask(np.zeros(3, np.int64))
    with pytest.raises(IndexError):
        plays.so_far(2)


def random_playout(name: str) -> tuple[bool, list[bytes]]:
    """Return whether native code advances the tables of a game, and their observations in a few hundred steps."""
    _game.cache_clear()
    tables, rng, outputs = Tables(name, count=2), np.random.default_rng(3), []
    tables.reset(seed=4)
    for _ in range(300):
        tables.step(random_actions(rng, tables.arrays.masks))
        outputs.append(tables.arrays.observations.tobytes())
    return tables._tables._native is not None, outputs


@pytest.mark.parametrize(("action_count", "is_native"), [(256, True), (257, False)])
def test_tables_advance_games_with_too_many_actions_without_native_code(
    action_count: int, is_native: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("prikup.env.native")
    request.addfinalizer(_game.cache_clear)
    rules = type(Tables(NAME).game)
    unused_calls = tuple(f"call{n}" for n in range(action_count - FIRST_CALL - len(rules.calls)))
    monkeypatch.setattr(rules, "calls", rules.calls + unused_calls)
    is_played_natively, outputs = random_playout(NAME)
    without_native_code(monkeypatch)
    assert (is_played_natively, outputs) == (is_native, random_playout(NAME)[1])


@pytest.mark.parametrize(("seats", "is_native"), [(8, True), (9, False)])
def test_trick_play_advances_games_with_too_many_seats_without_native_code(
    seats: int, is_native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("prikup.env.native")
    tables = Tables(NAME, count=2)
    write = tables.encoder.writer(*tables.encoder.arrays(2))
    monkeypatch.setattr(tables.game, "seats", seats)
    native = _native(tables.game, write, moments.Moments(tables.game), np.zeros(2, np.int8))
    assert (native is not None) == is_native
