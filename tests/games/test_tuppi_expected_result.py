"""The expected result of a match of Tuppi: laws, and races simulated by the scoring rules."""

import random
from collections import Counter
from itertools import accumulate

import pytest
from games.tuppi_deals import tuppi
from support.circles import depth
from support.random_walk import random_deal

from prikup.games.tuppi import Carry, Outcome, Tuppi
from prikup.games.tuppi.expected_result import FREQUENCIES, expected_settlement, outcomes
from prikup.games.tuppi.player import rule
from prikup.rules.game import play
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Totals, add_row

KEEPS = "reset_rule=new_scorer_keeps"
each_race = pytest.mark.parametrize(
    "options",
    [
        "",
        KEEPS,
        "minnesota",
        "sooli=off",
        "sooli_lost=0",
        "sooli_lost=48 rami_fail_factor=1",
        f"points_per_trick=1 target=13 {KEEPS}",
    ],
)


def value_of_lead(rules: Tuppi, lead: int) -> float:
    """Return the value for the first side, ahead by this many points."""
    return expected_settlement(rules.options, ((max(lead, 0), max(-lead, 0)),))[0]


@each_race
def test_tuppi_expected_result_is_symmetric_bounded_and_monotonic(options: str) -> None:
    rules = tuppi(options)
    target = rules.options.target
    values = [value_of_lead(rules, lead) for lead in range(-target - 30, target + 31)]
    assert values == sorted(values)
    assert values == pytest.approx([-points for points in reversed(values)], abs=0)
    whole = [value_of_lead(rules, lead) for lead in range(0, target + 1, rules.options.points_per_trick)]
    assert whole == sorted(set(whole))
    assert whole[0] == 0
    assert whole[-2] < whole[-1] == value_of_lead(rules, target + 30) == target / 2
    for lead in (-target, -4, 0, 4, target):
        assert sum(expected_settlement(rules.options, ((max(lead, 0), max(-lead, 0)),))) == 0


def test_tuppi_expected_result_scales_with_points_per_trick() -> None:
    for reset in ("", KEEPS):
        usual, small = tuppi(reset), tuppi(f"points_per_trick=1 target=13 {reset}")
        for points in range(14):
            assert value_of_lead(small, points) * 4 == pytest.approx(value_of_lead(usual, points * 4), abs=1e-9)


def test_tuppi_expected_result_just_below_target_is_half_the_win() -> None:
    """At 48 any score wins, and after a fall the match starts again: half the time each."""
    assert value_of_lead(tuppi(), 48) == pytest.approx(13, abs=1e-9)
    assert value_of_lead(tuppi(), 4) < 2
    assert value_of_lead(tuppi(KEEPS), 48) < 13 - 0.5


def test_tuppi_expected_outcomes_omit_sooli_if_it_is_off() -> None:
    assert {end.contract for end, _ in outcomes(tuppi().options)} == {"rami", "nolo", "sooli"}
    assert {end.contract for end, _ in outcomes(tuppi("sooli=off").options)} == {"rami", "nolo"}


def test_tuppi_tournament_expected_result_equals_settlement() -> None:
    rules = tuppi("tournament")
    totals: Totals = ((24, 0),)
    assert (
        expected_settlement(rules.options, totals) == tuple(map(float, rules.scoring.settlement(totals))) == (12, -12)
    )


@pytest.mark.parametrize("options", ["", KEEPS])
@pytest.mark.parametrize("lead", [4, 24, -40])
def test_tuppi_simulated_races_are_won_as_often_as_expected(options: str, lead: int) -> None:
    """20,000 races are run (fewer in a smaller circle), with each deal scored by the rules of the game."""
    rules, rng, races = tuppi(options), random.Random(f"{options} {lead}"), depth(20_000)
    ends, weights = zip(*outcomes(rules.options), strict=True)
    cumulative_weights = tuple(accumulate(weights))
    next_totals: dict[tuple[Totals, int], Totals] = {}
    win_count = 0
    for _ in range(races):
        totals: Totals = ((max(lead, 0), max(-lead, 0)),)
        while max(totals[0]) < rules.options.target:
            (end_index,) = rng.choices(range(len(ends)), cum_weights=cumulative_weights)
            if (totals, end_index) not in next_totals:
                next_totals[totals, end_index] = totals_after_deal(rules, totals, ends[end_index])
            totals = next_totals[totals, end_index]
        win_count += totals[0][0] > 0
    chance = value_of_lead(rules, lead) / rules.options.target + 0.5
    assert win_count / races == pytest.approx(chance, abs=4 * (chance * (1 - chance) / races) ** 0.5)


def totals_after_deal(rules: Tuppi, totals: Totals, outcome: Outcome) -> Totals:
    return add_row(rules.columns, totals, rules.scoring.row(outcome, MatchStanding(1, 0, totals, Carry())))


def test_tuppi_outcome_frequencies_match_replayed_deals() -> None:
    """The first of the 10,000 deals that were counted are replayed."""
    rules, deals = tuppi(), depth(1500)
    counts: Counter[tuple[str, int]] = Counter()
    for deal in range(deals):
        state = random_deal(Match.begin(rules, deal % 4), random.Random(f"race {deal}"))
        outcome = rules.outcome(play(rules, state, (rule(rules, 0),) * 4))
        tricks = min(outcome.tricks) if outcome.player is None else outcome.tricks[outcome.player % 2]
        counts[outcome.contract, tricks] += 1
    assert {(contract, tricks) for contract, times in FREQUENCIES.items() for tricks in range(len(times))} >= set(
        counts
    )
    assert sum(map(sum, FREQUENCIES.values())) == 10_000
    for contract, times in FREQUENCIES.items():
        for tricks, frequency in enumerate(times):
            share = frequency / 10_000
            error = (share * (1 - share) / deals) ** 0.5
            assert counts[contract, tricks] / deals == pytest.approx(share, abs=4 * error + 1 / deals), contract
