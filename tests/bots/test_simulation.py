"""Plans tried in worlds, and the value of a split of the tricks."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.random_walk import KINDS, random_deal, random_steps

from prikup.bots import player, simulation
from prikup.bots.cardplay import has_two_sides
from prikup.bots.payoff import Payoff, SidePoints, payoff_of, tricks_left
from prikup.bots.sampling import sample
from prikup.bots.simulation import Plan, PlanEvaluator, PlanSimulator, best_plan, plans, race_plans, settle_race
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.errors import reason
from prikup.rules.game import AnyGame, play
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.state import State, view
from prikup.worlds.possible_worlds import add_sealed_actions


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_payoff_equals_points_of_settlement(name: str, kind: GameDefinition) -> None:
    rules, rng = game(name), random.Random(f"payoff {name}")
    decide = player("rule", rules, 0)
    match = Match.begin(rules)
    for _ in range(10):
        state = random_deal(match, rng)
        payoff = Payoff(rules, state.public)
        end = play(rules, state, (decide,) * rules.seats)
        match_after = match.close(rules.outcome(end))
        old_points, new_points = (
            tuple(map(float, rules.scoring.expected_settlement(match_state.sheet.totals)))
            for match_state in (match, match_after)
        )
        assert payoff.finished_deal_value(end) == pytest.approx(
            [b - a for a, b in zip(old_points, new_points, strict=True)]
        )
        assert sum(payoff.finished_deal_value(end)) == pytest.approx(0)
        match = Match.begin(rules) if match_after.over else match_after


def test_payoff_is_cached_until_game_or_standing_changes() -> None:
    rules, other_rules, *_ = map(game, GAMES)
    rng = random.Random(94)
    match = Match.begin(rules)
    state, other_state = random_deal(match, rng), random_deal(match, rng)
    payoff = payoff_of(rules, state.public)
    assert payoff_of(rules, other_state.public) is payoff
    assert payoff_of(other_rules, random_deal(Match.begin(other_rules), rng).public).game is other_rules
    assert payoff_of(rules, state.public) is not payoff
    later = random_deal(match.close(rules.outcome(play(rules, state, (player("rule", rules, 0),) * rules.seats))), rng)
    assert payoff_of(rules, later.public).standing == later.public.match != match.standing


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_payoff_computed_in_one_deal_is_valid_for_others(name: str, kind: GameDefinition) -> None:
    """No player's cards, open or hidden, and no revealed talon affect what the remaining tricks decide."""
    for preset in kind.presets:
        rules, rng = game(name, preset), random.Random(f"remembered {name} {preset}")
        rule, match = player("rule", rules, 0), Match.begin(rules)
        first_payoff = Payoff(rules, random_deal(match, rng).public)
        has_compared = has_solved = False
        for _ in range(depth(75)):
            state = random_deal(match, rng)
            while state.public.actor is not None:
                legal = rules.legal(view(state, state.public.actor))
                calls = legal[0] >= 52 and rng.random() < 0.3
                has_sides = state.public.phase == "play" and has_two_sides(rules.objective(state.public))
                has_solved |= has_sides
                if has_sides and rng.random() < 0.1:
                    objective, new_payoff = rules.objective(state.public), Payoff(rules, state.public)
                    assert first_payoff.deciding_tricks(state, objective) == new_payoff.deciding_tricks(
                        state, objective
                    )
                    for tricks in range(tricks_left(state) + 1):
                        has_compared = True
                        assert first_payoff.tricks_value(state, objective, tricks) == new_payoff.tricks_value(
                            state, objective, tricks
                        )
                state = rules.apply(state, rng.choice(legal) if calls else rule(view(state, state.public.actor)))
        assert has_compared == has_solved


