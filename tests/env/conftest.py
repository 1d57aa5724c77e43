"""The small game of the examples, which is registered only during the tests that ask for it."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from prikup.env import openspiel
from prikup.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def mini(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yield the game of `examples/mini.py` as a game of OpenSpiel; its `rules` are those of this project."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    GAMES["mini"] = importlib.import_module("mini").KIND
    openspiel.register()
    yield pyspiel.load_game("prikup_mini")
    del GAMES["mini"], sys.modules["mini"]
