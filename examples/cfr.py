"""Tabular CFR on a pack of five cards, by OpenSpiel: `python examples/cfr.py [--iterations 100]`.

The game is `mini.py`, which `prikup.env` knows nothing of. What is printed is how much both could win together by
answering the other's average strategy best (NashConv, in tricks): it goes to nought.
"""

import argparse
from collections.abc import Iterator

import mini  # which adds itself to the registry of games
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

from prikup.env import openspiel


def train(iterations: int, every: int) -> Iterator[tuple[int, float]]:
    """Yield after each `every` iterations how many there were, and what NashConv is then."""
    openspiel.register()
    game = pyspiel.load_game(f"prikup_{mini.KIND.build(mini.Options()).name}")
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % every == 0:
            yield iteration, exploitability.nash_conv(game, solver.average_policy())


def main() -> None:
    """Train, and print how it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--every", type=int, default=10)
    arguments = parser.parse_args()
    for iteration, nash_conv in train(arguments.iterations, arguments.every):
        print(f"{iteration:5}  {nash_conv:.4f}")


if __name__ == "__main__":
    main()
