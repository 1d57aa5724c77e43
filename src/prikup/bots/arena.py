"""Matches between computer players, with the luck of the cards cancelled out.

Each deal is played once for every side: the measured player has the seats of that side, and players of another type
have all other seats. At a table of three, A plays against two B three times, and B against two A three times. So both
types get the same cards, and the deal is the unit of measurement. The measured deal is the second deal of a match whose
first deal was played by rule-based players, so it includes what one deal carries over to the next. Alternatively whole
matches are played, of which only the winner counts.

Means have confidence intervals by Student's t, and shares of matches won have intervals by Wilson. The paired
difference between two players, who met the same opponents in the same deals, has an interval too. A run may stop early
once every player is clearly better or worse than every opponent, if the number of interim looks (checks of the results
so far) was fixed beforehand (`Job.looks`). The run does not wait until the difference between two measured players is
clear.

The results depend only on the seed and the numbers of the deals, so they are the same for any number of workers, on one
machine or many. Decision times are measured too.
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

from prikup.bots.imported_player import load_player
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame, Player, play
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View
from prikup.statistics.confidence_intervals import CONFIDENCE, Interval, mean_interval, share_interval

__all__ = [
    "ArenaReport",
    "ArenaResult",
    "Job",
    "Latency",
    "Matchup",
    "PlayerDifference",
    "play_deal",
    "report",
    "run",
    "spread",
    "until_clear",
]

MAX_DEALS_PER_MATCH = 300
"""The maximum number of deals in a match. A match that is not over after this number counts as won by nobody."""
BIN_RATIO = 1.05
"""The ratio between the bounds of successive bins in the histogram of decision times.

Bin 0 starts at one microsecond, so bin n starts at `BIN_RATIO` ** n microseconds.
"""

PlayerPair = tuple[str, str]
"""A comparison: the name of the measured player, and that of the computer player in the seats of all other sides."""


class Job(Struct, frozen=True):
    """The deals or matches to play, and the computer players to compare.

    - `game` is the name of the game, and `options` are its house rules as text.
    - `players` are the names of the computer players, or of functions that return one (`MODULE:FUNCTION`). Each player
      is measured against each of the others as opponents; if `alone` names a player, only that player is measured.
    - `seed` determines the cards of all deals.
    - `deals` is the number of deals to play, or of whole matches if `matches` is true. `first` is the number of the
      first deal or match.
    - `looks` is the number of equally spaced interim looks (checks of the results so far) at which the run may stop
      because all results are clear. The last look is at the end of the run.

    Intervals are widened by the Bonferroni correction (each look has an error probability of 5 % / `looks`), so that
    all looks together have the confidence of a single look.
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
        """The confidence level of the intervals at one interim look (check of the results so far), as a probability.

        It grows with the number of looks (Bonferroni correction).
        """
        return 1 - (1 - CONFIDENCE) / self.looks

    @property
    def parity(self) -> float:
        """The expected result of a player as good as its opponents.

        It is 0 if results are points, and an equal share of the matches if results are matches won.
        """
        return 1 / len(game(self.game, self.options).sides) if self.matches else 0.0

    @property
    def pairs(self) -> tuple[PlayerPair, ...]:
        """The name pairs of all comparisons: each player to measure with each type of opponents."""
        pairs = permutations(self.players, 2)
        return tuple(
            (player_name, opponent_name) for player_name, opponent_name in pairs if self.alone in ("", player_name)
        )


class ArenaResult(Struct, frozen=True):
    """The result of one deal or match.

    - `deal` is the number of the deal or match.
    - `points` has a triple for each comparison: the name of the measured player, the name of the opponents, and the
      measured player's points, averaged over the sides of the table on which it played the deal. For a match, the
      points are the player's share of the win (1 for the only winner).
    - `times` has a histogram of decision times for each player and each phase of the deal (such as the auction). It
      maps bins (see `BIN_RATIO`) to numbers of decisions.
    """

    deal: int
    points: tuple[tuple[str, str, float], ...]
    times: dict[str, dict[str, dict[int, int]]]


class Matchup(Struct, frozen=True):
    """The result of the player `one` against opponents of the type `others`.

    `mean` is the player's mean number of points per deal, or its share of matches won. `low` and `high` are the ends of
    the confidence interval.
    """

    one: str
    others: str
    mean: float
    low: float
    high: float


class PlayerDifference(Struct, frozen=True):
    """The lead of the player `one` over the player `than`, against the same opponents `others` with the same cards.

    `mean` is the difference in points per deal, or in shares of matches won. `low` and `high` are the ends of its
    confidence interval.
    """

    one: str
    than: str
    others: str
    mean: float
    low: float
    high: float


class Latency(Struct, frozen=True):
    """The number of `decisions` of a `player` in a `phase` of the deal, and how long they took.

    `median`, `p95`, `p99` (percentiles) and `most` (the maximum) are in milliseconds.
    """

    player: str
    phase: str
    decisions: int
    median: float
    p95: float
    p99: float
    most: float


