"""The extension itself: its builds agree, and it stays within its arrays whatever it is given."""

import os
import subprocess
import sys

import pytest

CODE = """
from random import Random
from prikup.solver import max_n_cards, native, solve_many
from solver.positions import random_position
rng = Random(1)
positions = [random_position(rng, rng.choice((2, 3, 4)), 4) for _ in range(300)]
told = [(answer.value, answer.nodes, answer.cards) for answer in solve_many(positions, "cards")]
print(native.kernel, told, [max_n_cards(position) for position in positions])
"""


def _told(kernel: str) -> tuple[str, str]:
    environment = os.environ | {"PRIKUP_KERNEL": kernel, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    name, told = run.stdout.split(maxsplit=1)
    return name, told


def test_both_builds_search_alike() -> None:
    plain, best = _told("plain"), _told("best")
    assert plain[0] == "plain"
    assert best[1] == plain[1]
