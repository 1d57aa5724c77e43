"""Distils auctions: `python bench/distil.py GAME [--options TEXT] [--samples 20000] [--units 32]`.

Rules of thumb bid, astray now and then. At one moment of each auction every call is tried out as `master` would, the
better ones in more worlds, each beside the first legal one in the same worlds. What is found is kept in build/distil,
from where a later run goes on: take it away when players have changed since. A network with one hidden layer learns
from it what each call is worth more than that first one; it is written to the folder of the game. Its worth is
measured with another that has not seen every eighth sample: on those, how far guesses are off, what the call that it
holds to be best brings more than the one of the rule of thumb, and how often one call stands out.
"""

import argparse
import random
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec
import numpy as np
from figures import show
from msgspec import Struct
from numpy.typing import NDArray

from prikup.bots import player
from prikup.bots.belief import Belief
from prikup.bots.bid_values import CARDS, FILE, PARTS, PHASE, BidNetwork, feature_count, features
from prikup.bots.sampling import randomness
from prikup.bots.simulation import plans, race_plans, worth_of_plans
from prikup.bots.thread_search import search
from prikup.game import AnyGame, Player, play
from prikup.games import GAMES, game
from prikup.match import Match
from prikup.state import Action, View, view

BUILD = Path("build/distil")
FIRST, MOST = 2, 16
"""The number of worlds in which all calls are tried, and that in which the best are."""
ASTRAY = 0.15
"""The share of calls that are not the rule of thumb's: the lowest calls oftener than the high ones."""
LATER = 0.7
"""The share of samples from the second deal of a match."""
SEED = 1
CLIP, MARGIN = 3.0, 0.2
"""Spreads of what calls are worth: gains beyond `CLIP` count as that; guesses `MARGIN` apart are not mistaken."""
EPOCHS, BATCH, RATE, FADE, BEGIN = 30, 64, 3e-3, 0.5, 0.2
"""The course of learning.

Every sample is learned from `EPOCHS` times, `BATCH` at once, at first with the step `RATE`; weights fade by `FADE` and
begin `BEGIN` away from zero.
"""

Matrix = NDArray[np.floating[Any]]


class Sample(Struct, frozen=True, array_like=True):
    """A moment of an auction: what is seen, the rule of thumb's call, and the worth of each call.

    `worth` holds for each call but the first legal one what it is worth more, in points, and the number of worlds in
    which it was tried.
    """

    features: tuple[int, ...]
    first: Action
    usual: Action
    worth: tuple[tuple[Action, float, int], ...]


# Samples


@cache
def _rules(name: str, options: str) -> tuple[AnyGame, Player]:
    rules = game(name, options)
    return rules, player("rule", rules, 0)


def sample(name: str, options: str, number: int) -> Sample | None:
    """Return what is found in the deal of this number; None where nobody had a choice."""
    rules, rule = _rules(name, options)
    rng = random.Random(f"distil {name} {options} {number}")
    match = Match.begin(rules, number % rules.seats)
    if rng.random() < LATER:
        after = match.close(rules.outcome(play(rules, match.dealt(rng), (rule,) * rules.seats)))
        match = match if after.over else after
    state, choices = match.dealt(rng), []
    while (seat := state.public.actor) is not None and state.public.phase == PHASE:
        seen = view(state, seat)
        legal = rules.legal(seen)
        if len(legal) > 1:
            choices.append(seen)
        astray = legal[min(len(legal) - 1, int(rng.expovariate(1.0)))]
        state = rules.apply(state, astray if rng.random() < ASTRAY else rule(seen))
    return tried(rules, rng.choice(choices), rule) if choices else None


def tried(rules: AnyGame, seen: View[Any], rule: Player) -> Sample:
    """Return a moment of an auction with the worth of each call, tried out."""
    worlds, weights = Belief(rules, seen, rule, search(), randomness(0, seen)).worlds(MOST)
    worth = worth_of_plans(rules, seen, worlds, weights, rule, search())
    options = plans(rules, seen)
    first = options[0]
    raced = race_plans(options, first, worth, len(worlds), FIRST)
    more = tuple(
        (plan[0], round(fmean(one - other for one, other in zip(gains, raced[first], strict=False)), 3), len(gains))
        for plan, gains in raced.items()
        if plan != first
    )
    return Sample(features(rules, seen), first[0], rule(seen), more)


def samples(name: str, options: str, most: int, workers: int) -> list[Sample]:
    """Return the samples of `most` deals, those that are kept first."""
    path = BUILD / f"{f'{name} {options}'.strip()}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_bytes().splitlines() if path.exists() else []
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool, path.open("ab", buffering=0) as kept:
        left = range(len(lines), most)
        for found in pool.map(sample, repeat(name), repeat(options), left, chunksize=8):
            lines.append(msgspec.json.encode(found))
            kept.write(lines[-1] + b"\n")
            if len(lines) % 100 == 0:
                print(f"\r{len(lines)} of {most}", end="", file=sys.stderr)
    decoded = (msgspec.json.decode(line, type=Sample | None) for line in lines[:most])
    return [one for one in decoded if one is not None]


# Learning


class Lessons(NamedTuple):
    """Samples as matrices, a row for each.

    `seen` holds the features; `worth` by call what it is worth more than the first (points); `tried` the share of the
    worlds in which it was tried.
    """

    seen: Matrix
    worth: Matrix
    tried: Matrix

    @property
    def spread(self) -> float:
        """The points that calls which were tried to the end are from the first one, on average."""
        return float(np.abs(self.worth[self.tried == 1]).mean())


