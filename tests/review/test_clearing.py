"""Choices that are cleared, the grading of mistakes, and the frequencies of calls."""

import random
from statistics import pstdev

import pytest
from review.deals import played_deal, reviewed_deal
from support.circles import depth

from prikup.bots.payoff import Payoff
from prikup.games import GAMES, game
from prikup.review.outlook import OTHER_COLUMNS, OWN_COLUMNS, Prospects
from prikup.review.single_dummy import ChoiceValues
from prikup.rules.score_sheet import Line


def test_review_does_not_clear_choice_with_rare_harm() -> None:
    """In 640 sampled worlds, four in which a card is worse and none in which it is better prove nothing."""
    own_plan, other_plan = (0,), (1,)
    for worse_count, has_every_world, is_dominated, is_clear in (
        (0, False, False, True),
        (4, False, False, False),
        (5, False, True, False),
    ):
        plan_values = ChoiceValues(
            {own_plan: [0.0] * 640, other_plan: [1.0] * worse_count + [0.0] * (640 - worse_count)},
            [1.0] * 640,
            has_every_world,
        )
        assert bool(plan_values.dominators(own_plan)) == is_dominated
        assert plan_values.clears(own_plan, close=1.0) == is_clear
    equal_values = ChoiceValues({own_plan: [0.0, 1.0] * 320, other_plan: [1.0, 0.0] * 320}, [1.0] * 640, every=False)
    assert not equal_values.dominators(own_plan)
    assert equal_values.clears(own_plan, close=1.0)


def test_review_compares_with_rival_of_earlier_sample() -> None:
    """The best of many choices looks better than it is, so another sample decides which one is the rival."""
    own_plan, rival_plan, lucky_plan = (0,), (1,), (2,)
    plan_values = ChoiceValues(
        {own_plan: [0.0] * 40, rival_plan: [1.0] * 40, lucky_plan: [2.0] * 40},
        [1.0] * 40,
        every=False,
        rival=rival_plan,
    )
    assert plan_values.best == rival_plan
    assert plan_values.loss(own_plan) == 1.0


@pytest.mark.parametrize("name", GAMES)
def test_game_swing_approximates_spread_of_points(name: str) -> None:
    """Mistakes are graded by it, so it may be off by half, but not by a factor of two."""
    deals = [played_deal(name, seed) for seed in range(30)]
    points = [value for deal in deals for value in Payoff(deal.game, deal.start.public).finished_deal_value(deal.end)]
    swing = GAMES[name].swing
    assert swing / 1.75 < pstdev(points) < swing * 1.75


@pytest.mark.parametrize("name", GAMES)
def test_outlook_counts_contracts_and_tricks_of_the_seat(name: str) -> None:
    """In a finished deal its chances are those of the statistics' roles, and its tricks those of the table."""
    contract_count = 0
    for seed in range(depth(50)):
        deal = played_deal(name, seed, random.Random(seed).choice(["rule", "random"]))
        rules, standing = deal.game, deal.start.public.match
        outcome = rules.outcome(deal.end)
        roles = rules.explanations.roles_of(
            Line(standing.deal, standing.dealer, outcome, rules.scoring.row(outcome, standing))
        )
        for seat, role in enumerate(roles):
            prospects = Prospects(rules, deal.start.public, seat)
            numbers = prospects.finished_deal_value(deal.end)
            assert numbers[: -OWN_COLUMNS - OTHER_COLUMNS] == Payoff(rules, deal.start.public).finished_deal_value(
                deal.end
            )
            own_contracts, own_made, played_against, own_tricks, other_contracts, other_made, other_tricks = numbers[
                -OWN_COLUMNS - OTHER_COLUMNS :
            ]
            assert own_contracts + other_contracts == (role.made is not None)
            assert own_made + other_made == bool(role.made)
            assert played_against == (own_contracts and deal.end.public.tricks is not None)
            if own_contracts + other_contracts and deal.end.public.tricks:
                sides = (*rules.objective(deal.end.public).sides, *rules.sides)
                side = next(side for side in sides if seat in side)
                assert own_tricks + other_tricks == sum(deal.end.public.tricks.won[member] for member in side)
            contract_count += int(own_contracts + other_contracts)
    assert contract_count or not game(name).explanations.roles


def test_outlook_is_given_for_mistaken_calls_only() -> None:
    """A call that is a mistake has an outlook, over the deals in which the call was tried."""
    for judgement in reviewed_deal()[1].judgements:
        assert not judgement.outlook or (judgement.mistaken and judgement.phase != "play")
        for sentence in judgement.outlook:
            numbers = {name: value for name, value in sentence.numbers.items() if isinstance(value, int)}
            assert numbers["deals"] == judgement.worlds
            assert numbers["made"] <= numbers["undertaken"] <= numbers["deals"]
            assert numbers.get("against", 0) <= numbers["undertaken"]
