"""Train a network for card play in three-player games by self-play.

Run `python -m bench.learning.train GAME [--minutes 24] [--ray local]`.

In each round some deals are played by a mixture of players. At each seat this is the network itself, the rule-based
player, or a styled opponent (a computer player with a random style, here never one of the held-out styles, which are
reserved for final figures). Wherever a seat has a choice, a sample stores its View, the location of each hidden card,
and the tricks that each card wins if the native heuristic finishes the deal. The tricks are computed in the true deal
only; over many deals, their mean is the mean over all deals with the same View. The network learns to predict both
locations and tricks, from the new samples and from stored earlier ones. Every few rounds it is written to a file, with
integer weights (`bench/learning/network.py`). It also plays with integer weights.

The result depends only on `--seed`, `--rounds` and `--deals`, wherever the deals are played: in this process, or on a
Ray cluster (`--ray local` starts a cluster of two workers on this machine). `--minutes` stops earlier, between two
rounds. For deals that are not used for training, the program prints the mean square error of the tricks, the bits per
hidden card's location, the same for a baseline that only counts how many cards each seat holds, and how many more
tricks the policy takes than a rule-based player, against two rule-based players.

The game must have 52 cards and a public state with an `announcer` and `targets`.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from bench.learning.network import (
    CARDS,
    COARSE,
    LAYERS,
    PARTS,
    RANKS,
    SEATS,
    SUITS,
    WIDTH,
    Net,
    shapes,
)
from bench.learning.self_play import (
    PIECE,
    Array,
    Policy,
    Samples,
    Spread,
    Weights,
    concatenate_samples,
    finish_calls,
    learnable,
    play_locally,
    play_on_ray,
    second_deal,
    select_rows,
    tricks,
)
from prikup.env import Encoder
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame
from prikup.statistics.confidence_intervals import mean_interval

UNITS = 64
RATE, BATCH, PASSES, MAX_SAMPLES = 2e-3, 256, 4, 240_000
"""Parameters of the training.

