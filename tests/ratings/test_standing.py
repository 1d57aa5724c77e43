from prikup.ratings.model import NEW, Rating
from prikup.ratings.standing import (
    DAY_MS,
    MAX_LEADER_SIGMA,
    Standing,
    is_provisional,
    possible_places,
    shown_margin,
    shown_number,
)

NOW = 1_000 * DAY_MS


def standing(mu: float = 25.0, sigma: float = 2.0, matches: int = 20, days_ago: int = 0) -> Standing:
    return Standing(Rating(mu, sigma), matches, NOW - days_ago * DAY_MS)


def test_shown_number_of_a_new_player() -> None:
    assert (shown_number(NEW), shown_margin(NEW)) == (1500, 392)


def test_shown_number_of_an_anchor() -> None:
    assert shown_number(Rating(29.886, 1e-6)) == 1617


def test_rating_is_provisional_by_matches_or_margin() -> None:
    assert not is_provisional(standing())
    assert is_provisional(standing(matches=19))
    assert shown_margin(Rating(25.0, 4.26)) == 200
    assert not is_provisional(standing(sigma=4.26))
    assert is_provisional(standing(sigma=4.27))
    assert is_provisional(Standing())


def test_largest_sigma_of_leaders_is_that_of_the_widest_margin() -> None:
    assert shown_margin(Rating(25.0, MAX_LEADER_SIGMA)) == 200
    assert not is_provisional(standing(sigma=MAX_LEADER_SIGMA))
    assert is_provisional(standing(sigma=MAX_LEADER_SIGMA + 1e-6))


def test_places_are_a_range_where_intervals_overlap() -> None:
    ratings = [Rating(33.0, 0.5), Rating(32.5, 0.5), Rating(31.0, 0.8), Rating(20.0, 0.4)]
    shown = [(shown_number(rating), shown_margin(rating)) for rating in ratings]
    assert shown == [(1692, 24), (1680, 24), (1644, 38), (1380, 19)]
    assert possible_places(ratings) == [(1, 3), (1, 3), (1, 3), (4, 4)]
    assert possible_places([Rating(30.0, 0.5), Rating(25.0, 0.5)]) == [(1, 1), (2, 2)]
    assert possible_places([Rating()] * 3) == [(1, 3)] * 3
    assert possible_places([]) == []


def test_uncertainty_grows_while_nobody_plays() -> None:
    rested = standing(sigma=1.0, days_ago=7).at(NOW)
    assert (shown_number(rested.rating), shown_margin(rested.rating)) == (1500, 50)
    assert standing(sigma=1.0).at(NOW) == standing(sigma=1.0)
    assert standing(sigma=8.3, days_ago=900).at(NOW).rating == Rating(25.0, NEW.sigma)


def test_days_are_whole_and_never_negative() -> None:
    assert Standing().days_until(NOW) == 0
    assert standing(days_ago=3).days_until(NOW - 1) == 2
    assert standing(days_ago=3).days_until(NOW) == 3
    assert standing().days_until(NOW - DAY_MS) == 0