class ArenaReport(Struct, frozen=True):
    """The results of a job.

    - `deals` is the number of deals or matches played.
    - `cells` has the result of each player against each type of opponents.
    - `differences` compares every two players that met the same opponents.
    - `latency` has the decision times of each player in each phase of the deal.
    """

    deals: int
    cells: tuple[Matchup, ...]
    differences: tuple[PlayerDifference, ...]
    latency: tuple[Latency, ...]


class TimedPlayer:
    """A player that records how long its decisions take, in a histogram for each phase of the deal.

    `decide` is the player whose decisions are timed: a function from a View (what the player may know of the deal) to
    an action.
    """

    def __init__(self, decide: Player) -> None:
        self.decide = decide
        self.times: dict[str, Counter[int]] = {}

    def __call__(self, view: View[Any]) -> Action:
        start = time.perf_counter()
        action = self.decide(view)
        duration_us = (time.perf_counter() - start) * 1e6
        self.times.setdefault(view.public.phase, Counter())[int(log(max(duration_us, 1.0), BIN_RATIO))] += 1
        return action


# One deal


def play_deal(job: Job, deal: int) -> ArenaResult:
    """Play the deal or match with number `deal` for every comparison, once for every side of the table.

    A comparison is a measured player and a type of opponents (`Job.pairs`). The measured player takes the seats of each
    side in turn, while the opponents take all other seats. `job` has the game and the players.
    """
    rules = game(job.game, job.options)
    timed_players = {name: TimedPlayer(load_player(name, rules, 0)) for name in job.players}
    play_once = _match if job.matches else _deal
    points = [
        (
            player_name,
            opponent_name,
            _mean_result(
                rules,
                lambda players: play_once(job, rules, deal, players),
                timed_players[player_name],
                timed_players[opponent_name],
            ),
        )
        for player_name, opponent_name in job.pairs
    ]
    times = {
        name: {phase: dict(histogram) for phase, histogram in sorted(seat.times.items())}
        for name, seat in timed_players.items()
    }
    return ArenaResult(deal, tuple(points), times)


def _mean_result(
    rules: AnyGame,
    play_once: Callable[[tuple[Player, ...]], Sequence[float]],
    measured_player: Player,
    opponent: Player,
) -> float:
    """Return the mean result of `measured_player`, who plays once on each side, with `opponent` in all other seats.

    `play_once` plays the deal or match with players by seat and returns a result for each side.
    """
    results = []
    for side, seats in enumerate(rules.sides):
        players = tuple(measured_player if seat in seats else opponent for seat in range(rules.seats))
        results.append(play_once(players)[side])
    return fmean(results)


def _deal(job: Job, rules: AnyGame, deal: int, players: tuple[Player, ...]) -> Sequence[float]:
    """Play the deal with number `deal` and return the points of each side; `players` has a player for each seat.

    `job` says what to play. The deal is the second deal of a match whose first deal was played by rule-based players.
    """
    old_match = _play_first_deal(job, rules, deal)
    new_match = old_match.close(rules.outcome(play(rules, _nth_deal(job, old_match, deal, 1), players)))
    old_settlement, new_settlement = (rules.scoring.settlement(match.sheet.totals) for match in (old_match, new_match))
    return [float(new - old) for old, new in zip(old_settlement, new_settlement, strict=True)]


def _play_first_deal(job: Job, rules: AnyGame, deal: int) -> Match:
    """Return a match after a first deal played by rule-based players.

    `job` says what to play. If that deal ended the match, return a new match instead. `deal` is the number that
    determines dealer and cards.
    """
    rule = GAMES[job.game].rule(rules, 0)
    match = Match.begin(rules, deal % rules.seats)
    new_match = match.close(rules.outcome(play(rules, _nth_deal(job, match, deal, 0), (rule,) * rules.seats)))
    return match if new_match.over else new_match


def _match(job: Job, rules: AnyGame, number: int, players: tuple[Player, ...]) -> Sequence[float]:
    """Play a match and return its result by side: 1 for the winner, equal shares for several winners, else 0.

    `job` says what to play. `number` determines the first dealer and the cards; `players` has a player for each seat.
    """
    match = Match.begin(rules, number % rules.seats)
    for n in range(MAX_DEALS_PER_MATCH):
        if match.over:
            break
        match = match.close(rules.outcome(play(rules, _nth_deal(job, match, number, n), players)))
    return [1 / len(match.winners) if side in match.winners else 0.0 for side in range(len(rules.sides))]


def _nth_deal(job: Job, match: Match, number: int, n: int) -> State[Any]:
    """Deal the cards of the `n`-th deal (from 0) of a match, and return the state.

    `number` is the number of the match within the job. The job's seed, `number` and `n` determine the cards.
    """
    return match.deal_random(random.Random(f"{job.seed} {number} {n}"))


# Many deals


def run(job: Job, workers: int, finished_deals: Iterable[int] = ()) -> Iterator[ArenaResult]:
    """Play all deals of a job in worker processes, except those whose numbers are in `finished_deals`.

    Yield the results in the order of the numbers of the deals. `workers` is the number of processes; 1 plays in this
    process.
    """
    deals = _remaining_deals(job, finished_deals)
    if workers == 1:
        yield from (play_deal(job, deal) for deal in deals)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(play_deal, [job] * len(deals), deals)


