"""Pairs of people who play together are listed, and others are not."""

import random
from math import pi, sqrt

import pytest
from msgspec.structs import replace

from prikup.ratings.model import ANCHOR_SIGMA, Rating
from prikup.ratings.pool import ChangeKind, RatingChange
from prikup.ratings.suspects import LEAST_MATCHES, RatedMatch, suspicious_pairs

STEADY = Rating(25.0, 1.0)


def match_of(
    ranks: dict[str, int],
    ratings: dict[str, Rating] | None = None,
    points: tuple[tuple[float, ...], ...] = (),
) -> RatedMatch:
    """Return a match of 20 deals with these ranks by person; a name in capitals is a computer player's."""

    def player(name: str, rank: int) -> RatingChange:
        kind: ChangeKind = "anchor" if name.isupper() else "person"
        rating = Rating(25.0, ANCHOR_SIGMA) if kind == "anchor" else (ratings or {}).get(name, STEADY)
        return RatingChange(name, kind, rank, rating, rating)

    return RatedMatch(20, tuple(player(name, rank) for name, rank in ranks.items()), points)


def test_pair_whose_third_player_always_loses_is_listed() -> None:
    matches = [
        match_of({"anna": 1, "boris": 2, f"guest{number}": 3} | ({} if number % 2 else {"anna": 2, "boris": 1}))
        for number in range(12)
    ]
    (pair,) = suspicious_pairs(matches)
    assert pair.people == ("anna", "boris")
    assert pair.matches == 12
    assert pair.others_z is not None
    assert pair.others_z < -4
    assert pair.given_z is None


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


def gifts(number: int, points: tuple[tuple[float, ...], ...], boris: float = 25.0) -> list[RatedMatch]:
    """Return matches with these points a deal of Boris, Anna and a guest, who take all places equally often."""
    orders = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    return [
        match_of(
            dict(zip(("boris", "anna", f"guest{match}"), orders[match % 3], strict=True)),
            {"boris": Rating(boris, 1.0)},
            points,
        )
        for match in range(number)
    ]


def test_player_who_gives_points_to_another_is_listed_first() -> None:
    """Boris gets 12 / 3 = 4 points from Anna in each of 32 deals: 32 · 4 / √(32 · 4²) = √32."""
    (pair,) = suspicious_pairs(gifts(8, ((6, -6, 0),) * 4))
    assert (pair.people, pair.matches) == (("anna", "boris"), 8)
    assert pair.given_z == pytest.approx(sqrt(32))
    (pair,) = suspicious_pairs(gifts(8, ((-6, 6, 0),) * 4))
    assert pair.people == ("boris", "anna")
    assert pair.given_z == pytest.approx(sqrt(32))


def test_points_given_are_compared_with_the_ratings() -> None:
    """With 3.6 more in μ, Boris may expect √3/π · 3.6 / √(3 · (1 + (25/6)²)) standard deviations in each match."""
    (pair,) = suspicious_pairs(gifts(9, ((6, -6, 0),) * 4, 28.6))
    expected = sqrt(3) / pi * 3.6 / sqrt(3 * (1 + (25 / 6) ** 2))
    assert pair.given_z == pytest.approx(9 * (16 - 8 * expected) / sqrt(9 * 64))
    assert pair.given_z == pytest.approx(5.197723, abs=1e-6)


def test_points_of_too_few_matches_are_not_listed() -> None:
    assert suspicious_pairs(gifts(LEAST_MATCHES - 1, ((6, -6, 0),) * 8)) == []


def test_points_of_a_forfeited_match_do_not_count() -> None:
    def forfeited(match: RatedMatch) -> RatedMatch:
        boris, anna, guest = match.players
        return RatedMatch(match.deals, (boris, replace(anna, kind="forfeit"), guest), match.points)

    matches = gifts(9, ((6, -6, 0),) * 4)
    assert suspicious_pairs([*matches[:7], *map(forfeited, matches[7:])]) == []


def test_stronger_player_is_not_listed_for_the_points_of_the_weaker() -> None:
    """Boris is 240 points better and wins accordingly; chance decides most deals."""
    rng, matches = random.Random(11), []
    spread = pi / sqrt(3) * 25 / 6 * sqrt(3 / 2) * sqrt(20)  # of a player in one deal, in units of μ
    for number in range(60):
        deals = [[mu + rng.gauss(0, spread) for mu in (35.0, 25.0, 25.0)] for _ in range(20)]
        points = tuple(tuple(strength - sum(deal) / 3 for strength in deal) for deal in deals)
        sums = [sum(column) for column in zip(*points, strict=True)]
        ranks = {
            name: 1 + sum(other > own for other in sums)
            for name, own in zip(("boris", "anna", f"guest{number}"), sums, strict=True)
        }
        matches.append(match_of(ranks, {"boris": Rating(35.0, 1.0)}, points))
    assert suspicious_pairs(matches) == []


def test_points_are_taken_from_a_match_with_a_computer_player() -> None:
    matches = [match_of({"anna": 2, "boris": 1, "RULE": 3}, points=((-6, 6, 0),) * 4) for _ in range(8)]
    (pair,) = suspicious_pairs(matches)
    assert (pair.people, pair.others_z) == (("anna", "boris"), None)
