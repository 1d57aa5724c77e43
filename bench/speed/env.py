"""Measure the speed of the learning environments and compare it with OpenSpiel's skat.

Run `make bench-env`, or `python -m bench.speed.env [--json]`.

The program runs in one process on one core. It counts its own processor time, so other processes can slow it down but
their time does not count. At every decision of random deals the player to act gets an observation and a mask of the
legal actions. The runs of the different measurements alternate. Each figure is that of the fastest run; `median` is the
median of all runs, in microseconds per decision.
"""

import argparse
import statistics
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.figures import pin_to_one_core, show
from bench.speed import peers
from prikup.env.aec import env
from prikup.env.vector import Tables
from prikup.games import GAMES

TABLES = 128
"""The number of tables that a vector environment (one that plays many tables at once) has here."""

Rate = tuple[str, int, float]
"""The name of a measurement, its number of decisions, and the seconds that they took."""


def random_actions(rng: np.random.Generator, masks: NDArray[np.int8]) -> NDArray[np.intp]:
    """Return a random legal action for each row of `masks`, which has 1 for each legal action."""
    rows = np.arange(0, masks.size + 1, masks.shape[1])
    legal = np.flatnonzero(masks.view(np.bool_))
    ends = np.searchsorted(legal, rows)
    first, counts = ends[:-1], np.diff(ends)
    return legal[first + (counts * rng.random(len(masks))).astype(np.intp)] - rows[:-1]


def vector(name: str, seconds: float, seed: int) -> Rate:
    """Play random actions at `TABLES` tables of the game `name` for `seconds` seconds, and return the rate.

    The tables belong to one vector environment. `seed` determines the deals and actions.
    """
    tables, rng = Tables(name, count=TABLES), np.random.default_rng(seed)
    tables.reset(seed=seed)
    masks, decisions = tables.arrays.masks, 0
    start = process_time()
    while process_time() - start < seconds:
        tables.step(random_actions(rng, masks))
        decisions += TABLES
    return f"{name}, vector", decisions, process_time() - start


def aec(name: str, seconds: float, seed: int) -> Rate:
    """Play random actions at one PettingZoo table for `seconds` seconds, and return the rate.

    `name` is the game, and `seed` determines the deals and actions. Each decision calls `last`, chooses an action, and
    calls `step`.
    """
    table, random, decisions = env(name), Random(seed).random, 0
    table.reset(seed=seed)
    start = process_time()
    while process_time() - start < seconds:
        observation, _, is_over, _, _ = table.last()
        if is_over:
            table.reset()
            continue
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        table.step(legal[int(random() * len(legal))])
        decisions += 1
    return f"{name}, AEC", decisions, process_time() - start


def skat(look: peers.Look, seconds: float, seed: int) -> Rate:
    """Play random deals of OpenSpiel's skat through its Python interface, and return the rate.

    The deals last `seconds` seconds, and `seed` determines them. `look` names the kind of observation that is computed
    (see `peers.open_spiel`).
    """
    rate = peers.open_spiel(peers.SKAT, seconds, seed, look=look, masks=True, clock=process_time)
    return rate.name, rate.decisions, rate.seconds


def measure(seconds: float, times: int) -> dict[str, Any]:
    """Run all measurements, and return the table rows by table title.

    Each measurement is repeated `times` times, and each run lasts `seconds` seconds.
    """
    runs: list[Callable[[float, int], Rate]] = []
    for name in GAMES:
        runs += [partial(vector, name), partial(aec, name)]
    looks: tuple[peers.Look, ...] = ("observation_tensor", "observer")
    runs += [partial(skat, look) for look in looks]
    rates_by_run: list[list[Rate]] = [[] for _ in runs]
    for seed in range(1, times + 1):
        for run, rates in zip(runs, rates_by_run, strict=True):
            rates.append(run(seconds, seed))
    return {"decisions with observation and mask": [_line(rates) for rates in rates_by_run]}


def _line(rates: list[Rate]) -> dict[str, Any]:
    us_per_decision = sorted(1e6 * seconds / decisions for _, decisions, seconds in rates)
    return {
        "name": rates[0][0],
        "decisions/s": round(1e6 / us_per_decision[0]),
        "us/decision": round(us_per_decision[0], 2),
        "median": round(statistics.median(us_per_decision), 2),
    }


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a run")
    parser.add_argument("--times", type=int, default=9, help="runs a line")
    arguments = parser.parse_args()
    pin_to_one_core()
    show(measure(arguments.seconds, arguments.times), as_json=arguments.json)


if __name__ == "__main__":
    main()
