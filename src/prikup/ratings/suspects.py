"""Find pairs of people who may secretly play together, by statistics of their rated matches.

If two of three people secretly play together, the two finish no higher on average, because one of them loses what the
other gains. But the third person finishes lower than their rating predicts, or one of the two gives the other more
points than the ratings predict. The result proves nothing: it only tells which pairs are worth a look, because some
people are harder to play against than their ratings say.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, pi, sqrt

from msgspec import Struct

from prikup.ratings.model import Rating, performance_spread
from prikup.ratings.pool import RatingChange

__all__ = ["LEAST_MATCHES", "LEAST_Z", "PairOfPeople", "RatedMatch", "suspicious_pairs"]

LEAST_MATCHES = 8
"""The minimum number of common matches of a pair of people in the list of suspicious pairs."""
LEAST_Z = 3.0
"""A suspicious pair of people deviates from the expectation by more than this number of standard deviations."""


class RatedMatch(Struct, frozen=True):
    """A rated match: the number of its `deals`, and the `players` by seat, who all play for themselves.

    `points` has the points that each player won or lost in each deal, by deal, then by seat. It is empty if they are
    not known.
    """

    deals: int
    players: tuple[RatingChange, ...]
    points: tuple[tuple[float, ...], ...] = ()


class PairOfPeople(Struct, frozen=True):
    """Two people who may secretly play together, and two measures of how unusual their common matches are.

    - `people`: their user ids. If `given_z` is positive, the first one gave points to the second.
    - `matches`: the number of their common matches.
    - `others_z`: by how many standard deviations the other people at the table finished higher than their ratings
      predict, in matches with both people; negative if they finished lower. It is None with fewer than `LEAST_MATCHES`
      common matches in which another person took part.
    - `given_z`: by how many standard deviations the points that the first person gave to the second exceed the number
      that the ratings predict. It is None with fewer than `LEAST_MATCHES` common matches that neither of the two
      forfeited and whose points are known.
    """

    people: tuple[str, str]
    matches: int
    others_z: float | None
    given_z: float | None

    @property
    def largest_z(self) -> float:
        """The larger of the absolute values of `others_z` and `given_z`; 0 if both are None."""
        return max(abs(self.others_z or 0), abs(self.given_z or 0))


class _Deviation:
    """A sum of numbers minus their expected values (`surplus`), the sum of their variances, and the match count."""

    def __init__(self) -> None:
        self.matches, self.surplus, self.variance = 0, 0.0, 0.0

    @property
    def z(self) -> float | None:
        """The surplus, in standard deviations; None if it comes from fewer than `LEAST_MATCHES` matches."""
        if self.matches < LEAST_MATCHES:
            return None
        return self.surplus / sqrt(self.variance) if self.variance else 0.0


def suspicious_pairs(matches: Iterable[RatedMatch]) -> list[PairOfPeople]:
    """Return the pairs of people whose common matches are too unusual for chance, the most unusual pair first.

    A pair is unusual if one of its two deviations (`PairOfPeople`) is more than `LEAST_Z` standard deviations. Each
    deviation needs at least `LEAST_MATCHES` matches.

    For `others_z`, the score of a player in a match is the share of the other players whom this player finishes ahead
    of. A tie counts as half; without ties, three players score 1, ½ and 0. The expected score follows from the ratings
    at the start of the match.

    For `given_z`, the points that a player gives another in a deal are the difference between the points that the two
    won, divided by the number of players. So the points that a player wins are the sum of those that all others gave.
    The variance is the sum of the squares of these points. A match that one of the two forfeited does not count,
    because a computer player finished it.
    """
    counts = defaultdict[tuple[str, str], int](int)
    others_by_pair = defaultdict[tuple[str, str], _Deviation](_Deviation)
    given_by_pair = defaultdict[tuple[str, str], _Deviation](_Deviation)
    for match in matches:
        people = [seat for seat, player in enumerate(match.players) if player.kind != "anchor"]
        people.sort(key=lambda seat: match.players[seat].name)
        for first, second in combinations(people, 2):
            pair = (match.players[first].name, match.players[second].name)
            counts[pair] += 1
            _add_scores(others_by_pair[pair], match, [seat for seat in people if seat not in (first, second)])
            if match.points and "forfeit" not in (match.players[first].kind, match.players[second].kind):
                _add_points(given_by_pair[pair], match, first, second)
    pairs = [_pair(people, count, others_by_pair[people], given_by_pair[people]) for people, count in counts.items()]
    return sorted(
        (pair for pair in pairs if pair.largest_z > LEAST_Z), key=lambda pair: (-pair.largest_z, sorted(pair.people))
    )


def _pair(people: tuple[str, str], matches: int, others: _Deviation, given: _Deviation) -> PairOfPeople:
    """Return a pair of people with its two deviations, the person who gave points to the other first.

    `people` are the user ids of the two, and `matches` is the number of their common matches. `others` is the deviation
    of the other people's scores, and `given` that of the points that the first of `people` gave to the second.
    """
    if given.z is not None and given.z < 0:
        return PairOfPeople((people[1], people[0]), matches, others.z, -given.z)
    return PairOfPeople(people, matches, others.z, given.z)


def _add_scores(deviation: _Deviation, match: RatedMatch, seats: Sequence[int]) -> None:
    """Add the scores of the players at `seats` in a match, minus their expected scores, to `deviation`.

    A score is the share of the other players whom a player finished ahead of.
    """
    deviation.matches += bool(seats)
    for seat in seats:
        expected = _expected_score(match, seat)
        deviation.surplus += _score(match.players, seat) - expected
        deviation.variance += _variance(expected, len(match.players))


def _add_points(deviation: _Deviation, match: RatedMatch, giver: int, receiver: int) -> None:
    """Add to `deviation` the points that the player at `giver` gave the player at `receiver` in the deals of a match.

    The expected number of points comes from the rating model: the difference between two players' performances has a
    logistic distribution with the scale `_scale`, whose standard deviation is π/√3 times the scale.
    """
    given = [(points[receiver] - points[giver]) / len(points) for points in match.points]
    variance = sum(number**2 for number in given)
    difference = match.players[receiver].old.mu - match.players[giver].old.mu
    expected = sqrt(3) / pi * difference / _scale(match) * sqrt(variance)
    deviation.matches += 1
    deviation.surplus += sum(given) - expected
    deviation.variance += variance


def _score(players: Sequence[RatingChange], seat: int) -> float:
    """Return the share of the other `players` whom the player at `seat` finished ahead of; a tie counts as half."""
    rank = players[seat].rank
    won = sum((rank < other.rank) + (rank == other.rank) / 2 for place, other in enumerate(players) if place != seat)
    return won / (len(players) - 1)


def _expected_score(match: RatedMatch, seat: int) -> float:
    """Return the share of the other players whom the player at `seat` is expected to finish ahead of.

    It follows from the Plackett–Luce model and the ratings at the start of the match.
    """
    scale = _scale(match)
    own = match.players[seat].old
    others = [player.old for place, player in enumerate(match.players) if place != seat]
    return sum(_chance(own, other, scale) for other in others) / len(others)


def _scale(match: RatedMatch) -> float:
    """Return the scale of the logistic distribution of the difference between two players' performances in a match.

    It is in units of μ (the mean of a rating).
    """
    spread = performance_spread(match.deals)
    return sqrt(sum(player.old.sigma**2 + spread**2 for player in match.players))


def _chance(own: Rating, other: Rating, scale: float) -> float:
    """Return the probability that a player with the rating `own` finishes ahead of a player with the rating `other`.

    `scale` is the scale of the logistic distribution of their difference, in units of μ (the mean of a rating).
    """
    return 1 / (1 + exp((other.mu - own.mu) / scale))


def _variance(expected: float, players: int) -> float:
    """Return an approximate variance of a player's score in a match with this number of players.

    A score is the share of the other players whom the player finished ahead of, and `expected` its expected value. The
    variance is that of a random place among equal players, and less if the place is nearly certain.
    """
    return expected * (1 - expected) * (players + 1) / (3 * (players - 1))
