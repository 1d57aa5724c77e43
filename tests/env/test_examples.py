"""The examples for researchers, at small sizes; and a sixth game, which has all three interfaces without own code."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test
from support.example_games import example

from prikup.bots.arena import Job, run
from prikup.env import openspiel
from prikup.env.aec import env
from prikup.env.vector import Tables
from prikup.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py"))
PLAIN = example(alone=True, discards=4)
"""A game of many tricks in which every player plays for themselves."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the examples importable during a test, and register their game for as long."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield
    GAMES.pop("mini", None)
    for name in NAMES:
        sys.modules.pop(name, None)


def module(name: str) -> ModuleType:
    return importlib.import_module(name)


def test_research_examples_run_one_step() -> None:
    """One step of each is run; learning is tested in `make test-all`."""
    ((iteration, conv),) = module("cfr").train(iterations=1, every=1)
    assert (iteration, conv > 0) == (1, True)
    assert np.isfinite(list(module("ismcts").gains(PLAIN, "", deals=1, simulations=2, seed=1))).all()
    player = module("ppo").Player(PLAIN, "", 4, 1)
    player.update(60)
    assert np.isfinite(player.against_random(4))


@pytest.mark.parametrize("method", ["imitation", "ppo"])
def test_baseline_is_trained_saved_and_played_by_name(
    method: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The arena finds a baseline by the name of its function, and plays it from the saved network."""
    monkeypatch.chdir(tmp_path)
    sizes = ["--deals", "4", "--epochs", "1", "--updates", "1"]
    monkeypatch.setattr(sys, "argv", ["baselines.py", method, PLAIN, *sizes])
    module("baselines").main()
    options = next(iter(GAMES[PLAIN].presets))
    (result,) = run(Job(PLAIN, options, (f"baselines:{method}", "random"), "1", 1, alone=f"baselines:{method}"), 1)
    assert np.isfinite([points for *_, points in result.points]).all()


@pytest.mark.thorough
def test_cfr_example_solves_small_pack() -> None:
    (_, first), (_, last) = module("cfr").train(iterations=4, every=2)
    assert 0 <= last < first < 0.3


@pytest.mark.thorough
def test_ismcts_example_beats_random_players() -> None:
    """In the small game it wins by five standard errors; in a large one it plays to the end."""
    module("mini")
    gains = list(module("ismcts").gains("mini", "", deals=300, simulations=20, seed=1))
    assert np.mean(gains) > 0.08
    large = list(module("ismcts").gains(PLAIN, "", deals=3, simulations=4, seed=1))
    assert len(large) == 3
    assert np.isfinite(large).all()


@pytest.mark.thorough
def test_ppo_example_learns() -> None:
    """PPO wins nothing against random players before learning, and more after a few updates."""
    command = [sys.executable, str(EXAMPLES / "ppo.py"), PLAIN, "--updates", "32", "--every", "32", "--tables", "48"]
    environment = os.environ | {
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    lines = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()
    gain_before, gain_after = (float(line.split()[1]) for line in lines)
    assert gain_after > gain_before + 0.3


def test_ppo_example_fits_in_200_lines() -> None:
    assert len((EXAMPLES / "ppo.py").read_text().splitlines()) <= 200


def test_example_game_has_all_three_interfaces() -> None:
    module("mini")
    openspiel.register()
    pyspiel.random_sim_test(pyspiel.load_game("prikup_mini"), num_sims=20, serialize=True, verbose=False)
    with pytest.warns(UserWarning, match="Observation"):
        api_test(env("mini"), num_cycles=50)
    seed_test(lambda: env("mini"), num_cycles=20)
    tables = Tables("mini", count=4)
    tables.reset(seed=1)
    ended_count = sum(int(tables.step(tables.arrays.masks.argmax(axis=1))[2].sum()) for _ in range(50))
    assert ended_count == 4 * 10


def test_information_state_determines_player_history() -> None:
    """Perfect recall over the whole tree of the small game: an information state has one history of its player."""
    module("mini")
    openspiel.register()
    history_by_state: dict[str, tuple[Any, ...]] = {}

    def walk(state: Any, histories: tuple[tuple[Any, ...], ...]) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for card, _ in state.chance_outcomes():
                walk(state.child(card), histories)
            return
        player = state.current_player()
        information_state = state.information_state_string(player)
        assert history_by_state.setdefault(information_state, histories[player]) == histories[player]
        for action in state.legal_actions():
            new_past = (*histories[player], (information_state, action))
            walk(state.child(action), tuple(new_past if seat == player else histories[seat] for seat in range(2)))

    walk(pyspiel.load_game("prikup_mini").new_initial_state(), ((), ()))
    assert len(history_by_state) > 100
