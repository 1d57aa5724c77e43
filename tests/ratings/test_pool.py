from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from prikup.ratings.model import ANCHOR_SIGMA, NEW, Rating, grow_uncertainty, performance_spread, rate_sides
from prikup.ratings.pool import MatchPlayer, MatchResult, Pool, rate_match
from prikup.ratings.standing import DAY_MS, Standing

NOW = 1_000 * DAY_MS
ALONE = ((0,), (1,), (2,))
PAIRS = ((0, 2), (1, 3))


def result(
    players: str, *points: int, sides: tuple[tuple[int, ...], ...] = ALONE, at: int = NOW, forfeits: str = ""
) -> MatchResult:
    return MatchResult(
        at,
        20,
        sides,
        tuple(MatchPlayer(name, forfeits=name in forfeits) for name in players),
        tuple(Fraction(number) for number in points),
    )


def test_pool_rates_a_first_match_as_vector_r1() -> None:
    pool = Pool()
    changes = pool.rate(result("abc", 10, 0, -10))
    assert [change.rank for change in changes] == [1, 2, 3]
    assert [change.new for change in changes] == [
        Rating(27.868877, 8.204837),
        Rating(25.717219, 8.057830),
        Rating(21.413904, 8.057830),
    ]
    assert pool.standings["a"] == Standing(Rating(27.868877, 8.204837), 1, NOW)


def test_pool_adds_uncertainty_for_days_without_a_match() -> None:
    pool = Pool()
    pool.rate(result("abc", 10, 0, -10))
    old = pool.standings["a"].rating
    change = pool.rate(result("ade", 10, 0, -10, at=NOW + 5 * DAY_MS + 7))[0]
    assert change.old == grow_uncertainty(old, 5)


def test_pool_counts_common_matches_of_thirty_days() -> None:
    pool = Pool()
    for day in (0, 10, 20):
        pool.rate(result("abc", 10, 0, -10, at=NOW + day * DAY_MS))
    pool.rate(result("dae", 10, 0, -10, at=NOW + 20 * DAY_MS))
    time = NOW + 30 * DAY_MS
    assert pool.common_matches("abc", time) == 3
    assert pool.common_matches("abc", time + 1) == 2
    assert pool.common_matches("xda", time) == 1
    assert pool.common_matches("bd", time) == 0
    assert pool.common_matches("a", time) == 0
    assert pool.common_matches("abc", NOW - 1) == 0  # a match that ended earlier, but is rated later


def test_computer_player_is_no_company() -> None:
    pool = Pool()
    match = replace(
        result("ab", 10, 0, -10), players=(MatchPlayer("a"), MatchPlayer("b"), MatchPlayer("rule", anchor_mu=25.0))
    )
    changes = pool.rate(match)
    assert (changes[2].kind, changes[2].old, changes[2].new) == (
        "anchor",
        Rating(25.0, ANCHOR_SIGMA),
        Rating(25.0, ANCHOR_SIGMA),
    )
    assert set(pool.standings) == {"a", "b"}
    assert pool.common_matches(("a", "rule"), NOW) == 0


def test_forfeiting_player_is_ranked_last_despite_winning() -> None:
    changes = rate_match(result("abc", 50, -10, -40, forfeits="a"), {}, 0)
    assert [(change.kind, change.rank) for change in changes] == [("forfeit", 3), ("person", 1), ("person", 2)]
    assert changes[0].new.mu < NEW.mu < changes[1].new.mu


def test_forfeit_of_a_partner_puts_the_pair_last() -> None:
    changes = rate_match(result("abcd", 50, -50, sides=PAIRS, forfeits="c"), {}, 0)
    assert [(change.kind, change.rank) for change in changes] == [
        ("person", 2),
        ("person", 1),
        ("forfeit", 2),
        ("person", 1),
    ]


def test_early_forfeit_changes_only_who_forfeited() -> None:
    pool = Pool()
    pool.rate(result("abc", 10, 0, -10))
    old_standings = dict(pool.standings)
    match = replace(result("abc", 50, -10, -40, at=NOW + DAY_MS, forfeits="a"), early_forfeit=True)
    changes = pool.rate(match)
    assert [(change.kind, change.rank) for change in changes] == [("forfeit", 3), ("unchanged", 1), ("unchanged", 1)]
    assert all(change.old == change.new == old_standings[change.name].rating for change in changes[1:])
    assert {name: pool.standings[name] for name in "bc"} == {name: old_standings[name] for name in "bc"}
    rated = rate_sides(
        [[grow_uncertainty(old_standings[name].rating, 1)] for name in "abc"], (3, 1, 1), performance_spread(20, 1)
    )
    assert pool.standings["a"] == Standing(rated[0][0], 2, NOW + DAY_MS)


def test_match_rated_late_does_not_move_the_last_match_back() -> None:
    pool = Pool()
    pool.rate(result("abc", 10, 0, -10, at=NOW + DAY_MS))
    pool.rate(result("abc", 10, 0, -10, at=NOW))
    assert pool.standings["a"].ended_ms == NOW + DAY_MS


def test_person_with_two_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="two seats"):
        rate_match(result("aba", 10, 0, -10), {}, 0)


@given(st.permutations(range(3)), st.lists(st.integers(-5, 5), min_size=3, max_size=3))
def test_order_of_seats_does_not_matter(order: list[int], points: list[int]) -> None:
    standings = {name: Standing(Rating(24.0 + seat, 2.0 + seat), 30, NOW) for seat, name in enumerate("abc")}
    expected = {change.name: change for change in rate_match(result("abc", *points), standings, 3)}
    permuted = result("".join("abc"[seat] for seat in order), *(points[seat] for seat in order))
    for change in rate_match(permuted, standings, 3):
        assert change.rank == expected[change.name].rank
        assert change.new.mu == pytest.approx(expected[change.name].new.mu, abs=2e-6)
        assert change.new.sigma == pytest.approx(expected[change.name].new.sigma, abs=2e-6)