def spread(job: Job, finished_deals: Iterable[int] = ()) -> Iterator[ArenaResult]:
    """Play all deals of a job as `run` does, but on the Ray cluster that this program has joined with `ray.init`.

    prikup must be installed on every machine. Deals that a lost machine was playing are replayed on another one. Deals
    whose numbers are in `finished_deals` are not played.
    """
    import ray

    remote_play_deal = ray.remote(play_deal)
    for future in [remote_play_deal.remote(job, deal) for deal in _remaining_deals(job, finished_deals)]:
        yield ray.get(future)


def _remaining_deals(job: Job, finished_deals: Iterable[int]) -> list[int]:
    """Return the numbers of the job's deals that are not in `finished_deals`, sorted."""
    return sorted(set(range(job.first, job.first + job.deals)) - set(finished_deals))


def until_clear(job: Job, results: Iterable[ArenaResult]) -> Iterator[ArenaResult]:
    """Yield results until every comparison is clear at an interim look, or until there are no more results.

    An interim look is a check of the results so far (`Job.looks`). A comparison of a player with a type of opponents is
    clear if the confidence interval of the player's result excludes `Job.parity`, the result of a player as good as its
    opponents.
    """
    steps = {job.deals * look // job.looks for look in range(1, job.looks)} - {0}
    points: dict[PlayerPair, list[float]] = {pair: [] for pair in job.pairs}
    for count, result in enumerate(results, 1):
        yield result
        for player_name, opponent_name, got in result.points:
            points[player_name, opponent_name].append(got)
        if count in steps and all(_interval(job, got).excludes(job.parity) for got in points.values()):
            return


def report(job: Job, results: Iterable[ArenaResult]) -> ArenaReport:
    """Summarise the results of a job: mean points, differences between players, and decision times.

    Raise ValueError if `results` is empty.
    """
    sorted_results = sorted(results, key=lambda result: result.deal)
    points: dict[PlayerPair, list[float]] = {pair: [] for pair in job.pairs}
    times: dict[PlayerPair, Counter[int]] = {}
    for result in sorted_results:
        for player_name, opponent_name, got in result.points:
            points[player_name, opponent_name].append(got)
        for name, phases in result.times.items():
            for phase, histogram in phases.items():
                times.setdefault((name, phase), Counter()).update(histogram)
    cells = []
    for (player_name, opponent_name), values in points.items():
        interval = _interval(job, values)
        cells.append(Matchup(player_name, opponent_name, interval.mean, interval.low, interval.high))
    latency = tuple(_latency(name, phase, histogram) for (name, phase), histogram in times.items())
    return ArenaReport(len(sorted_results), tuple(cells), tuple(_differences(job, points)), latency)


def _differences(job: Job, points: dict[PlayerPair, list[float]]) -> Iterator[PlayerDifference]:
    """Yield the difference in points between every two players of `job`, for each type of opponents that both met.

    Both players met these opponents in the same deals. Each item has the mean difference per deal, with its confidence
    interval. `points` has the points by comparison (the name of the measured player, and the name of the opponents),
    each in the order of the deals.
    """
    for player_name, rival_name in combinations(job.players, 2):
        for opponent_name in job.players:
            if (player_name, opponent_name) in points and (rival_name, opponent_name) in points:
                pairs = zip(points[player_name, opponent_name], points[rival_name, opponent_name], strict=True)
                differences = [player_points - rival_points for player_points, rival_points in pairs]
                if job.matches:  # differences range from -1 to 1, shares from 0 to 1
                    share = share_interval([(1 + difference) / 2 for difference in differences], job.confidence)
                    interval = Interval(*(2 * part - 1 for part in (share.mean, share.low, share.high)))
                else:
                    interval = mean_interval(differences, job.confidence)
                yield PlayerDifference(
                    player_name, rival_name, opponent_name, interval.mean, interval.low, interval.high
                )


def _interval(job: Job, values: Sequence[float]) -> Interval:
    """Return the confidence interval of the mean points, or of the share of matches won.

    `job` determines the confidence level. `values` has one number for each deal or match. Raise ValueError if there are
    none.
    """
    if not values:
        raise ValueError("no results: no deal was played")
    return share_interval(values, job.confidence) if job.matches else mean_interval(values, job.confidence)


def _latency(name: str, phase: str, histogram: Counter[int]) -> Latency:
    """Compute the percentiles of decision times from their histogram.

    Every decision in a bin counts as if it had taken as long as the upper end of the bin. `name` is the name of the
    player, and `phase` that of the phase of the deal. `histogram` maps bins (see `BIN_RATIO`) to numbers of decisions.
    """
    decisions = histogram.total()

    def quantile_ms(share: float) -> float:
        cumulative_count = 0
        for step in sorted(histogram):
            cumulative_count += histogram[step]
            if cumulative_count >= share * decisions:
                break
        return round(BIN_RATIO ** (step + 1) / 1000, 3)

    return Latency(name, phase, decisions, quantile_ms(0.5), quantile_ms(0.95), quantile_ms(0.99), quantile_ms(1.0))
