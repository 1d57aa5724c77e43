"""The extension itself: its builds agree, and it stays within its arrays on any input."""

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from support.circles import depth

from prikup.rules.cards import mask
from prikup.solver import native

CODE = """
from random import Random
from prikup.solver import max_n_cards, native, solve_many
from solver.positions import random_position
rng = Random(1)
positions = [random_position(rng, rng.choice((2, 3, 4)), 4) for _ in range(300)]
told = [(answer.value, answer.nodes, answer.cards) for answer in solve_many(positions, "cards")]
print(native.kernel, told, [max_n_cards(position) for position in positions])
"""


def _run_kernel(kernel: str) -> tuple[str, str]:
    environment = os.environ | {"PRIKUP_KERNEL": kernel, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    name, output = run.stdout.split(maxsplit=1)
    return name, output


def test_kernel_builds_search_alike() -> None:
    plain, best = _run_kernel("plain"), _run_kernel("best")
    assert plain[0] == "plain"
    assert best[1] == plain[1]


@st.composite
def questions(draw: st.DrawFn) -> list[Any]:
    """Return the arguments of a valid position, or of one that a single argument makes invalid."""
    seats, cards_per_seat = draw(st.integers(2, 4)), draw(st.integers(0, 5))
    deck = draw(st.permutations(range(52)))
    arguments: list[Any] = [
        [mask(deck[seat * cards_per_seat : (seat + 1) * cards_per_seat]) for seat in range(seats)],
        draw(st.integers(0, seats - 1)),
        draw(st.integers(-1, 3)),
        *(draw(st.booleans()), draw(st.booleans())),
        draw(st.integers(-1, seats - 1)),
        *(draw(st.integers(0, 31)), draw(st.integers(0, (1 << seats) - 1))),
        *([], deck[seats * cards_per_seat :][: draw(st.integers(0, min(2, cards_per_seat)))]),
        *(draw(st.booleans()), draw(st.booleans())),
    ]
    if draw(st.booleans()):
        wrong = st.integers(-2, 60) | st.lists(st.integers(-1, 1 << 53), max_size=20) | st.none() | st.text(max_size=2)
        arguments[draw(st.integers(0, len(arguments) - 1))] = draw(wrong)
    return arguments


@settings(max_examples=depth(1000))
@given(questions())
def test_kernel_solves_or_rejects_any_input(arguments: Any) -> None:
    """The kernel validates its arguments again, although the package never passes invalid ones."""
    try:
        position = native.Position(*arguments)
        [(tricks, tricks_by_card, nodes)] = native.Solver(1, 1 << 20, 0).solve(
            [position], True, -5, 99, 2000, None, None
        )
    except (TypeError, ValueError):
        event("refused")
        return
    event("solved")
    assert 0 <= tricks[0] <= tricks[1] <= max(hand.bit_count() for hand in arguments[0])
    assert len(tricks_by_card) <= 16
    assert nodes <= 2001


def test_kernel_rejects_invalid_thread_count() -> None:
    for threads in (-1, 0, 2000):
        with pytest.raises(ValueError, match="threads"):
            native.Solver(threads, 1 << 20, 0)
