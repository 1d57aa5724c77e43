"""Pairs of people who play together are listed, and others are not."""

import random

from prikup.ratings.model import ANCHOR_SIGMA, Rating
from prikup.ratings.pool import ChangeKind, RatingChange
from prikup.ratings.suspects import LEAST_MATCHES, RatedMatch, suspicious_pairs

STEADY = Rating(25.0, 1.0)


def match_of(ranks: dict[str, int], ratings: dict[str, Rating] | None = None) -> RatedMatch:
    """Return a match of 20 deals with these ranks by person; a name in capitals is a computer player's."""

    def player(name: str, rank: int) -> RatingChange:
        kind: ChangeKind = "anchor" if name.isupper() else "person"
        rating = Rating(25.0, ANCHOR_SIGMA) if kind == "anchor" else (ratings or {}).get(name, STEADY)
        return RatingChange(name, kind, rank, rating, rating)

    return RatedMatch(20, tuple(player(name, rank) for name, rank in ranks.items()))


def test_pair_whose_third_player_always_loses_is_listed() -> None:
    matches = [
        match_of({"anna": 1, "boris": 2, f"guest{number}": 3} | ({} if number % 2 else {"anna": 2, "boris": 1}))
        for number in range(12)
    ]
    (pair,) = suspicious_pairs(matches)
    assert pair.people == ("anna", "boris")
    assert pair.matches == 12
    assert pair.z < -4


def test_pair_with_few_matches_is_not_listed() -> None:
    matches = [match_of({"anna": 1, "boris": 2, f"guest{number}": 3}) for number in range(LEAST_MATCHES - 1)]
    assert suspicious_pairs(matches) == []


def test_strong_pair_is_not_listed_for_its_strength() -> None:
    """Two who are 400 points better finish ahead of the third in most matches, as their ratings say."""
    strong, rng, matches = Rating(41.7, 1.0), random.Random(3), []
    for number in range(60):
        third_rank = rng.choices((3, 2, 1), (36, 6, 1))[0]
        first, second = [rank for rank in (1, 2, 3) if rank != third_rank]
        ranks = {"anna": first, "boris": second, f"guest{number}": third_rank}
        matches.append(match_of(ranks, {"anna": strong, "boris": strong}))
    assert suspicious_pairs(matches) == []


def test_honest_players_are_seldom_listed() -> None:
    """Among 66 pairs, with z of a normal distribution, |z| > 3 occurs in 0.2."""
    rng, names = random.Random(5), [f"player{number}" for number in range(12)]
    matches = [match_of(dict(zip(rng.sample(names, 3), (1, 2, 3), strict=True))) for _ in range(2000)]
    assert len(suspicious_pairs(matches)) <= 2


def test_computer_player_is_no_third_person() -> None:
    matches = [match_of({"anna": 1, "boris": 2, "RULE": 3}) for _ in range(20)]
    assert suspicious_pairs(matches) == []
