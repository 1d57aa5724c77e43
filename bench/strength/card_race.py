"""Measure what more worlds gain where it is unclear which card is best.

Run `python -m bench.strength.card_race --game NAME [--decisions 1000] [--base 1] [--growth 4]`.

In each deal `master` plays the cards of one seat; rule-based players make all calls and play the cards of the others.
At each of its decisions `master` chooses twice, and begins both times with the same 40 worlds (possible deals): once
with at most `--base` times as many worlds, and once with at most `--growth` times as many. Where the choices differ,
both are valued in `--worlds` other worlds, sampled by the same inference. The program prints the gain of the second
choice over the first in settlement points per decision, with its 95 % interval (Student's t), and how often the choices
differ.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from math import fsum
from multiprocessing import get_context
from typing import Any

from bench.figures import show
from prikup.bots import master, player
from prikup.bots.belief import Belief
from prikup.bots.cardplay import points_after_each
from prikup.bots.payoff import payoff_of
from prikup.bots.sampling import randomness
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.statistics.confidence_intervals import mean_interval

PIECES = 40
"""The number of parts of the work; each has its own deals."""
WORLDS_PER_CHAIN = 40
"""The number of worlds that are sampled by one Markov chain to value the choices."""
VALUING_SEED = 1
"""The seed of the worlds in which the choices are valued; the player's own seed is 0."""


def find_gains(piece: int, decision_count: int, arguments: argparse.Namespace) -> list[float | None]:
    """Return the gain of the second choice in points, for `decision_count` decisions; None where both are the same.

    `piece` is the number of the part of the work, by which the deals differ, and `arguments` are those of the command
    line.
    """
    rules = game(arguments.game, arguments.options)
    gains: list[float | None] = []
    for seat_view, second in _card_choices(rules, piece, arguments):
        first = master.advice(rules, seat_view, 0, growth_factor=arguments.base).plan[0]
        gains.append(None if first == second else _gain(rules, seat_view, first, second, arguments.worlds))
        if len(gains) == decision_count:
            break
    return gains


def _card_choices(rules: AnyGame, piece: int, arguments: argparse.Namespace) -> Iterator[tuple[View[Any], Card]]:
    """Play deals; yield the view and the card of `master` wherever it has a choice of cards."""
    rule = player("rule", rules, 0)
    for number in count():
        rng = random.Random(f"{arguments.seed} {piece} {number}")
        seat, state = rng.randrange(rules.seats), Match.begin(rules).deal_random(rng)
        while (actor := state.public.actor) is not None:
            seat_view = view(state, actor)
            if actor == seat and state.public.phase == "play" and len(rules.legal(seat_view)) > 1:
                action = master.advice(rules, seat_view, 0, growth_factor=arguments.growth).plan[0]
                yield seat_view, action
            else:
                action = rule(seat_view)
            state = rules.apply_unchecked(state, action)


def _gain(rules: AnyGame, seat_view: View[Any], first: Card, second: Card, world_count: int) -> float:
    """Return how many points more the card `second` is worth than `first`, in worlds in which neither was chosen."""
    rule = GAMES[rules.name].rule(rules, VALUING_SEED)
    belief = Belief(rules, seat_view, rule, search(), randomness(VALUING_SEED, seat_view))
    payoff = payoff_of(rules, seat_view.public)
    side = payoff.side(seat_view.seat)
    gains: list[float] = []
    for _ in range(-(-world_count // WORLDS_PER_CHAIN)):
        worlds, weights = belief.worlds(WORLDS_PER_CHAIN)
        points = points_after_each(rules, worlds, weights, search(), payoff)
        gains.append(points[second][side] - points[first][side])
    return fsum(gains) / len(gains)


def _row(name: str, gains: Sequence[float | None]) -> dict[str, Any]:
    """Return the table row of a game, from the gains of its decisions."""
    interval = mean_interval([gain or 0.0 for gain in gains])
    return {
        "game": name,
        "decisions": len(gains),
        "other card": sum(gain is not None for gain in gains),
        "gain": round(interval.mean, 3),
        "±": round((interval.high - interval.low) / 2, 3),
    }


def main() -> None:
    """Parse the command line, compare the choices, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--options", default="")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--base", type=int, default=1, help="the first choice has up to so many times the worlds")
    parser.add_argument("--growth", type=int, default=master.GROWTH_FACTOR, help="the second choice")
    parser.add_argument("--worlds", type=int, default=440, help="worlds in which the choices are valued")
    parser.add_argument("--seed", default="race")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    decisions_per_piece = -(-arguments.decisions // PIECES)
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        pieces = pool.map(find_gains, range(PIECES), repeat(decisions_per_piece), repeat(arguments))
        gains = [gain for piece in pieces for gain in piece]
    show({"gain by more worlds": [_row(arguments.game, gains)]}, as_json=arguments.json)


if __name__ == "__main__":
    main()
