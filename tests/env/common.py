"""Parameters and choices shared by the tests of environments."""

import numpy as np
import pytest
from numpy.typing import NDArray

from prikup.env.encoder import Encoder, Rows
from prikup.games import GAMES

__all__ = ["NAME", "each_game", "each_preset", "random_actions", "without_native_code"]

NAME = next(iter(GAMES))
"""An arbitrary game, for tests that work with every game."""
each_game = pytest.mark.parametrize("name", GAMES)
each_preset = pytest.mark.parametrize(
    ("name", "preset"),
    [
        pytest.param(name, preset, marks=pytest.mark.thorough if n else ())
        for name, kind in GAMES.items()
        for n, preset in enumerate(kind.presets)
    ],
)
"""Every preset in `make test-all`, otherwise the first of each game."""


def random_actions(rng: np.random.Generator, masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return a random legal action for each row."""
    return np.asarray(np.argmax(masks * rng.random(masks.shape), axis=1))


def without_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python write all observations."""
    monkeypatch.setattr(Encoder, "writer", lambda encoder, *arrays: Rows(encoder._layout, *arrays))
