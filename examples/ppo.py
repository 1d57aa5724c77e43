"""PPO in numpy alone, which learns a game against itself: `python examples/ppo.py GAME [--updates 200]`.

One network plays every seat of many tables. It reads the observation with each code spread into columns of 0 and 1, and
is told whose seat it is by what it sees. A decision is worth what its seat wins by the deal (no discount; the baseline
is the network's own guess of it). What is printed is what it wins a deal of random players, at each seat in turn.
"""

import argparse
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from prikup.env import Encoder
from prikup.env.vector import Tables

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]
Decisions = tuple[Floats, NDArray[np.int8], Ints, Floats, Floats, Floats, NDArray[np.bool_]]

AUCTION = ("phase", "contract", "announcer", "declarer", "soloist", "targets", "laid", "auction", "whist")
AUCTION_FIELDS = ("seat", "hand", *(f"public.{name}" for name in AUCTION))
TRICK_FIELDS = ("public.tricks.order", "public.tricks.line", "public.tricks.table", "public.tricks.won")
CLIP, ENTROPY, VALUE, RATE, HIDDEN_UNITS = 0.2, 0.005, 0.5, 1e-3, 192


class Features:
    """The columns that a network reads: codes of some parts of a View spread, its numbers, and the cards played."""

    def __init__(self, encoder: Encoder) -> None:
        field_slices = [encoder.fields[part] for part in AUCTION_FIELDS + TRICK_FIELDS if part in encoder.fields]
        self._columns = np.concatenate([np.arange(part.start, part.stop) for part in field_slices])
        low, high = encoder.low[self._columns], encoder.high[self._columns]
        self._numbers = low < 0
        widths = np.where(self._numbers, 1, high)
        self._starts = np.cumsum(widths) - widths
        cards = re.compile(r"public\.tricks\.past\.\d+\.cards\.\d+")
        self._played = [columns.start for name, columns in encoder.fields.items() if cards.fullmatch(name)]
        self._spread, self.width = int(widths.sum()), int(widths.sum()) + 53

    def __call__(self, observations: NDArray[np.int32]) -> Floats:
        """Return the features of some observations."""
        observed = observations[:, self._columns]
        features = np.zeros((len(observed), self.width + 1), np.float32)
        feature_columns = np.where(self._numbers | (observed == 0), self.width, self._starts + observed - 1)
        np.put_along_axis(features, feature_columns, 1, axis=1)
        features[:, self._starts[self._numbers]] = observed[:, self._numbers] / 16
        np.put_along_axis(features, self._spread + observations[:, self._played], 1, axis=1)
        return np.asarray(features[:, : self.width])