`RATE` is the learning rate of the optimiser Adam at the start. `BATCH` is the number of samples per training step.
After a round, `PASSES` times as many samples are learned as the round yielded, drawn from the stored ones. At most
`MAX_SAMPLES` samples are stored.
"""
BELIEF = 0.5
"""The weight of the loss of the belief (card locations), relative to the loss of the policy (tricks)."""


# Learning


class Learner:
    """A network with floating-point weights that is trained by the optimiser Adam."""

    def __init__(self, seed: int, units: int = UNITS) -> None:
        rng = np.random.default_rng(seed)
        self.weights: Weights = {}
        for name, shape in shapes(units).items():
            scale = 0.0 if len(shape) == 1 else (0.1 if name == "out" else 1.4) / shape[0] ** 0.5
            scale /= 2 if name == "others" else 1
            self.weights[name] = np.asarray(rng.standard_normal(shape) * scale, np.float32)
        self._moments = {name: (np.zeros_like(weight), np.zeros_like(weight)) for name, weight in self.weights.items()}
        self._steps = 0

    def whole(self) -> Weights:
        """Return the weights as integers, in the form used for playing."""
        return {name: np.rint(PARTS * weight).astype(np.int32) for name, weight in self.weights.items()}

    def forward(self, suits: Array, whole: Array) -> tuple[Array, Array, Array]:
        """Return the values of both hidden layers and of the output, by suit, for the inputs `suits` and `whole`."""
        weights, rows = self.weights, len(suits)
        shared_sums = whole @ weights["round"] + weights["bias"]
        first = np.maximum(
            (suits.reshape(-1, WIDTH) @ weights["suit"]).reshape(rows, SUITS, -1) + shared_sums[:, None], 0
        )
        shared_sums = first.sum(axis=1) @ weights["others"] + weights["second"]
        second = np.maximum(first @ weights["own"] + shared_sums[:, None], 0)
        return first, second, second @ weights["out"] + weights["last"]

    def losses(self, batch: Samples, *, learn: float = 0.0) -> tuple[float, float]:
        """Return the losses of a batch: the mean square error of the tricks, and the bits per hidden card's location.

        If `learn` is not 0, also take a training step with this learning rate.
        """
        suits, whole = batch.suits.astype(np.float32), batch.whole.astype(np.float32) / COARSE
        first, second, out = self.forward(suits, whole)
        rows = len(suits)
        out = out.reshape(rows, SUITS, 4, RANKS).swapaxes(1, 2).reshape(rows, 4, CARDS)
        count = batch.legal.sum(axis=1, keepdims=True)
        wrong = np.where(batch.legal, out[:, 0] - batch.worth, 0)
        wrong = np.where(batch.legal, wrong - wrong.sum(axis=1, keepdims=True) / count, 0)
        logits = out[:, 1:] - out[:, 1:].max(axis=1, keepdims=True)
        odds = np.exp(logits)
        odds /= odds.sum(axis=1, keepdims=True)
        is_there = batch.place[:, None] == np.arange(SEATS, dtype=np.int8)[:, None]
        is_hidden = batch.place >= 0
        cards_unseen = is_hidden.sum(axis=1, keepdims=True)
        true_odds = np.where(is_hidden, (odds * is_there).sum(axis=1), 1)
        square = float((wrong**2).sum(axis=1).mean())
        bits = float((-np.log2(np.maximum(true_odds, 1e-9)).sum(axis=1) / cards_unseen[:, 0].clip(1)).mean())
        if learn:
            slope = np.zeros((rows, 4, CARDS), np.float32)
            slope[:, 0] = 2 * wrong / rows
            per_row = BELIEF / rows / cards_unseen.clip(1)
            slope[:, 1:] = np.where(is_hidden[:, None], odds - is_there, 0) * (per_row * 16)[:, None]
            self._descend(suits, whole, first, second, slope, learn)
        return square, bits

    def _descend(self, suits: Array, whole: Array, first: Array, second: Array, slope: Array, rate: float) -> None:
        """Take a training step of Adam with the learning rate `rate`.

        `suits` and `whole` are the inputs, `first` and `second` the hidden layers, and `slope` is the gradient of the
        loss with respect to the output.
        """
        weights, rows = self.weights, len(suits)
        slope = slope.reshape(rows, 4, SUITS, RANKS).swapaxes(1, 2).reshape(rows * SUITS, -1)
        flat = second.reshape(rows * SUITS, -1)
        second_slopes = (slope @ weights["out"].T) * (flat > 0)
        shared_slopes = second_slopes.reshape(rows, SUITS, -1).sum(axis=1)
        flat_first = first.reshape(rows * SUITS, -1)
        first_slopes = (second_slopes @ weights["own"].T).reshape(rows, SUITS, -1) + (
            shared_slopes @ weights["others"].T
        )[:, None]
        first_slopes = np.where(first > 0, first_slopes, 0)
        round_below = first_slopes.sum(axis=1)
        slopes = {
            "suit": suits.reshape(-1, WIDTH).T @ first_slopes.reshape(rows * SUITS, -1),
            "round": whole.T @ round_below,
            "bias": round_below.sum(axis=0),
            "own": flat_first.T @ second_slopes,
            "others": first.sum(axis=1).T @ shared_slopes,
            "second": shared_slopes.sum(axis=0),
            "out": flat.T @ slope,
            "last": slope.sum(axis=0),
        }
        self._steps += 1
        for name, by_weight in slopes.items():
            mean, square = self._moments[name]
            mean += 0.1 * (by_weight - mean)
            square += 0.001 * (by_weight**2 - square)
            step = mean / (1 - 0.9**self._steps)
            self.weights[name] -= np.float32(rate) * step / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)


def counted_bits(samples: Samples) -> float:
    """Return the bits per location of a hidden card for a baseline, with which the network's bits can be compared.

    The baseline knows only how many cards each seat holds.
    """
    is_hidden = samples.place >= 0
    unseen = is_hidden.sum(axis=1).clip(1)
    bits = np.zeros(len(is_hidden))
    for place in range(SEATS):
        share = (samples.place == place).sum(axis=1) / unseen
        bits -= share * np.log2(np.maximum(share, 1e-9))
    return float(bits.mean())


def against_rules(rules: AnyGame, weights: Weights, deals: int, seed: str) -> list[float]:
    """Return, by deal, how many more tricks the policy takes than a rule-based player in the same seat.

    Both opponents are rule-based players.
    """
    policy, rule = Policy(rules, Encoder(rules), Net(weights)), GAMES[rules.name].rule(rules, 0)
    mean_gains = []
    for number in range(deals):
        start_state = finish_calls(rules, second_deal(rules, seed, number), (rule,) * SEATS)
        plain, gains = tricks(rules, start_state, (rule,) * SEATS), 0
        for seat in range(SEATS):
            cast = tuple(policy if index == seat else rule for index in range(SEATS))
            gains += tricks(rules, start_state, cast)[seat] - plain[seat]
        mean_gains.append(gains / SEATS)
    return mean_gains


class TrainingProgress(NamedTuple):
    """The progress of the training after some rounds.

    - `rounds` and `samples`: the numbers of rounds played and of samples they yielded.
    - `square_error`, `bits` and `baseline_bits`: the mean square error of the tricks, the bits per location of a hidden
      card, and these bits for the baseline, in deals not used for training.
    - `gain` and `half_width`: how many more tricks per deal the policy takes than a rule-based player, and half the
      width of the 95 % interval.
    - `seconds`: the time since the start.
    """

    rounds: int
    samples: int
    square_error: float
    bits: float
    baseline_bits: float
    gain: float
    half_width: float
    seconds: float


def train(
    name: str,
    seed: int,
    rounds: int,
    deals: int,
    *,
    minutes: float = 1e9,
    every: int = 5,
    test_deals: int = 100,
    units: int = UNITS,
    spread: Spread = play_locally,
) -> Iterator[tuple[TrainingProgress, Weights]]:
    """Train a network; yield the progress and the integer weights after every few rounds.

    The first yield is before the first round and the last one after the last round. `name` is the game, `deals` the
    number of deals per round, and `every` the number of rounds between two yields. `test_deals` is the number of deals
    by which the progress is measured, `units` the size of a hidden layer, and `spread` the function that plays the
    deals. Training ends early after `minutes` minutes.
    """
    rules, start = game(name), time.monotonic()
    learner, rng = Learner(seed, units), np.random.default_rng(seed + 1)
    test_samples = spread(name, f"aside {seed}", 0, max(PIECE, test_deals // 2), learner.whole())
    stored_samples: Samples | None = None
    sample_count = 0
    for finished_rounds in range(rounds + 1):
        late = time.monotonic() - start > 60 * minutes
        if finished_rounds % every == 0 or finished_rounds == rounds or late:
            square_error, bits = learner.losses(test_samples)
            interval = mean_interval(against_rules(rules, learner.whole(), test_deals, f"aside {seed}"))
            figures = (
                square_error,
                bits,
                counted_bits(test_samples),
                interval.mean,
                (interval.high - interval.low) / 2,
                time.monotonic() - start,
            )
            yield TrainingProgress(finished_rounds, sample_count, *figures), learner.whole()
        if finished_rounds == rounds or late:
            return
        fresh = spread(name, f"learn {seed}", finished_rounds * deals, deals, learner.whole())
        sample_count += len(fresh.suits)
        stored_samples = (
            fresh
            if stored_samples is None
            else select_rows(concatenate_samples([stored_samples, fresh]), slice(-MAX_SAMPLES, None))
        )
        rate = RATE * (1 - 0.95 * finished_rounds / rounds)
        for _ in range(PASSES * -(-len(fresh.suits) // BATCH)):
            row_numbers = rng.integers(len(stored_samples.suits), size=BATCH)
            learner.losses(select_rows(stored_samples, row_numbers), learn=rate)


def write(path: Path, weights: Weights, origin: str) -> None:
    """Write a network to a JSON file; `origin` is the command that trained it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"made": origin} | {name: weights[name].tolist() for name in LAYERS}
    path.write_bytes(msgspec.json.encode(content) + b"\n")


