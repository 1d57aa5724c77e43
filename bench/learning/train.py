"""Self-play for card play in three-player games: `python -m bench.learning.train GAME [--minutes 24] [--ray local]`.

In each round some deals are played by a mixture: at each seat the network itself, the rule player, or a styled opponent
of an open style, never of a held-out one. Wherever a seat has a choice, a sample stores its View, the location of each
hidden card, and the tricks that each card wins if the native heuristic finishes the deal. This is computed in the true
deal: over many deals, its mean is that of all deals with the same View. The network learns both targets, from these
samples and from stored earlier ones. Every few rounds it is written to a file, as integers
(`bench/learning/network.py`), and it also plays with these.

The result depends only on `--seed`, `--rounds` and `--deals`, wherever the deals are played: in this process, or on a
Ray cluster (`--ray local` starts one of two workers on this machine). `--minutes` stops earlier, between two rounds.
Printed for held-out deals: the mean square error of the tricks, the bits per hidden card's location, the same for a
baseline that only counts how many cards each seat holds, and the tricks that the policy takes more than a rule player
against two rule players.

The game must have 52 cards and a public state with an `announcer` and `targets`.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.learning.network import (
    AWAY,
    CARDS,
    COARSE,
    LAYERS,
    PARTS,
    RANKS,
    SEATS,
    SUITS,
    TEMPER,
    WIDTH,
    Features,
    Net,
    shapes,
)
from prikup.bots import player
from prikup.bots.cardplay import position
from prikup.bots.styled_opponent import SEALED
from prikup.bots.thread_solver import search
from prikup.env import Encoder
from prikup.games import GAMES, game
from prikup.rules.cards import cards
from prikup.rules.game import AnyGame, Player, play
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View, view
from prikup.statistics.confidence_intervals import mean_interval

Array = NDArray[Any]
Weights = dict[str, Array]

UNITS = 64
RATE, BATCH, PASSES, KEPT = 2e-3, 256, 4, 240_000
"""Adam's first learning rate; the batch size; the epochs over as many samples as a round yields; the samples stored."""
BELIEF = 0.5
"""The weight of the belief's loss relative to that of the tricks."""
STRANGE, STRANGERS, TOLD, OWN = 0.3, 0.6, 0.35, 0.5
"""Shares: deals with styled opponents; their seats there; deals where they also call; the network's seats elsewhere.

The remaining seats are rule players, who also make all calls where styled opponents do not: this takes a tenth of the
time.
"""
PIECE = 8
"""The number of deals played as one task."""


class Samples(NamedTuple):
    """Positions in which a seat had a choice, one per row.

    `suits` and `whole` are the network's inputs; `legal` the cards that may be played, `worth` the tricks that each of
    them wins; `place` is 0, 1 or `AWAY` for each hidden card, -1 for the others.
    """

    suits: NDArray[np.uint8]
    whole: NDArray[np.uint8]
    legal: NDArray[np.bool_]
    worth: NDArray[np.int8]
    place: NDArray[np.int8]


def joined(parts: list[Samples]) -> Samples:
    """Return samples concatenated."""
    return Samples._make(np.concatenate(each) for each in zip(*parts, strict=True))


def of_rows(samples: Samples, rows: Any) -> Samples:
    """Return the given rows of the samples."""
    return Samples._make(each[rows] for each in samples)


# Play


@cache
def _rules(name: str) -> tuple[AnyGame, Encoder]:
    rules = game(name)
    return rules, Encoder(rules)


def learnable() -> tuple[str, ...]:
    """Return the games that can be learned: of three players and 52 cards, with an announcer and targets."""
    known = ((name, game(name)) for name in GAMES)
    public = {"public.announcer", "public.targets", "public.tricks.won"}
    return tuple(
        name
        for name, rules in known
        if rules.seats == SEATS and len(rules.pack) == CARDS and public <= Encoder(rules).fields.keys()
    )


def begun(rules: AnyGame, seed: str, number: int) -> State[Any]:
    """Return the second deal of a match whose first deal rule players have played."""
    rng, rule = random.Random(f"{seed} {number}"), GAMES[rules.name].rule(rules, 0)
    match = Match.begin(rules, number % SEATS)
    after = match.close(rules.outcome(play(rules, match.dealt(rng), (rule,) * SEATS)))
    return (match if after.over else after).dealt(rng)


