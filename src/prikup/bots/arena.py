"""Matches between computer players in which luck is the same for all.

Each deal is played in every rotation of one player against others of another kind, sides taken together: with three at
the table, A against two B three times, and B against two A three times. So the cards are the same for both, and the
deal is the unit of measurement. It is the second deal of a match whose first was played by rules of thumb: what is
carried from deal to deal is there too. Instead of deals whole matches may be played, of which only the winner counts.

A result is told with its interval, of a mean by Student and of a share of matches by Wilson, and so is the difference
between two players against the same others, in the same deals. A run may end before all its deals are played once every
number of the matrix is clear, if it was said beforehand how often one looks (`Job.looks`); the differences are not
waited for.

All that happens follows from the seed and the number of the deal, so that the result is the same for any number of
workers, on this machine or on many. How long decisions take is measured beside it.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, permutations
from math import log
from multiprocessing import get_context
from statistics import fmean
from typing import Any

from msgspec import Struct

from prikup.bots import player
from prikup.game import AnyGame, Player, play
from prikup.games import GAMES, game
from prikup.intervals import CONFIDENCE, Interval, mean_interval, share_interval
from prikup.match import Match
from prikup.state import Action, State, View

__all__ = [
    "Difference",
    "Job",
    "Latency",
    "Matchup",
    "Played",
    "Report",
    "play_deal",
    "report",
    "run",
    "spread",
    "until_clear",
]

LONGEST = 300
"""A match that is not over after this many deals is nobody's."""
STEP = 1.05
"""The factor between a class of times and the next: times are counted in classes, from a microsecond on."""

Pair = tuple[str, str]
"""The player that sits alone, and the kind of the others."""


