"""Pairs of people in whose company others do oddly, or of whom one gives points to the other.

If two of three people secretly play together, they finish no higher on average, because one of them loses what the
other gains; but the third person finishes lower, or one of the two gives the other more points than the ratings let
expect. The pairs are only worth a look, and nothing is proved against them: some people are harder to play against than
their ratings say.
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
"""The minimum number of common matches of a pair that is listed."""
LEAST_Z = 3.0
"""The minimum deviation from the expectation, in standard deviations, of a pair that is listed."""


class RatedMatch(Struct, frozen=True):
    """A rated match: the number of its `deals`, and the `players` by seat, who all play for themselves.

    `points` has what each deal won or lost for each player, by deal, then by seat. It is empty if that is not known.
    """

    deals: int
    players: tuple[RatingChange, ...]
    points: tuple[tuple[float, ...], ...] = ()


class PairOfPeople(Struct, frozen=True):
    """Two people, how others did in their company, and what one of them gave to the other.

    - `people`: their ids. If `given_z` is not 0, the first one gave points to the second.
    - `matches`: the number of their common matches.
    - `others_z`: by how many standard deviations the others did better than expected; it is negative if they did worse.
      It is None with fewer than `LEAST_MATCHES` common matches with a further person.
    - `given_z`: by how many standard deviations the points that the first gave to the second are more than expected. It
      is None with fewer than `LEAST_MATCHES` common matches that neither forfeited, and of which the points are known.
    """

    people: tuple[str, str]
    matches: int
    others_z: float | None
    given_z: float | None

    @property
    def largest_z(self) -> float:
        """The larger absolute value of `others_z` and `given_z`, 0 if both are None."""
        return max(abs(self.others_z or 0), abs(self.given_z or 0))


class _Deviation:
    """The sum of some numbers less their expectations, the sum of their variances, and from how many matches."""

    def __init__(self) -> None:
        self.matches, self.surplus, self.variance = 0, 0.0, 0.0

    @property
    def z(self) -> float | None:
        """The surplus in standard deviations; None if it is from fewer than `LEAST_MATCHES` matches."""
        if self.matches < LEAST_MATCHES:
            return None
        return self.surplus / sqrt(self.variance) if self.variance else 0.0


def suspicious_pairs(matches: Iterable[RatedMatch]) -> list[PairOfPeople]:
    """Return the pairs with at least `LEAST_MATCHES` common matches and a |z| > `LEAST_Z`, the largest |z| first.

    There are two numbers z (`PairOfPeople`). For that of the others, the score of a player in a match is the share of
    the other players whom they finish ahead of, where a tie counts as half: among three 1, ½ and 0. The expectation
    follows from the ratings at the start of the match.

    For that of the points, what a player gives another in a deal is the difference of what the two won, divided by the
    number of players: so whatever a player wins is the sum of what all others gave them. The variance is the sum of the
    squares. A match that one of the two forfeited does not count, because a computer player played a part of it.
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
    """Return a pair of people, the giver of points first; `given` has what the first of `people` gave the second."""
    if given.z is not None and given.z < 0:
        return PairOfPeople((people[1], people[0]), matches, others.z, -given.z)
    return PairOfPeople(people, matches, others.z, given.z)


def _add_scores(deviation: _Deviation, match: RatedMatch, seats: Sequence[int]) -> None:
    """Add the scores of these seats in a match."""
    deviation.matches += bool(seats)
    for seat in seats:
        expected = _expected_score(match, seat)
        deviation.surplus += _score(match.players, seat) - expected
        deviation.variance += _variance(expected, len(match.players))


def _add_points(deviation: _Deviation, match: RatedMatch, giver: int, receiver: int) -> None:
    """Add the points that one seat gave another in the deals of a match.

    The expectation is that of the model: the difference of two performances has a logistic distribution, of which
    `_scale` is the scale and π/√3 times as much the standard deviation.
    """
    given = [(points[receiver] - points[giver]) / len(points) for points in match.points]
    variance = sum(number**2 for number in given)
    difference = match.players[receiver].old.mu - match.players[giver].old.mu
    expected = sqrt(3) / pi * difference / _scale(match) * sqrt(variance)
    deviation.matches += 1
    deviation.surplus += sum(given) - expected
    deviation.variance += variance


def _score(players: Sequence[RatingChange], seat: int) -> float:
    """Return the share of the other players whom the player of a seat finished ahead of; a tie counts as half."""
    rank = players[seat].rank
    won = sum((rank < other.rank) + (rank == other.rank) / 2 for place, other in enumerate(players) if place != seat)
    return won / (len(players) - 1)


def _expected_score(match: RatedMatch, seat: int) -> float:
    """Return the expected score of a player by the Plackett–Luce model, given the ratings at the start of the match."""
    scale = _scale(match)
    own = match.players[seat].old
    others = [player.old for place, player in enumerate(match.players) if place != seat]
    return sum(_chance(own, other, scale) for other in others) / len(others)


def _scale(match: RatedMatch) -> float:
    """Return the scale of the differences between two performances in a match, in units of μ."""
    spread = performance_spread(match.deals)
    return sqrt(sum(player.old.sigma**2 + spread**2 for player in match.players))


def _chance(own: Rating, other: Rating, scale: float) -> float:
    """Return the probability that one player finishes ahead of another.

    `own` and `other` are the ratings of the two, and `scale` is the scale of the logistic curve in units of μ.
    """
    return 1 / (1 + exp((other.mu - own.mu) / scale))


def _variance(expected: float, players: int) -> float:
    """Return an approximate variance of a player's score.

    It is the variance of a random place among equal players, and less if the place is nearly certain.
    """
    return expected * (1 - expected) * (players + 1) / (3 * (players - 1))