def spoken(rules: AnyGame, state: State[Any], speakers: tuple[Player, ...]) -> State[Any]:
    """Return the state at which the first card is to be played."""
    while (seat := state.public.actor) is not None and state.public.phase != "play":
        state = rules.apply(state, speakers[seat](view(state, seat)))
    return state


class Policy:
    """The network as a player of cards: it plays the best card or, given `rng`, samples one from the softmax."""

    def __init__(self, rules: AnyGame, encoder: Encoder, net: Net, rng: random.Random | None = None) -> None:
        self.rules, self.encoder, self.net, self.rng = rules, encoder, net, rng
        self.features, self.rule = Features(rules, encoder), GAMES[rules.name].rule(rules, 0)

    def __call__(self, seen: View[Any]) -> Action:
        legal = self.rules.legal(seen)
        if len(legal) == 1 or seen.public.phase != "play":
            return self.rule(seen)
        row, _ = self.encoder.encode(seen)
        (worth,), _ = self.net(*self.features(row[None]).inputs())
        if self.rng is None:
            return max(legal, key=lambda card: (worth[card], -card))
        odds = np.exp((worth[list(legal)] - max(worth[list(legal)])) / TEMPER)
        return self.rng.choices(legal, odds.tolist())[0]


def played(name: str, seed: str, first: int, deals: int, weights: Weights) -> Samples:
    """Return the samples of `deals` deals, numbered from `first`."""
    rules, encoder = _rules(name)
    net, rule = Net(weights), player("rule", rules, 0)
    rows, worth, place, legals = list[Array](), list[Array](), list[Array](), list[Array]()
    for number in range(first, first + deals):
        rng = random.Random(f"{seed} cast {number}")
        own, strange = Policy(rules, encoder, net, rng), rng.random() < STRANGE

        def seated(own: Player = own, strange: bool = strange, rng: random.Random = rng) -> Player:
            if strange and rng.random() < STRANGERS:
                return player(f"stranger:{rng.randrange(1, SEALED)}", rules, 0)
            return own if rng.random() < OWN else rule

        cast = (seated(), seated(), seated())
        speakers = cast if strange and rng.random() < TOLD else (rule,) * SEATS
        state = spoken(rules, begun(rules, seed, number), speakers)
        while (seat := state.public.actor) is not None:
            seen = view(state, seat)
            legal = rules.legal(seen)
            if len(legal) > 1:
                row, mask = encoder.encode(seen)
                rows.append(row)
                legals.append(mask[:CARDS] == 1)
                worth.append(brought(rules, state))
                place.append(places(state, seat))
            state = rules.apply(state, cast[seat](seen) if len(legal) > 1 else legal[0])
    seen_by = Features(rules, encoder)(np.stack(rows))
    suits, whole = seen_by.inputs()
    where = np.where(seen_by.unseen, np.stack(place), -1).astype(np.int8)
    return Samples(suits, whole, np.stack(legals), np.stack(worth), where)


def brought(rules: AnyGame, state: State[Any]) -> Array:
    """Return by card the tricks that it wins for the seat to act, if the native heuristic finishes the deal."""
    found = np.zeros(CARDS, np.int8)
    (row,) = search().playouts([position(state, rules.contest(state.public))], alone=True)
    for card, taken in row.items():
        found[card] = taken[state.public.turn]
    return found


def places(state: State[Any], seat: int) -> Array:
    """Return the location by card, counting seats from the viewer; a card in neither other hand has location `AWAY`."""
    found = np.full(CARDS, AWAY, np.int8)
    seats = state.public.tricks.seats
    for more in (1, 2):
        found[list(cards(state.hands[seats[(seats.index(seat) + more) % SEATS]]))] = more - 1
    return found


Spread = Callable[[str, str, int, int, Weights], Samples]


def here(name: str, seed: str, first: int, deals: int, weights: Weights) -> Samples:
    """Return the samples of deals played in this process."""
    starts = range(first, first + deals, PIECE)
    return joined([played(name, seed, at, min(PIECE, first + deals - at), weights) for at in starts])


def on_ray(name: str, seed: str, first: int, deals: int, weights: Weights) -> Samples:
    """Return the samples of the same deals, played on the Ray cluster that this program has joined."""
    import ray

    from bench.learning.train import played as task  # import by name: this file may be `__main__`

    once, kept = ray.remote(task), ray.put(weights)
    starts = range(first, first + deals, PIECE)
    coming = [once.remote(name, seed, at, min(PIECE, first + deals - at), kept) for at in starts]
    return joined([ray.get(each) for each in coming])


# Learning


