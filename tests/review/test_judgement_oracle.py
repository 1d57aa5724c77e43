"""Evaluations are correct: compared with plain minimax, world by world, and with the double-dummy solver."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from review.deals import played_deal
from support.circles import depth

from prikup.bots.cardplay import has_two_sides, position, solvable
from prikup.bots.payoff import Payoff, SidePoints, tricks_left
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.history.events import ActionEvent
from prikup.review.decisions import Decision, FinishedDeal, decisions
from prikup.review.double_dummy import AllSeen
from prikup.review.judgement import Judgement, judge
from prikup.review.result_breakdown import parts
from prikup.review.single_dummy import JudgingParameters
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.state import State
from prikup.solver import reference, solve_cards
from prikup.worlds.possible_worlds import all_worlds, count_placements

LATE = depth(300)
"""The number of late positions compared with plain minimax, in all games together."""
WORLDS = 200
SHORT = {2: 5, 3: 3, 4: 2}
"""The most cards per hand that plain minimax plays out in every way, by the number of players."""


def decisions_near_end(name: str) -> Iterator[tuple[FinishedDeal, Decision]]:
    """Yield decisions near the end of deals that have a choice and few worlds consistent with the view."""
    for seed in range(1000):
        deal = played_deal(name, seed, ("rule", "random")[seed % 2])
        for decision in decisions(deal):
            player_view = decision.view
            if player_view.public.phase != "play" or len(decision.plans) < 2:
                continue
            is_short = tricks_left(decision.state_before) <= SHORT[len(player_view.public.tricks.seats)]
            if is_short and count_placements(deal.game, player_view) <= WORLDS:
                yield deal, decision


def minimax_values(rules: AnyGame, world: State[Any], payoff: Payoff) -> dict[Card, SidePoints]:
    """Return the double-dummy value of each card by side, by plain minimax."""
    objective = rules.objective(world.public)
    solver_position = position(world, objective)
    if has_two_sides(objective):
        return {
            card: payoff.tricks_value(world, objective, n) for card, n in reference.solve_cards(solver_position).items()
        }
    split_by_card = reference.max_n_cards(solver_position)
    return {
        card: payoff.split_value(world, tuple(tricks_by_taker.get(seat, 0) for seat in range(rules.seats)))
        for card, tricks_by_taker in split_by_card.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_single_dummy_judgement_is_mean_over_all_worlds(name: str) -> None:
    cases = decisions_near_end(name)
    for _ in range(-(-LATE // len(GAMES))):
        deal, decision = next(cases)
        payoff = Payoff(deal.game, deal.start.public)
        judgement = judge(decision, JudgingParameters(deal.game, search(), payoff))
        rows = [minimax_values(deal.game, world, payoff) for world in all_worlds(deal.game, decision.view)]
        assert (judgement.worlds, judgement.every) == (len(rows), True)
        side = payoff.side(decision.seat)
        assert {choice.plan: choice.points for choice in judgement.choices} == {
            (card,): math.fsum(row[card][side] for row in rows) / len(rows) for card in rows[0]
        }
        assert all(choice.error == 0.0 for choice in judgement.choices)


# The losses add up


@given(
    name=st.sampled_from(list(GAMES)),
    seed=st.integers(0, 30),
    level=st.sampled_from(["rule", "random"]),
    numbers=st.randoms(use_true_random=False),
)
@settings(max_examples=depth(60))
def test_result_breakdown_adds_up_for_any_mistakes(name: str, seed: int, level: str, numbers: random.Random) -> None:
    """The sum holds for any decisions called mistakes, any costs, and any values of the cards."""
    deal = played_deal(name, seed, level)
    payoff = Payoff(deal.game, deal.start.public)
    judgements = [_random_judgement(decision, len(deal.game.sides), numbers) for decision in decisions(deal)]
    games = [[float(numbers.randrange(-99, 99)) for _ in deal.game.sides] for _ in range(2)]
    breakdowns = parts(
        deal, judgements, [tuple(game) for game in games], JudgingParameters(deal.game, search(), payoff)
    )
    settlement = payoff.finished_deal_value(deal.end)
    for side, breakdown in enumerate(breakdowns):
        assert breakdown.deal + breakdown.calls + breakdown.cards + breakdown.others == breakdown.settlement
        assert breakdown.settlement == Fraction(settlement[side])
        assert breakdown.self_play_mean == (games[0][side] + games[1][side]) / 2
        assert breakdown.self_play_error == pytest.approx(abs(games[0][side] - games[1][side]) / 2)
        for digits in (0, 1, 6):
            rounded_parts = breakdown.rounded_units(digits)
            assert rounded_parts.pop("settlement") == sum(rounded_parts.values())
    for field in ("settlement", "deal"):
        total = sum(getattr(breakdown, field) for breakdown in breakdowns)
        assert abs(total) < Fraction(1, 10**6), "what one side wins the others lose"


def _random_judgement(decision: Decision, sides: int, numbers: random.Random) -> Judgement:
    """Return a random evaluation: right, or a mistake with an effect that sums to zero."""
    right = Judgement(decision.entry_index, decision.seat, decision.phase, decision.plan, "right")
    if numbers.random() < 0.5:
        return right
    effect = [float(numbers.randrange(-99, 99)) for _ in range(sides - 1)]
    return replace(right, verdict="mistake", effect=tuple((points, 1.0) for points in (*effect, -sum(effect))))


@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0, 30), level=st.sampled_from(["rule", "random"]))
@settings(max_examples=depth(120))
def test_double_dummy_value_of_card_equals_the_solver(name: str, seed: int, level: str) -> None:
    """The value before a card, less the card's loss, is the value after it, and at the end the settlement."""
    deal = played_deal(name, seed, level)
    payoff = Payoff(deal.game, deal.start.public)
    values, expected_value = AllSeen(deal.game, payoff, search()), None
    for step in deal.steps:
        state = step.before
        if state.public.phase != "play" or not solvable(objective := deal.game.objective(state.public), state):
            continue
        assert isinstance(step.entry, ActionEvent)
        cards, tricks = values.cards(state), solve_cards(position(state, objective))
        assert cards == {card: payoff.tricks_value(state, objective, number) for card, number in tricks.items()}
        wants_most = (state.public.turn in objective.sides[0]) == (objective.goal == "most")
        # By tricks: by points a defender may want the declarer to take one more, if the other defender pays for it.
        best = payoff.tricks_value(state, objective, (max if wants_most else min)(tricks.values()))
        assert values.value(state) == best
        if len(objective.sides) == 2:
            assert expected_value in (None, best)
            expected_value = cards[step.entry.act]
    assert expected_value in (None, payoff.finished_deal_value(deal.end))
