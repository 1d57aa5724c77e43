from prikup.ratings.model import NEW, Rating
from prikup.ratings.standing import DAY_MS, Standing, is_provisional, leaders, shown_margin, shown_number

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


def test_leaders_are_ordered_by_mean_then_certainty_then_name() -> None:
    people = {
        "Dora": standing(27.0),
        "Anna": standing(26.0, sigma=2.1),
        "Boris": standing(26.0, sigma=1.9),
        "Zoya": standing(28.0),
        "Clara": standing(27.0),
    }
    assert [name for name, _ in leaders(people, NOW)] == ["Zoya", "Clara", "Dora", "Boris", "Anna"]


def test_leaders_leave_out_provisional_and_inactive_people() -> None:
    people = {
        "new": standing(40.0, matches=19),
        "vague": standing(40.0, sigma=5.0),
        "gone": standing(40.0, days_ago=91),
        "back": standing(30.0, days_ago=90),
    }
    assert [name for name, _ in leaders(people, NOW)] == ["back"]


def test_leaders_are_at_most_a_hundred() -> None:
    people = {f"{number:03}": standing(20 + number / 100) for number in range(150)}
    assert [name for name, _ in leaders(people, NOW)] == [f"{number:03}" for number in range(149, 49, -1)]


def test_days_are_whole_and_never_negative() -> None:
    assert Standing().days_until(NOW) == 0
    assert standing(days_ago=3).days_until(NOW - 1) == 2
    assert standing(days_ago=3).days_until(NOW) == 3
    assert standing().days_until(NOW - DAY_MS) == 0
