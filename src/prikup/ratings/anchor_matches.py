"""Measure the ratings of computer players: matches between their levels, and a Plackett–Luce fit of the results.

A level is a strength of computer players, such as `rule`. A mix has a level for each side, and at least two different
levels. Each mix plays the same cards several times, once for every way to seat its levels. The fit gives each level a
strength θ, in the logarithm of odds; its rating is then μ = 25 + c (θ − θ of `rule`), where μ is the mean of a rating
(`model`), and c converts θ to units of μ (`rating_unit`). The 95 % intervals of the ratings come from a bootstrap: the
matches of each mix are resampled and the fit is repeated. The library choix computes the fit; it is imported only when
a fit runs.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from itertools import combinations_with_replacement, permutations
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, quantiles

from msgspec import Struct

from prikup.bots import player
from prikup.games import game
from prikup.ratings.anchors import RULE_LEVEL, RULE_MU, Anchors, MeasuredLevel
from prikup.ratings.ranking import settlement_ranks
from prikup.rules.game import AnyGame, play
from prikup.rules.match import Match

__all__ = ["AnchorJob", "LevelMatch", "fit_anchors", "fit_strengths", "play_matches", "rating_unit"]

RESAMPLES = 200
"""The number of bootstrap samples from which the intervals of the ratings are computed."""
REGULARIZATION = 0.01
"""The weight of the prior in the fit, in matches. It keeps the strength of a level that lost every match finite."""
TOLERANCE = 1e-5
"""The fit ends when a step changes the strengths by less than this in total."""
DECIMALS = 3
SPREAD = 25 / 6
"""The standard deviation of a player's performance in a match of 20 deals, in units of μ (the mean of a rating)."""


class AnchorJob(Struct, frozen=True):
    """The matches to play in order to measure the ratings of computer players.

    - `game`: the name of the game, which is played by its first preset.
    - `levels`: the levels (strengths) of computer players to compare; `RULE_LEVEL` is one of them.
    - `matches`: the number of matches for each mix. A mix has a level for each side, not all of them the same.
    - `seed`: the text from which the cards are derived.
    - `deals`: the number of deals after which a match ends, if the rules have not ended it before.
    """

    game: str
    levels: tuple[str, ...]
    matches: int
    seed: str
    deals: int = 20

    def mixes(self) -> list[tuple[str, ...]]:
        """Return all mixes of levels that play matches: each has a level for every side, not all of them the same."""
        sides = len(game(self.game).sides)
        return [mix for mix in combinations_with_replacement(self.levels, sides) if len(set(mix)) > 1]


class LevelMatch(Struct, frozen=True):
    """The result of a match between computer players: the level of each side, and its rank (1 is the best)."""

    levels: tuple[str, ...]
    ranks: tuple[int, ...]


def rating_unit(rules: AnyGame) -> float:
    """Return the number of units of μ (the mean of a rating) that one unit of θ (a fitted strength) is worth.

    In a game with partners the number is smaller, because the μ of a side is the sum of its players' μ. `rules` are the
    rules of the game.
    """
    partners = len(rules.sides[0])
    return SPREAD * sqrt(len(rules.sides)) / partners


# Matches


def play_matches(job: AnchorJob, workers: int) -> Iterator[LevelMatch]:
    """Play all matches of a job in `workers` processes, and yield their results in order, mix by mix.

    A mix has a level of computer players for each side. With one worker the matches are played in this process.
    """
    numbers = [(mix, number) for mix in job.mixes() for number in range(job.matches)]
    jobs, mixes, match_numbers = [job] * len(numbers), [mix for mix, _ in numbers], [number for _, number in numbers]
    if workers == 1:
        yield from map(_play_match, jobs, mixes, match_numbers)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(_play_match, jobs, mixes, match_numbers, chunksize=4)


def _play_match(job: AnchorJob, mix: tuple[str, ...], number: int) -> LevelMatch:
    """Play match number `number` (from 0) of a mix (a level of computer players for each side), and return its result.

    The number determines the cards, the first dealer, and which side has which level.
    """
    rules = game(job.game)
    orders = sorted(set(permutations(mix)))
    cards, order = divmod(number, len(orders))
    levels = orders[order]
    level_by_seat = {seat: level for level, seats in zip(levels, rules.sides, strict=True) for seat in seats}
    players = tuple(player(level_by_seat[seat], rules, number * rules.seats + seat) for seat in range(rules.seats))
    match = Match.begin(rules, cards % rules.seats)
    for deal in range(job.deals):
        if match.over:
            break
        state = match.deal_random(random.Random(f"{job.seed} {cards} {deal}"))
        match = match.close(rules.outcome(play(rules, state, players)))
    return LevelMatch(levels, settlement_ranks(rules.scoring.settlement(match.sheet.totals)))


# Fit


def fit_anchors(
    job: AnchorJob, matches: Sequence[LevelMatch], track: Callable[[range], Iterator[int]] = iter
) -> Anchors:
    """Compute the rating of each level of computer players, with its 95 % interval, from the results of `matches`.

    `job` tells how the matches were played. The intervals come from resampling the matches; `track` receives the range
    of the samples to compute and yields their numbers, so that it can show the progress. Raise ModuleNotFoundError if
    choix is not installed.
    """
    unit = rating_unit(game(job.game))
    by_mix: dict[tuple[str, ...], list[LevelMatch]] = {}
    for match in matches:
        by_mix.setdefault(tuple(sorted(match.levels)), []).append(match)

    def ratings(sample: Sequence[LevelMatch], seed: str) -> dict[str, float]:
        strengths = fit_strengths(job.levels, sample, seed)
        return {level: RULE_MU + unit * (theta - strengths[RULE_LEVEL]) for level, theta in strengths.items()}

    resampled: dict[str, list[float]] = {level: [] for level in job.levels}
    for number in track(range(RESAMPLES)):
        rng = random.Random(f"{job.seed} resample {number}")
        sample = [match for group in by_mix.values() for match in rng.choices(group, k=len(group))]
        for level, mu in ratings(sample, f"{job.seed} {number}").items():
            resampled[level].append(mu)
    measured = {
        level: _measured_level(mu, resampled[level])
        for level, mu in ratings(matches, job.seed).items()
        if level != RULE_LEVEL
    }
    return Anchors(measured, job.matches, job.deals, job.seed, version("prikup"))


def _measured_level(mu: float, resampled: Sequence[float]) -> MeasuredLevel:
    cuts = quantiles(resampled, n=40, method="inclusive")
    return MeasuredLevel(round(mu, DECIMALS), round(cuts[0], DECIMALS), round(cuts[-1], DECIMALS))


def fit_strengths(levels: Sequence[str], matches: Sequence[LevelMatch], seed: str) -> Mapping[str, float]:
    """Return the strengths θ of `levels` that make the results of `matches` likeliest; the mean of the strengths is 0.

    The levels are those of computer players. A tie in a match is broken at random, with `seed`.
    """
    import choix

    rng = random.Random(seed)
    number = {level: index for index, level in enumerate(levels)}
    rankings = []
    for match in matches:
        order = sorted(range(len(match.levels)), key=lambda side: (match.ranks[side], rng.random()))
        rankings.append(tuple(number[match.levels[side]] for side in order))
    fitted = choix.ilsr_rankings(len(levels), rankings, alpha=REGULARIZATION, tol=TOLERANCE)
    thetas = [float(theta) for theta in fitted]
    mean = fmean(thetas)
    return {level: theta - mean for level, theta in zip(levels, thetas, strict=True)}