class Job(Struct, frozen=True):
    """The deals or matches to be played, and the players.

    `deals` deals are played from the number `first` on, or (`matches`) as many matches; everybody against everybody, or
    (`alone`) one player against each of the others. `looks`: how often, at equal steps, one looks whether every number
    of the matrix is clear, and ends there. All intervals are then wide enough to hold together at all looks as one does
    at a single one (each errs in 5 % over `looks`, by Bonferroni).
    """

    game: str
    options: str
    players: tuple[str, ...]
    seed: str
    deals: int
    first: int = 0
    matches: bool = False
    alone: str = ""
    looks: int = 1

    @property
    def confidence(self) -> float:
        """The chance with which the interval at one look holds the true value."""
        return 1 - (1 - CONFIDENCE) / self.looks

    @property
    def parity(self) -> float:
        """The result of a player who is as good as the others: no points, or a share of the matches like any side."""
        return 1 / len(game(self.game, self.options).sides) if self.matches else 0.0

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Each player that sits alone, with the kind of the others."""
        pairs = permutations(self.players, 2)
        return tuple((one, others) for one, others in pairs if self.alone in ("", one))


class Played(Struct, frozen=True):
    """The result of one deal (or match).

    `points`: for each pair of players, what one of the first kind got against others of the second, on average over the
    rotations. `times`: by player and phase, the number of decisions in each class of time.
    """

    deal: int
    points: tuple[tuple[str, str, float], ...]
    times: dict[str, dict[str, dict[int, int]]]


class Matchup(Struct, frozen=True):
    """The mean of what a player gets in a deal against others, or of its share of matches, and between what it lies."""

    one: str
    others: str
    mean: float
    low: float
    high: float


class Difference(Struct, frozen=True):
    """The points (or matches) that a player gets more than another (`than`) against the same others and cards."""

    one: str
    than: str
    others: str
    mean: float
    low: float
    high: float


class Latency(Struct, frozen=True):
    """The number of decisions that a player made in a phase, and how long they took.

    `median`, `p95`, `p99` and `most` are the milliseconds within which half of them, 95 and 99 of a hundred, and all
    were made.
    """

    player: str
    phase: str
    decisions: int
    median: float
    p95: float
    p99: float
    most: float


class Report(Struct, frozen=True):
    """The whole matrix of players, the differences between its rows, and how long each took to think."""

    deals: int
    cells: tuple[Matchup, ...]
    differences: tuple[Difference, ...]
    latency: tuple[Latency, ...]


class TimedPlayer:
    """A player whose decisions are timed."""

    def __init__(self, decide: Player) -> None:
        self.decide = decide
        self.times: dict[str, Counter[int]] = {}

    def __call__(self, seen: View[Any]) -> Action:
        begun = time.perf_counter()
        action = self.decide(seen)
        taken = (time.perf_counter() - begun) * 1e6
        self.times.setdefault(seen.public.phase, Counter())[int(log(max(taken, 1.0), STEP))] += 1
        return action


# One deal


def play_deal(job: Job, deal: int) -> Played:
    """Play a deal, or a match, with everybody against everybody."""
    rules = game(job.game, job.options)
    watched = {name: TimedPlayer(player(name, rules, 0)) for name in job.players}
    once = _match if job.matches else _deal
    points = [
        (
            one,
            others,
            _against(rules, lambda players: once(job, rules, deal, players), watched[one], watched[others]),
        )
        for one, others in job.pairs
    ]
    times = {
        name: {phase: dict(counted) for phase, counted in sorted(seat.times.items())} for name, seat in watched.items()
    }
    return Played(deal, tuple(points), times)


def _against(
    rules: AnyGame, once: Callable[[tuple[Player, ...]], Sequence[float]], one: Player, other: Player
) -> float:
    """Return what one player gets against others, on average over the sides."""
    found = []
    for side, seats in enumerate(rules.sides):
        players = tuple(one if seat in seats else other for seat in range(rules.seats))
        found.append(once(players)[side])
    return fmean(found)


def _deal(job: Job, rules: AnyGame, deal: int, players: tuple[Player, ...]) -> Sequence[float]:
    """Play one deal and return the points of each side."""
    before = _begun(job, rules, deal)
    after = before.close(rules.outcome(play(rules, _dealt(job, before, deal, 1), players)))
    was, now = (rules.settlement(match.sheet.totals) for match in (before, after))
    return [float(points - had) for had, points in zip(was, now, strict=True)]


def _begun(job: Job, rules: AnyGame, deal: int) -> Match:
    """Return a match after its first deal, which rules of thumb have played."""
    rule = GAMES[job.game].rule(rules, 0)
    match = Match.begin(rules, deal % rules.seats)
    after = match.close(rules.outcome(play(rules, _dealt(job, match, deal, 0), (rule,) * rules.seats)))
    return match if after.over else after


def _match(job: Job, rules: AnyGame, number: int, players: tuple[Player, ...]) -> Sequence[float]:
    """Play a match and return 1 for the side that wins it, or parts of it for those that share it."""
    match = Match.begin(rules, number % rules.seats)
    for n in range(LONGEST):
        if match.over:
            break
        match = match.close(rules.outcome(play(rules, _dealt(job, match, number, n), players)))
    return [1 / len(match.winners) if side in match.winners else 0.0 for side in range(len(rules.sides))]


def _dealt(job: Job, match: Match, deal: int, n: int) -> State[Any]:
    """Return the n-th deal of a match."""
    return match.dealt(random.Random(f"{job.seed} {deal} {n}"))


# Many


def run(job: Job, workers: int, done: Iterable[int] = ()) -> Iterator[Played]:
    """Yield all deals of a job but those that are done, in their order, each once it and those before it are played."""
    left = _left(job, done)
    if workers == 1:
        yield from (play_deal(job, deal) for deal in left)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(play_deal, [job] * len(left), left)


def spread(job: Job, done: Iterable[int] = ()) -> Iterator[Played]:
    """Yield the same, played on the Ray cluster that this program has joined (`ray.init`).

    prikup must be installed on each machine. What a machine that is lost was playing is played on another.
    """
    import ray

    once = ray.remote(play_deal)
    for coming in [once.remote(job, deal) for deal in _left(job, done)]:
        yield ray.get(coming)


def _left(job: Job, done: Iterable[int]) -> list[int]:
    """Return the numbers of the deals that are not done."""
    return sorted(set(range(job.first, job.first + job.deals)) - set(done))


def until_clear(job: Job, results: Iterable[Played]) -> Iterator[Played]:
    """Yield results until every player is better or worse than the others at one of the looks, or there are no more."""
    steps = {job.deals * look // job.looks for look in range(1, job.looks)} - {0}
    points: dict[Pair, list[float]] = {pair: [] for pair in job.pairs}
    for count, result in enumerate(results, 1):
        yield result
        for one, others, got in result.points:
            points[one, others].append(got)
        if count in steps and all(_interval(job, got).excludes(job.parity) for got in points.values()):
            return


def report(job: Job, results: Iterable[Played]) -> Report:
    """Return the report of some results. Raise ValueError if there are none."""
    found = sorted(results, key=lambda result: result.deal)
    points: dict[Pair, list[float]] = {pair: [] for pair in job.pairs}
    times: dict[Pair, Counter[int]] = {}
    for result in found:
        for one, others, got in result.points:
            points[one, others].append(got)
        for name, phases in result.times.items():
            for phase, counted in phases.items():
                times.setdefault((name, phase), Counter()).update(counted)
    cells = []
    for (one, others), values in points.items():
        of = _interval(job, values)
        cells.append(Matchup(one, others, of.mean, of.low, of.high))
    latency = tuple(_latency(name, phase, counted) for (name, phase), counted in times.items())
    return Report(len(found), tuple(cells), tuple(_differences(job, points)), latency)


def _differences(job: Job, points: dict[Pair, list[float]]) -> Iterator[Difference]:
    """Yield the differences between all who have played against the same others, deal by deal."""
    for one, than in combinations(job.players, 2):
        for others in job.players:
            if (one, others) in points and (than, others) in points:
                pairs = zip(points[one, others], points[than, others], strict=True)
                more = [got - than_got for got, than_got in pairs]
                if job.matches:  # from -1 to 1, as shares are from 0 to 1
                    share = share_interval([(1 + by) / 2 for by in more], job.confidence)
                    of = Interval(*(2 * part - 1 for part in (share.mean, share.low, share.high)))
                else:
                    of = mean_interval(more, job.confidence)
                yield Difference(one, than, others, of.mean, of.low, of.high)


def _interval(job: Job, values: Sequence[float]) -> Interval:
    """Return in what interval a mean lies: of points, or of matches won. Raise ValueError if nothing was played."""
    if not values:
        raise ValueError("nothing was played")
    return share_interval(values, job.confidence) if job.matches else mean_interval(values, job.confidence)


def _latency(name: str, phase: str, counted: Counter[int]) -> Latency:
    """Return the latency of some counted classes, each of which counts as its longest time."""
    decisions = counted.total()

    def within(share: float) -> float:
        passed = 0
        for step in sorted(counted):
            passed += counted[step]
            if passed >= share * decisions:
                break
        return round(STEP ** (step + 1) / 1000, 3)

    return Latency(name, phase, decisions, within(0.5), within(0.95), within(0.99), within(1.0))
