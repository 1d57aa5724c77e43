"""Pairs of people in whose company others finish better or worse than their ratings say.

If two of three people secretly play together, they finish no higher on average, because one of them loses what the
other gains; but the third person finishes lower. The pairs are only worth a look, and nothing is proved against them:
some people are harder to play against than their ratings say.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, sqrt

from msgspec import Struct

from prikup.ratings.model import Rating, performance_spread
from prikup.ratings.pool import RatingChange

__all__ = ["LEAST_MATCHES", "LEAST_Z", "PairOfPeople", "RatedMatch", "suspicious_pairs"]

LEAST_MATCHES = 8
"""The minimum number of common matches of a pair that is listed."""
LEAST_Z = 3.0
"""The minimum deviation from the expectation, in standard deviations, of a pair that is listed."""


class RatedMatch(Struct, frozen=True):
    """A rated match: the number of its `deals`, and the `players` by seat, who all play for themselves."""

    deals: int
    players: tuple[RatingChange, ...]


class PairOfPeople(Struct, frozen=True):
    """Two people, and how others did in their company.

    - `people`: their ids.
    - `matches`: the number of their common matches with at least one further person.
    - `z`: by how many standard deviations the others did better than expected; it is negative if they did worse.
    """

    people: tuple[str, str]
    matches: int
    z: float


def suspicious_pairs(matches: Iterable[RatedMatch]) -> list[PairOfPeople]:
    """Return the pairs with at least `LEAST_MATCHES` common matches and |z| > `LEAST_Z`, the largest |z| first.

    The score of a player in a match is the share of the other players whom they finish ahead of, where a tie counts as
    half: among three 1, ½ and 0. The expectation follows from the ratings at the start of the match.
    """
    counts = defaultdict[tuple[str, str], int](int)
    surpluses, variances = defaultdict[tuple[str, str], float](float), defaultdict[tuple[str, str], float](float)
    for match in matches:
        people = [seat for seat, player in enumerate(match.players) if player.kind != "anchor"]
        for first, second in combinations(people, 2):
            others = [seat for seat in people if seat not in (first, second)]
            names = sorted((match.players[first].name, match.players[second].name))
            pair = (names[0], names[1])
            counts[pair] += bool(others)
            for seat in others:
                expected = _expected_score(match, seat)
                surpluses[pair] += _score(match.players, seat) - expected
                variances[pair] += _variance(expected, len(match.players))
    pairs = [
        PairOfPeople(pair, count, surpluses[pair] / sqrt(variances[pair]))
        for pair, count in counts.items()
        if count >= LEAST_MATCHES
    ]
    return sorted((pair for pair in pairs if abs(pair.z) > LEAST_Z), key=lambda pair: (-abs(pair.z), pair.people))


def _score(players: Sequence[RatingChange], seat: int) -> float:
    """Return the share of the other players whom the player of a seat finished ahead of; a tie counts as half."""
    rank = players[seat].rank
    won = sum((rank < other.rank) + (rank == other.rank) / 2 for place, other in enumerate(players) if place != seat)
    return won / (len(players) - 1)


def _expected_score(match: RatedMatch, seat: int) -> float:
    """Return the expected score of a player by the Plackett–Luce model, given the ratings at the start of the match."""
    spread = performance_spread(match.deals)
    scale = sqrt(sum(player.old.sigma**2 + spread**2 for player in match.players))
    own = match.players[seat].old
    others = [player.old for place, player in enumerate(match.players) if place != seat]
    return sum(_chance(own, other, scale) for other in others) / len(others)


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