class Learner:
    """A network in single precision, trained by Adam."""

    def __init__(self, seed: int, units: int = UNITS) -> None:
        rng = np.random.default_rng(seed)
        self.weights: Weights = {}
        for name, shape in shapes(units).items():
            scale = 0.0 if len(shape) == 1 else (0.1 if name == "out" else 1.4) / shape[0] ** 0.5
            scale /= 2 if name == "others" else 1
            self.weights[name] = np.asarray(rng.standard_normal(shape) * scale, np.float32)
        self._moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in self.weights.items()}
        self._steps = 0

    def whole(self) -> Weights:
        """Return the weights as integers, as they are used to play."""
        return {name: np.rint(PARTS * each).astype(np.int32) for name, each in self.weights.items()}

    def forward(self, suits: Array, whole: Array) -> tuple[Array, Array, Array]:
        """Return both hidden layers and the output, by suit."""
        by, rows = self.weights, len(suits)
        told = whole @ by["round"] + by["bias"]
        first = np.maximum((suits.reshape(-1, WIDTH) @ by["suit"]).reshape(rows, SUITS, -1) + told[:, None], 0)
        told = first.sum(axis=1) @ by["others"] + by["second"]
        second = np.maximum(first @ by["own"] + told[:, None], 0)
        return first, second, second @ by["out"] + by["last"]

    def losses(self, some: Samples, *, learn: float = 0.0) -> tuple[float, float]:
        """Return the tricks' mean square error and the bits per location; with `learn`, take a step at that rate."""
        suits, whole = some.suits.astype(np.float32), some.whole.astype(np.float32) / COARSE
        first, second, out = self.forward(suits, whole)
        rows = len(suits)
        out = out.reshape(rows, SUITS, 4, RANKS).swapaxes(1, 2).reshape(rows, 4, CARDS)
        count = some.legal.sum(axis=1, keepdims=True)
        wrong = np.where(some.legal, out[:, 0] - some.worth, 0)
        wrong = np.where(some.legal, wrong - wrong.sum(axis=1, keepdims=True) / count, 0)
        logits = out[:, 1:] - out[:, 1:].max(axis=1, keepdims=True)
        odds = np.exp(logits)
        odds /= odds.sum(axis=1, keepdims=True)
        is_there = some.place[:, None] == np.arange(SEATS, dtype=np.int8)[:, None]
        known = some.place >= 0
        cards_unseen = known.sum(axis=1, keepdims=True)
        told = np.where(known, (odds * is_there).sum(axis=1), 1)
        square = float((wrong**2).sum(axis=1).mean())
        bits = float((-np.log2(np.maximum(told, 1e-9)).sum(axis=1) / cards_unseen[:, 0].clip(1)).mean())
        if learn:
            slope = np.zeros((rows, 4, CARDS), np.float32)
            slope[:, 0] = 2 * wrong / rows
            per_row = BELIEF / rows / cards_unseen.clip(1)
            slope[:, 1:] = np.where(known[:, None], odds - is_there, 0) * (per_row * 16)[:, None]
            self._descend(suits, whole, first, second, slope, learn)
        return square, bits

    def _descend(self, suits: Array, whole: Array, first: Array, second: Array, slope: Array, rate: float) -> None:
        """Take a step of Adam; `slope` is the gradient of the loss by the output."""
        by, rows = self.weights, len(suits)
        slope = slope.reshape(rows, 4, SUITS, RANKS).swapaxes(1, 2).reshape(rows * SUITS, -1)
        flat = second.reshape(rows * SUITS, -1)
        below = (slope @ by["out"].T) * (flat > 0)
        together = below.reshape(rows, SUITS, -1).sum(axis=1)
        flat_first = first.reshape(rows * SUITS, -1)
        deeper = (below @ by["own"].T).reshape(rows, SUITS, -1) + (together @ by["others"].T)[:, None]
        deeper = np.where(first > 0, deeper, 0)
        round_below = deeper.sum(axis=1)
        slopes = {
            "suit": suits.reshape(-1, WIDTH).T @ deeper.reshape(rows * SUITS, -1),
            "round": whole.T @ round_below,
            "bias": round_below.sum(axis=0),
            "own": flat_first.T @ below,
            "others": first.sum(axis=1).T @ together,
            "second": together.sum(axis=0),
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


def counted_bits(some: Samples) -> float:
    """Return the bits per location for a baseline that knows only how many cards each seat holds."""
    known = some.place >= 0
    unseen = known.sum(axis=1).clip(1)
    found = np.zeros(len(known))
    for place in range(SEATS):
        share = (some.place == place).sum(axis=1) / unseen
        found -= share * np.log2(np.maximum(share, 1e-9))
    return float(found.mean())


def against_rules(rules: AnyGame, weights: Weights, deals: int, seed: str) -> list[float]:
    """Return by deal the policy's tricks against two rule players, minus those of a rule player in the same seat."""
    policy, rule = Policy(rules, Encoder(rules), Net(weights)), GAMES[rules.name].rule(rules, 0)
    found = []
    for number in range(deals):
        begins = spoken(rules, begun(rules, seed, number), (rule,) * SEATS)
        plain, gains = tricks(rules, begins, (rule,) * SEATS), 0
        for seat in range(SEATS):
            cast = tuple(policy if at == seat else rule for at in range(SEATS))
            gains += tricks(rules, begins, cast)[seat] - plain[seat]
        found.append(gains / SEATS)
    return found


def tricks(rules: AnyGame, state: State[Any], cast: tuple[Player, ...]) -> tuple[int, ...]:
    """Play a deal out and return the tricks of each seat."""
    while (seat := state.public.actor) is not None:
        state = rules.apply(state, cast[seat](view(state, seat)))
    won: tuple[int, ...] = state.public.tricks.won
    return won


class Told(NamedTuple):
    """The progress after some rounds: the figures that the module docstring describes, in their units."""

    rounds: int
    samples: int
    off: float
    bits: float
    counted: float
    gain: float
    within: float
    seconds: float


def learned(
    name: str,
    seed: int,
    rounds: int,
    deals: int,
    *,
    minutes: float = 1e9,
    every: int = 5,
    tried: int = 100,
    units: int = UNITS,
    spread: Spread = here,
) -> Iterator[tuple[Told, Weights]]:
    """Yield the progress and the weights: before the first round, after every few rounds, and after the last."""
    rules, start = game(name), time.monotonic()
    learner, rng = Learner(seed, units), np.random.default_rng(seed + 1)
    aside = spread(name, f"aside {seed}", 0, max(PIECE, tried // 2), learner.whole())
    kept: Samples | None = None
    brings = 0
    for done in range(rounds + 1):
        late = time.monotonic() - start > 60 * minutes
        if done % every == 0 or done == rounds or late:
            off, bits = learner.losses(aside)
            of = mean_interval(against_rules(rules, learner.whole(), tried, f"aside {seed}"))
            told = (off, bits, counted_bits(aside), of.mean, (of.high - of.low) / 2, time.monotonic() - start)
            yield Told(done, brings, *told), learner.whole()
        if done == rounds or late:
            return
        fresh = spread(name, f"learn {seed}", done * deals, deals, learner.whole())
        brings += len(fresh.suits)
        kept = fresh if kept is None else of_rows(joined([kept, fresh]), slice(-KEPT, None))
        rate = RATE * (1 - 0.95 * done / rounds)
        for _ in range(PASSES * -(-len(fresh.suits) // BATCH)):
            some = rng.integers(len(kept.suits), size=BATCH)
            learner.losses(of_rows(kept, some), learn=rate)


def write(path: Path, weights: Weights, made: str) -> None:
    """Write a network to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {"made": made} | {name: weights[name].tolist() for name in LAYERS}
    path.write_bytes(msgspec.json.encode(kept) + b"\n")


def main() -> None:
    """Train, print the progress, and write the network."""
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
    given = parser.parse_args()
    spread: Spread = here
    if given.ray:
        import ray

        ray.init(
            **({"num_cpus": 2} if given.ray == "local" else {"address": given.ray}),
            runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).parents[2])}},
        )
        spread = on_ray
    made = f"bench/learning/train.py {given.game} --rounds {given.rounds} --deals {given.deals} --seed {given.seed}"
    made += f" --units {given.units}"
    course = learned(
        given.game,
        given.seed,
        given.rounds,
        given.deals,
        minutes=given.minutes,
        every=given.every,
        tried=given.tried,
        units=given.units,
        spread=spread,
    )
    for told, weights in course:
        print(
            f"{told.rounds:4} rounds {told.samples:7} samples  off {told.off:.3f}  place {told.bits:.3f} bits, "
            f"counted {told.counted:.3f}  {told.gain:+.3f} ± {told.within:.3f} a deal  {told.seconds:.0f} s",
            flush=True,
        )
        write(given.write or Path(f"build/learn/{given.game}.json"), weights, made)


if __name__ == "__main__":
    main()