class Network:
    """One hidden layer; from it a logit for each action, and what the deal will bring. Trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def weights(rows: int, columns: int, scale: float) -> Floats:
            return np.asarray(rng.standard_normal((rows, columns)) * scale / rows**0.5, np.float32)

        self.weights = [weights(inputs, HIDDEN_UNITS, 2), np.zeros(HIDDEN_UNITS, np.float32)]
        self.weights += [weights(HIDDEN_UNITS, actions + 1, 0.1), np.zeros(actions + 1, np.float32)]
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self._steps = 0

    def __call__(self, features: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the odds of each action (0 for what is not legal) and the values."""
        first, first_bias, second, second_bias = self.weights
        activations = np.maximum(features @ first + first_bias, 0)
        out = activations @ second + second_bias
        logits = np.where(masks > 0, out[:, :-1], -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return activations, odds / odds.sum(axis=1, keepdims=True), out[:, -1]

    def descend(self, features: Floats, activations: Floats, slope: Floats) -> None:
        """Take a step of Adam; `slope` is that of the loss by what comes out."""
        hidden_slope = (slope @ self.weights[2].T) * (activations > 0)
        slopes = [features.T @ hidden_slope, hidden_slope.sum(axis=0), activations.T @ slope, slope.sum(axis=0)]
        self._steps += 1
        for weight, gradient, (mean, square) in zip(self.weights, slopes, self._moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            step = mean / (1 - 0.9**self._steps)
            weight -= RATE * step / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)


def sample_actions(odds: Floats, rng: np.random.Generator) -> Ints:
    """Return an action of each row, drawn by its odds."""
    cumulative_odds = np.cumsum(odds, axis=1)
    return np.asarray((cumulative_odds > cumulative_odds[:, -1:] * rng.random((len(odds), 1))).argmax(axis=1))


class Player:
    """A network that plays, and learns from what it has played."""

    def __init__(self, name: str, options: str, tables: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.tables, self._other = (Tables(name, options, tables) for _ in range(2))
        self.features = Features(self.tables.encoder)
        self.network = Network(self.features.width, self.tables.encoder.actions, self.rng)
        self.tables.reset(seed=seed)
        self._other.reset(seed=seed + 1)

    def update(self, steps: int, rounds: int = 3, batch: int = 512) -> None:
        """Play some steps at each table against itself, and learn from the deals that ended in them."""
        features, masks, actions, odds, values, gains, has_end = self._play_steps(steps)
        ahead = gains - values
        ahead = (ahead - ahead[has_end].mean()) / (ahead[has_end].std() + 1e-8)
        for _ in range(rounds):
            order = self.rng.permutation(np.flatnonzero(has_end))
            for rows in np.split(order, range(batch, len(order), batch)):
                self._learn(features[rows], masks[rows], actions[rows], odds[rows], ahead[rows], gains[rows])

    def _play_steps(self, steps: int) -> Decisions:
        """Return all decisions of some steps, the points that each seat gained, and whether the deal has ended."""
        arrays, records = self.tables.arrays, []
        for _ in range(steps):
            features, masks, actors = self.features(arrays.observations), arrays.masks.copy(), arrays.actors.copy()
            _, odds, values = self.network(features, masks)
            actions = sample_actions(odds, self.rng)
            self.tables.step(actions)
            chosen = np.take_along_axis(odds, actions[:, None], axis=1)[:, 0]
            results = arrays.rewards.copy(), arrays.terminated.copy()
            records.append((features, masks, actions, chosen, values, actors, *results))
        columns = (np.array(column) for column in zip(*records, strict=True))
        features, masks, actions, chosen, values, actors, rewards, terminations = columns
        gains, has_end = np.zeros_like(values), np.zeros(values.shape, np.bool_)
        later, ends = np.zeros_like(rewards[0]), np.zeros_like(terminations[0])
        for step in range(steps - 1, -1, -1):
            later = np.where(terminations[step][:, None], rewards[step], later)
            ends |= terminations[step]
            gains[step] = np.take_along_axis(later, actors[step][:, None].astype(np.intp), axis=1)[:, 0]
            has_end[step] = ends
        decisions = features, masks, actions, chosen, values, gains, has_end
        return tuple(array.reshape(-1, *array.shape[2:]) for array in decisions)  # type: ignore[return-value]  # seven

    def _learn(
        self, features: Floats, masks: NDArray[np.int8], actions: Ints, old_odds: Floats, ahead: Floats, gains: Floats
    ) -> None:
        """Take one step: PPO's clipped objective, the entropy, and the error of the values."""
        activations, odds, values = self.network(features, masks)
        rows = np.arange(len(actions))
        ratio = odds[rows, actions] / old_odds
        free = np.where(ahead > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        logs = np.log(np.maximum(odds, 1e-9))
        spread = odds * (logs + (-(odds * logs).sum(axis=1))[:, None])  # of minus the entropy, by the logits
        slope = np.zeros((len(rows), odds.shape[1] + 1), np.float32)
        slope[:, :-1] = (free * ahead * ratio)[:, None] * odds + ENTROPY * spread
        slope[rows, actions] -= free * ahead * ratio
        slope[:, -1] = VALUE * (values - gains)
        self.network.descend(features, activations, np.asarray(slope / len(rows), np.float32))

    def against_random(self, deals: int) -> float:
        """Return what it wins a deal, at each seat in turn, of players who choose at random."""
        tables = self._other
        arrays, own_seats, gains = tables.arrays, np.arange(tables.num_envs) % tables.game.seats, list[float]()
        while len(gains) < deals:
            _, odds, _ = self.network(self.features(arrays.observations), arrays.masks)
            random_actions = sample_actions(arrays.masks.astype(np.float32), self.rng)
            tables.step(np.where(arrays.actors == own_seats, odds.argmax(axis=1), random_actions))
            gains += arrays.rewards[arrays.terminated, own_seats[arrays.terminated]].tolist()
        return float(np.mean(gains))


def learning_curve(
    name: str, options: str, updates: int, every: int, tables: int, seed: int
) -> Iterator[tuple[int, float]]:
    """Yield before the first update and after each `every` of them what the player wins a deal of random ones."""
    player = Player(name, options, tables, seed)
    steps = 120
    for update in range(updates + 1):
        if update % every == 0:
            yield update, player.against_random(600)
        player.update(steps)


def main() -> None:
    """Learn, and print how it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--options", default="")
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for update, gain in learning_curve(
        arguments.game, arguments.options, arguments.updates, arguments.every, arguments.tables, arguments.seed
    ):
        print(f"{update:5}  {gain:+.2f} points a deal", flush=True)


if __name__ == "__main__":
    main()
