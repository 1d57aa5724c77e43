"""Plans tried out, and what a split of the tricks is worth."""

import random

import pytest
from walk import KINDS, dealt

from prikup.bots import player
from prikup.bots.payoff import Payoff, tricks_left
from prikup.bots.simulation import Plan, best_plan, plans, race_plans, with_sealed_actions
from prikup.game import Kind, play
from prikup.games import game
from prikup.match import Match
from prikup.state import view
from prikup.worlds import worlds


def test_two_cards_to_be_laid_away_are_one_plan() -> None:
    """All 66 pairs of twelve cards; four of twenty one after the other."""
    rules, rng = game("preferans"), random.Random(1)
    state = dealt(Match.begin(rules), rng)
    for call in (53, 52, 52):
        state = rules.apply(state, call)
    assert state.public.phase == "discard"
    found = plans(rules, view(state, state.public.actor))
    assert len(found) == 66
    assert all(len(set(plan)) == 2 for plan in found)
    state = rules.apply(state, found[0][0])
    assert len(plans(rules, view(state, state.public.actor))) == 11


def test_sealed_bids_of_a_world_are_filled_in() -> None:
    """A world drawn while bids are sealed can be played on."""
    rules, rng = game("tuppi"), random.Random(2)
    decide = player("rule", rules, 0)
    state = dealt(Match.begin(rules), rng)
    while state.public.phase == "bid":
        seat = state.public.actor
        seen = view(state, seat)
        world = with_sealed_actions(rules, next(worlds(rules, seen, rng)), decide)
        assert view(world, seat) == seen
        assert rules.outcome(play(rules, world, (decide,) * 4))
        state = rules.apply(state, decide(seen))


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_prospect_is_what_the_settlement_says(name: str, kind: Kind) -> None:
    rules, rng = game(name), random.Random(f"payoff {name}")
    decide = player("rule", rules, 0)
    match = Match.begin(rules)
    for _ in range(10):
        state = dealt(match, rng)
        payoff = Payoff(rules, state.public)
        end = play(rules, state, (decide,) * rules.seats)
        after = match.close(rules.outcome(end))
        was, now = (tuple(map(float, rules.expected(one.sheet.totals))) for one in (match, after))
        assert payoff.of_end(end) == pytest.approx([b - a for a, b in zip(was, now, strict=True)])
        assert sum(payoff.of_end(end)) == pytest.approx(0)
        match = Match.begin(rules) if after.over else after


def test_only_the_first_trick_of_a_misere_and_those_after_it_matter() -> None:
    """A betl ends with its first trick, so no more is asked of the solver; a misère pays for each."""
    for name, options, calls, matter in (("preferans", "", "misere", (0, 10)), ("balkan", "jump=on", "six", (0, 1))):
        rules, rng = game(name, options), random.Random(4)
        decide = player("rule", rules, 0)
        state = dealt(Match.begin(rules), rng)
        bid = 52 + rules.calls.index(calls)
        while state.public.phase != "play":
            seen = view(state, state.public.actor)
            legal = rules.legal(seen)
            chosen = bid if bid in legal else decide(seen) if legal[0] < 52 else legal[0]
            if state.public.phase == "declare":
                chosen = min(legal)
            state = rules.apply(state, chosen)
        contest = rules.contest(state.public)
        assert contest.goal == "fewest"
        assert tricks_left(state) == 10
        assert Payoff(rules, state.public).deciding_tricks(state, contest) == matter


def test_the_better_half_goes_on_and_the_usual_plan_stays() -> None:
    tried: dict[int, int] = {}

    def worth(plan: tuple[int, ...], start: int, stop: int) -> list[float]:
        tried[plan[0]] = stop
        return [float(plan[0])] * (stop - start)

    found = race_plans([(n,) for n in range(8)], (0,), worth, 20, 5)
    assert tried == {0: 20, 7: 20, 6: 10, 5: 10, 4: 5, 3: 5, 2: 5, 1: 5}
    assert best_plan(found, (0,), 1.0) == (7,)


def test_the_usual_plan_is_kept_where_another_is_hardly_better() -> None:
    noisy: dict[Plan, list[float]] = {(1,): [0.0, 10.0, 0.0, 10.0], (2,): [10.0, 0.0, 11.0, 0.0]}
    assert best_plan(noisy, (1,), 1.0) == (1,)
    assert best_plan(noisy, (1,), 0.0) == (2,)
    equal: dict[Plan, list[float]] = {(1,): [0.0, 1.0], (2,): [0.0, 1.0]}
    assert best_plan(equal, (1,), 0.0) == (1,)
    dropped: dict[Plan, list[float]] = {(1,): [0.0], (2,): [5.0, 5.0]}  # the usual plan was not tried to the end
    assert best_plan(dropped, (1,), 9.0) == (2,)