def test_payoff_separates_deals_where_outcomes_count_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made rule, that a deal is void if its first hand is the one here, stands for honours that score."""
    rules, state = next(
        (step.game, step.state)
        for _, kind in KINDS
        for step in random_steps(kind, 7, 3)
        if step.state.public.phase == "play"
        and any(
            Payoff(step.game, step.state.public).split_value(step.state, _all_tricks_to_first(step.game, step.state))
        )
    )
    other_state = replace(state, hands=state.hands[::-1])
    original_outcome = type(rules).outcome

    def outcome(game: AnyGame, end: State[Any]) -> Any:
        return VoidDeal(reason("misdealt")) if end.hands[0] == state.hands[0] else original_outcome(game, end)

    monkeypatch.setattr(type(rules), "outcome", outcome)
    monkeypatch.setattr(type(rules.scoring), "counts_cards", True)
    payoff, split = Payoff(rules, state.public), _all_tricks_to_first(rules, state)
    assert not any(payoff.split_value(state, split))
    assert any(payoff.split_value(other_state, split))


def _all_tricks_to_first(rules: AnyGame, state: State[Any]) -> tuple[int, ...]:
    """Return the division that gives every remaining trick to the first side of the objective."""
    split = [0] * len(state.hands)
    split[rules.objective(state.public).sides[0][0]] = tricks_left(state)
    return tuple(split)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_payoff_deciding_tricks_span_all_changes_of_value(name: str, kind: GameDefinition) -> None:
    for preset in kind.presets:
        rules, rng = game(name, preset), random.Random(f"deciding {name} {preset}")
        rule = player("rule", rules, 0)
        for _ in range(depth(100)):
            state = random_deal(Match.begin(rules), rng)
            while state.public.actor is not None and state.public.phase != "play":
                state = rules.apply(state, rule(view(state, state.public.actor)))
            if state.public.actor is None or not has_two_sides(objective := rules.objective(state.public)):
                continue
            payoff = Payoff(rules, state.public)
            points_by_tricks = [
                payoff.tricks_value(state, objective, tricks) for tricks in range(tricks_left(state) + 1)
            ]
            changes = [
                tricks
                for tricks in range(1, len(points_by_tricks))
                if points_by_tricks[tricks] != points_by_tricks[tricks - 1]
            ]
            expected_range = (changes[0] - 1, changes[-1]) if changes else (0, 0)
            assert payoff.deciding_tricks(state, objective) == expected_range


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_points_of_worlds_solved_together_equal_separate_points(name: str, kind: GameDefinition) -> None:
    """The opponents call differently in different worlds, so that different sides count their tricks together."""
    rules, rng = game(name), random.Random(f"together {name}")
    rule = player("rule", rules, 0)
    for _ in range(2):
        state = random_deal(Match.begin(rules), rng)
        while state.public.actor is not None and state.public.phase != "play":
            player_view = view(state, state.public.actor)
            sampled_worlds = [add_sealed_actions(rules, world, rule) for world in sample(rules, player_view, 8, rng)]
            payoff = Payoff(rules, state.public)
            simulator = PlanSimulator(rules, rule, search(), payoff)
            for plan in plans(rules, player_view)[:3]:
                points_together = simulator.points(sampled_worlds, plan)
                for index, world in enumerate(sampled_worlds):
                    alone = PlanSimulator(rules, rule, search(), payoff)
                    assert alone.points([world], plan, index) == [points_together[index]]
            state = rules.apply(state, rule(player_view))


@pytest.mark.parametrize("name", GAMES)
def test_play_that_several_plans_lead_to_is_evaluated_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, rng = game(name), random.Random(f"once {name}")
    rule, counts, evaluate = player("rule", rules, 0), list[int](), simulation._play_values

    def evaluate_and_count(plays: Sequence[Any], *others: Any) -> list[SidePoints]:
        counts.append(len(plays))
        return evaluate(plays, *others)

    monkeypatch.setattr(simulation, "_play_values", evaluate_and_count)
    state = random_deal(Match.begin(rules), rng)
    while state.public.phase != "play":
        state = rules.apply(state, rule(view(state, state.public.actor)))
    simulator = PlanSimulator(rules, rule, search(), Payoff(rules, state.public))
    first_points = simulator.points([state, state], ())
    assert first_points[0] == first_points[1]
    assert simulator.points([state], ()) == first_points[:1]
    assert counts == [1, 0]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_wavering_opponents_change_their_whist_answer(name: str, kind: GameDefinition) -> None:
    rules, rng = game(name), random.Random(f"wavering {name}")
    rule, asked_count, changed_count = player("rule", rules, 0), 0, 0
    for _ in range(depth(200)):
        state = random_deal(Match.begin(rules), rng)
        payoff = Payoff(rules, state.public)
        while (actor := state.public.actor) is not None and state.public.phase != "play":
            for plan in plans(rules, view(state, actor)) if state.public.phase == "whist" else ():
                new_state = rules.apply(state, *plan)
                if (other_seat := new_state.public.actor) in (None, actor) or new_state.public.phase != "whist":
                    continue
                player_view = view(new_state, other_seat)
                answers = [answer for answer in rules.legal(player_view) if answer != rule(player_view)]
                certain, wavering = (PlanSimulator(rules, rule, search(), payoff, share) for share in (0.0, 1.0))
                certain_points, wavering_points = (simulator.points([state], plan) for simulator in (certain, wavering))
                points_by_answer = [wavering.points([rules.apply(new_state, answer)], ()) for answer in answers]
                assert wavering_points in points_by_answer
                asked_count += 1
                changed_count += certain_points != wavering_points
            state = rules.apply(state, rule(view(state, actor)))
    assert bool(asked_count) == bool(changed_count) == ("whist" in kind.build(next(iter(kind.presets.values()))).calls)


def test_race_plans_keeps_better_half_and_default_plan() -> None:
    stop_by_plan: dict[int, int] = {}

    def worth(plan: tuple[int, ...], start: int, stop: int) -> list[float]:
        stop_by_plan[plan[0]] = stop
        return [float(plan[0])] * (stop - start)

    values = race_plans([(n,) for n in range(8)], (0,), worth, 20, 5)
    assert stop_by_plan == {0: 20, 7: 20, 6: 10, 5: 10, 4: 5, 3: 5, 2: 5, 1: 5}
    assert best_plan(values, (0,)) == (7,)


def settle_and_count(values: dict[Plan, list[float]], later: dict[Plan, float], max_worlds: int) -> dict[Plan, int]:
    """Settle a race of plans with constant values in later worlds; return how often each was tried."""
    numbers: list[int] = []

    def lot(first: int, count: int) -> PlanEvaluator:
        numbers.extend(range(first, first + count))
        return lambda plan, start, stop: [later[plan]] * (stop - start)

    settle_race(values, (1,), lot, max_worlds)
    tried_counts = {plan: len(worth) for plan, worth in values.items()}
    assert numbers == list(range(4, max(tried_counts.values())))
    return tried_counts


def test_unclear_plans_are_tried_in_more_worlds() -> None:
    noisy: dict[Plan, list[float]] = {(1,): [0.0, 10.0, 0.0, 10.0], (2,): [10.0, 0.0, 11.0, 0.0], (3,): [1.0]}
    values = {plan: worth.copy() for plan, worth in noisy.items()}
    assert settle_and_count(values, {(1,): 1.0, (2,): 0.0}, 40) == {(1,): 40, (2,): 40, (3,): 1}
    assert best_plan(values, (1,)) == (1,)
    values = {plan: worth.copy() for plan, worth in noisy.items()}
    assert settle_and_count(values, {(1,): 0.0, (2,): 5.0}, 40) == {(1,): 16, (2,): 16, (3,): 1}, "by then it was clear"
    assert best_plan(values, (1,)) == (2,)


def test_clear_plans_are_not_tried_further() -> None:
    for rule_values, other_values in (([0.0] * 4, [1.0, 2.0, 1.0, 2.0]), ([1.0, 0.0, 3.0, 0.0], [1.0, 0.0, 3.0, 0.0])):
        assert settle_and_count({(1,): rule_values, (2,): other_values}, {}, 40) == {(1,): 4, (2,): 4}
    assert settle_and_count({(1,): [0.0, 9.0, 0.0, 9.0]}, {}, 40) == {(1,): 4}, "there is nothing beside it"


def test_race_passes_over_plan_with_equal_values() -> None:
    """The second plan equals the first in every deal, so the first is compared with the third."""
    values: dict[Plan, list[float]] = {(1,): [5.0, 6.0] * 2, (2,): [5.0, 6.0] * 2, (3,): [0.0, 10.0] * 2}
    assert settle_and_count(values, {(1,): 5.0, (3,): 4.0}, 16) == {(1,): 16, (2,): 4, (3,): 16}


def test_plans_evaluated_together_are_all_tried_further() -> None:
    """Cards have no default. In later deals the third card turns out to be the best, and by then it is clear."""
    later: dict[Plan, list[float]] = {(1,): [0.0, 0.0], (2,): [0.0, 1.0], (3,): [20.0, 30.0]}
    values: dict[Plan, list[float]] = {(1,): [5.0, 6.0] * 2, (2,): [4.0, 7.0] * 2, (3,): [0.0, 10.0] * 2}

    def lot(_: int, count: int) -> PlanEvaluator:
        return lambda plan, start, stop: (later[plan] * count)[start:stop]

    settle_race(values, None, lot, 40, together=True)
    assert {plan: len(plan_values) for plan, plan_values in values.items()} == {(1,): 8, (2,): 8, (3,): 8}
    assert best_plan(values, (1,)) == (3,)


def test_best_plan_is_default_plan_on_equal_value() -> None:
    equal: dict[Plan, list[float]] = {(2,): [0.0, 1.0], (1,): [0.0, 1.0]}
    assert best_plan(equal, (1,)) == (1,)
    values: dict[Plan, list[float]] = {(1,): [9.0], (2,): [5.0, 5.0]}  # the expected plan was not tried to the end
    assert best_plan(values, (1,)) == (2,)