def main() -> None:
    """Parse the command line, train, print the progress, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=learnable())
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--deals", type=int, default=100, help="deals a round")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--units", type=int, default=UNITS)
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--tried", type=int, default=100, help="deals of each figure that is told")
    parser.add_argument("--ray", default="", help="local, or the address of a cluster")
    parser.add_argument("--write", type=Path, default=None, help="build/learn/GAME.json")
    arguments = parser.parse_args()
    spread: Spread = play_locally
    if arguments.ray:
        import ray

        ray.init(
            **({"num_cpus": 2} if arguments.ray == "local" else {"address": arguments.ray}),
            runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).parents[2])}},
        )
        spread = play_on_ray
    origin = (
        f"bench/learning/train.py {arguments.game} --rounds {arguments.rounds} --deals "
        f"{arguments.deals} --seed {arguments.seed}"
    )
    origin += f" --units {arguments.units}"
    training = train(
        arguments.game,
        arguments.seed,
        arguments.rounds,
        arguments.deals,
        minutes=arguments.minutes,
        every=arguments.every,
        test_deals=arguments.tried,
        units=arguments.units,
        spread=spread,
    )
    for progress, weights in training:
        print(
            f"{progress.rounds:4} rounds {progress.samples:7} samples  off {progress.square_error:.3f}  "
            f"place {progress.bits:.3f} bits, "
            f"counted {progress.baseline_bits:.3f}  {progress.gain:+.3f} ± {progress.half_width:.3f} a "
            f"deal  {progress.seconds:.0f} s",
            flush=True,
        )
        write(arguments.write or Path(f"build/learn/{arguments.game}.json"), weights, origin)


if __name__ == "__main__":
    main()