def lessons(found: Sequence[Sample], rules: AnyGame) -> Lessons:
    """Return samples as matrices for learning."""
    seen = np.zeros((len(found), feature_count(rules)), np.float32)
    worth, tried = np.zeros((2, len(found), len(rules.calls)), np.float32)
    for row, one in enumerate(found):
        seen[row, list(one.features)] = 1
        for call, more, worlds in one.worth:
            worth[row, call - CARDS] = more
            tried[row, call - CARDS] = worlds / MOST
    return Lessons(seen, worth, tried)


def guessed(seen: Matrix, weights: dict[str, Matrix]) -> tuple[Matrix, Matrix]:
    """Return by how much each hidden unit is above zero, and the worth that a network guesses of each call."""
    above = np.maximum(0, seen @ weights["hidden"] + weights["hidden_bias"])
    return above, seen @ weights["direct"] + above @ weights["units"] + weights["bias"]


def learned(taught: Lessons, units: int, seed: int) -> dict[str, Matrix]:
    """Return the weights of a network that has gone through all samples (Adam, with weights that fade)."""
    rng = np.random.default_rng(seed)
    rows, inputs, calls = *taught.seen.shape, taught.worth.shape[1]
    weights: dict[str, Matrix] = {
        "hidden": rng.normal(0, BEGIN, (inputs, units)),
        "hidden_bias": np.zeros(units),
        "units": rng.normal(0, BEGIN, (units, calls)),
        "direct": np.zeros((inputs, calls)),
        "bias": np.zeros(calls),
    }
    means, squares = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
    # Points as they are would make the first steps so long that units fall below zero for good.
    worth = np.clip(taught.worth / taught.spread, -CLIP, CLIP)
    steps = EPOCHS * -(-rows // BATCH)
    for step in range(1, steps + 1):
        some = rng.integers(rows, size=BATCH)
        seen = taught.seen[some]
        above, guess = guessed(seen, weights)
        wrong = 2 / BATCH * taught.tried[some] * (guess - worth[some])
        below = (wrong @ weights["units"].T) * (above > 0)
        slopes = {
            "hidden": seen.T @ below,
            "hidden_bias": below.sum(0),
            "units": above.T @ wrong,
            "direct": seen.T @ wrong,
            "bias": wrong.sum(0),
        }
        rate = RATE * (1 - step / steps)
        for name, slope in slopes.items():
            means[name] += 0.1 * (slope - means[name])
            squares[name] += 0.001 * (slope**2 - squares[name])
            move = means[name] / (1 - 0.9**step) / (np.sqrt(squares[name] / (1 - 0.999**step)) + 1e-8)
            weights[name] -= rate * (move + FADE * weights[name])
    return weights | {name: taught.spread * weights[name] for name in ("units", "direct", "bias")}


# Trying


def fares(found: Sequence[Sample], rules: AnyGame, weights: dict[str, Matrix]) -> dict[str, Any]:
    """Return how guesses fare on samples, in points.

    `spread`: how far calls that were tried to the end are from the first one, on average; `off by`: how far guesses are
    off; `more than rule`: what the best guess brings more than the call of the rule of thumb, and its standard error;
    `at once %`: how often nothing else comes near that call.
    """
    taught = lessons(found, rules)
    _, guesses = guessed(taught.seen, weights)
    more, alone = [], 0
    for one, row in zip(found, guesses, strict=True):
        worth = {one.first: 0.0, **{call: gain for call, gain, _ in one.worth}}
        guess = {call: 0.0 if call == one.first else float(row[call - CARDS]) for call in worth}
        best, second = sorted(guess, key=guess.__getitem__, reverse=True)[:2]
        more.append(worth[best] - worth[one.usual])
        alone += best == one.usual and guess[best] - guess[second] > MARGIN * taught.spread
    return {
        "samples": len(found),
        "spread": round(taught.spread, 2),
        "off by": round(float(np.abs(guesses - taught.worth)[taught.tried == 1].mean()), 2),
        "more than rule": round(fmean(more), 2),
        "+-": round(stdev(more) / len(more) ** 0.5, 2),
        "at once %": round(100 * alone / len(found), 1),
    }


def whole(weights: Matrix) -> Any:
    """Return weights as whole numbers."""
    return np.rint(PARTS * weights).astype(int).tolist()


def kept() -> Iterator[list[str]]:
    """Give the arguments with which the guesses of the games were learned."""
    for kind in GAMES.values():
        if (path := kind.folder / FILE).exists():
            yield shlex.split(msgspec.json.decode(path.read_bytes(), type=BidNetwork).made)[1:]


def learn(asked: argparse.Namespace) -> None:
    """Sample, learn, try and write."""
    rules = game(asked.game, asked.options)
    found = samples(asked.game, asked.options, asked.samples, asked.workers)
    if not found:
        sys.exit(f"there is no auction in {asked.game}")
    first = learned(lessons([one for at, one in enumerate(found) if at % 8], rules), asked.units, SEED)
    show({"Samples that were kept back": [fares(found[::8], rules, first)]}, as_json=asked.json)
    taught = lessons(found, rules)
    weights = {name: whole(each) for name, each in learned(taught, asked.units, SEED).items()}
    made = f"bench/distil.py {asked.game} --samples {asked.samples} --units {asked.units}"
    made += f" --options '{asked.options}'" * bool(asked.options)
    net = BidNetwork(made, asked.options, round(MARGIN * taught.spread, 1), **weights)
    (GAMES[asked.game].folder / FILE).write_bytes(msgspec.json.encode(net) + b"\n")


def main() -> None:
    """Learn one game, or again what has been learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES, nargs="?", help="all that were learned, as they were, unless said")
    parser.add_argument("--options", default="")
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--json", action="store_true")
    for arguments in kept() if parser.parse_args().game is None else (sys.argv[1:],):
        learn(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
