"""Train a small network as a baseline: `python examples/baselines.py imitation GAME`, or `ppo` in place of `imitation`.

`imitation` learns the decisions of the rule player in a data set, `ppo` learns by PPO against itself. Both use the
network of `ppo.py`, and save its weights in `build/baselines`. Then the arena and the leaderboard play with it:

    PYTHONPATH=examples prikup leaderboard GAME baselines:imitation
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import ppo as learner
from numpy.typing import NDArray

from prikup.bots.dataset import Description, generate_deals, write_dataset
from prikup.env import Encoder
from prikup.env.dataset import Dataset
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import View

FOLDER = Path("build/baselines")
BUFFER, BATCH = 20_000, 512

Decisions = tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.intp]]
"""Observations, action masks and the actions taken, one decision in each row."""


def imitation(game: AnyGame, seed: int) -> Player:
    """Return the player that imitates the rule player. It makes no random choices."""
    return _saved_player(game, "imitation")


def ppo(game: AnyGame, seed: int) -> Player:
    """Return the player that learned by PPO. It makes no random choices."""
    return _saved_player(game, "ppo")


def train_imitation(name: str, deals: int, epochs: int, seed: int) -> learner.Network:
    """Train a network to choose the actions that rule players chose in `deals` deals; print how often it does."""
    with TemporaryDirectory() as folder:
        description = Description.of(name, "", ("rule",), deals, str(seed))
        write_dataset(description, generate_deals(description), Path(folder))
        dataset, rng = Dataset(folder), np.random.default_rng(seed)
        features, network = _new_network(dataset.rules, rng)
        for epoch in range(epochs):
            hits = list[bool]()
            for observations, masks, actions in _decisions(dataset):
                for rows in np.array_split(rng.permutation(len(actions)), -(-len(actions) // BATCH)):
                    inputs = features(observations[rows])
                    activations, odds, _ = network(inputs, masks[rows])
                    hits += (odds.argmax(axis=1) == actions[rows]).tolist()
                    odds[np.arange(len(rows)), actions[rows]] -= 1  # the slope of the cross-entropy by the logits
                    slope = np.pad(odds, ((0, 0), (0, 1))) / np.float32(len(rows))  # the value is not learned
                    network.descend(inputs, activations, slope)
            print(f"{epoch + 1:5}  {100 * np.mean(hits):.1f} % of the decisions", flush=True)
    return network


def train_ppo(name: str, updates: int, seed: int) -> learner.Network:
    """Train a network by PPO against itself; print after every 10 updates what it gains against random players."""
    player = learner.Player(name, "", tables=64, seed=seed)
    for update in range(1, updates + 1):
        player.update(120)
        if update % 10 == 0:
            print(f"{update:5}  {player.against_random(600):+.2f} points a deal", flush=True)
    return player.network


def _decisions(dataset: Dataset) -> Iterator[Decisions]:
    """Yield the decisions of a data set between two actions or more, at most `BUFFER` at a time."""
    encoder = Encoder(dataset.rules)
    steps = (step for step in dataset.steps() if len(step.legal) > 1)
    while buffer := list(islice(steps, BUFFER)):
        observations, masks = encoder.arrays(len(buffer))
        write = encoder.writer(observations, masks)
        for row, step in enumerate(buffer):
            write(row, step.view, step.legal)
        yield observations, masks, np.array([step.action for step in buffer])


def _new_network(game: AnyGame, rng: np.random.Generator) -> tuple[learner.Features, learner.Network]:
    encoder = Encoder(game)
    features = learner.Features(encoder)
    return features, learner.Network(features.width, encoder.actions, rng)


def _saved_player(game: AnyGame, method: str) -> Player:
    """Return the player that takes the most probable action of a saved network.

    Raise FileNotFoundError if it was not trained yet.
    """
    features, network = _new_network(game, np.random.default_rng(0))
    with np.load(_file(game.name, method)) as weights:
        network.weights = list(weights.values())
    encoder = Encoder(game)

    def play(view: View[Any]) -> int:
        observation, mask = encoder.encode(view)
        _, odds, _ = network(features(observation[None]), mask[None])
        return int(odds[0].argmax())

    return play


def _file(name: str, method: str) -> Path:
    return FOLDER / f"{name}-{method}.npz"


def main() -> None:
    """Train one baseline and save it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("method", choices=["imitation", "ppo"])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--deals", type=int, default=20_000, help="imitation: the deals of the data set")
    parser.add_argument("--epochs", type=int, default=5, help="imitation: how often the network sees each deal")
    parser.add_argument("--updates", type=int, default=1000, help="ppo: the updates, each after 7680 decisions")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.method == "imitation":
        network = train_imitation(arguments.game, arguments.deals, arguments.epochs, arguments.seed)
    else:
        network = train_ppo(arguments.game, arguments.updates, arguments.seed)
    FOLDER.mkdir(parents=True, exist_ok=True)
    np.savez(_file(arguments.game, arguments.method), *network.weights)
    print(f"saved as {_file(arguments.game, arguments.method)}")


if __name__ == "__main__":
    main()
