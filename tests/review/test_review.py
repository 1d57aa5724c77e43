"""The review of finished deals: its laws, for logs of every game."""

import math
import random
from fractions import Fraction

import msgspec
import pytest
from review.deals import (
    SHORT,
    each_reviewed,
    logged_match,
    played_deal,
    review_items,
    reviewed_deal,
    sample_sizes,
    small_samples,
)
from support.circles import depth
from support.example_games import example
from support.matches import play_match

from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.history.events import DealEvent
from prikup.history.log import Log
from prikup.review import incremental
from prikup.review.decisions import Decision, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.result_breakdown import PARTS, SELF_PLAYED, ResultBreakdown
from prikup.review.review import review
from prikup.review.single_dummy import MIN_COST, JudgingParameters
from prikup.rules.game import AnyGame
from prikup.worlds.possible_worlds import sample_worlds

pytestmark = pytest.mark.shared_work


def test_finished_deals_are_read_from_log_without_undone_actions() -> None:
    name = example(discards=1)
    events = play_match(name, GAMES[name], 4).events
    deals = list(finished_deals(events))
    assert [deal.number for deal in deals] == [
        event.deal for event in events if isinstance(event, DealEvent) and not event.refused
    ]
    log = Log.replay(events)
    for deal, line in zip(deals, (line for line in log.match.sheet.lines if line.outcome), strict=True):
        assert deal.end.public.actor is None
        assert deal.game.outcome(deal.end) == line.outcome


# One whole review


@each_reviewed
def test_review_judges_decisions_once_and_sums_up_seats(name: str) -> None:
    deal, deal_review = reviewed_deal(name)
    assert [entry.entry_index for entry in deal_review.judgements] == [entry.entry_index for entry in decisions(deal)]
    for seat in deal_review.seats:
        own_mistakes = [entry for entry in deal_review.judgements if entry.seat == seat.seat and entry.mistaken]
        assert seat.points_lost == pytest.approx(sum(entry.cost for entry in own_mistakes))
        assert [entry.entry_index for entry in sorted(own_mistakes, key=lambda e: -e.cost)[:3]] == list(seat.worst)
        counted_entries = [entry for entry in deal_review.judgements if entry.seat == seat.seat and entry.counts]
        assert sum(seat.counts.values()) == len(counted_entries)
        assert seat.counts["unsure"] == sum(entry.verdict == "unsure" for entry in counted_entries)
        open_losses = {entry.entry_index: entry.possible_loss for entry in counted_entries if not entry.mistaken}
        assert (
            seat.possible_loss
            == max(open_losses.values(), default=0.0)
            == (0.0 if seat.doubtful is None else open_losses[seat.doubtful])
        )
    assert any(seat.points_lost > 0 for seat in deal_review.seats), "who plays at random makes mistakes"


@each_reviewed
def test_result_breakdown_counts_each_mistake_once(name: str) -> None:
    deal, deal_review = reviewed_deal(name)
    sides = {seat: side for side, seats in enumerate(deal.game.sides) for seat in seats}
    faults = [judgement for judgement in deal_review.judgements if judgement.mistaken]
    for side, breakdown in enumerate(deal_review.parts):
        for part, play in (("calls", False), ("cards", True)):
            cost = sum(
                judgement.cost
                for judgement in faults
                if sides[judgement.seat] == side and (judgement.phase == "play") == play
            )
            assert float(getattr(breakdown, part)) == pytest.approx(-cost)
        others_effect = sum(judgement.effect[side][0] for judgement in faults if sides[judgement.seat] != side)
        assert float(breakdown.others) == pytest.approx(others_effect)
        assert breakdown.deal + breakdown.calls + breakdown.cards + breakdown.others == breakdown.settlement
        assert breakdown.errors[0] == pytest.approx(math.hypot(*breakdown.errors[1:])), (
            "the rest is as uncertain as what is taken off"
        )
    assert deal_review.games == depth(SELF_PLAYED)


@each_reviewed
def test_unclear_decision_is_tried_in_more_worlds(name: str) -> None:
    deal, deal_review = reviewed_deal(name)
    close = JudgingParameters.of(deal).close
    judgements = [judgement for judgement in deal_review.judgements if judgement.verdict != "only"]
    for judgement in judgements:
        if judgement.verdict in ("right", "unlucky"):
            assert judgement.possible_loss <= close
        elif not judgement.every:
            assert judgement.worlds == sample_sizes()[-1], (
                "it is left unsure, or called a mistake, by the largest sample alone"
            )


def test_clear_decision_is_tried_in_the_first_sample_only() -> None:
    judgements = reviewed_deal(SHORT)[1].judgements
    assert any(judgement.verdict == "right" and judgement.worlds == sample_sizes()[0] for judgement in judgements)


@each_reviewed
def test_mistake_costs_more_than_chance_and_minimum(name: str) -> None:
    for judgement in reviewed_deal(name)[1].judgements:
        if judgement.verdict == "only":
            assert not judgement.choices
            continue
        own_choice = next(choice for choice in judgement.choices if choice.plan == judgement.plan)
        costs = own_choice.loss > max(MIN_COST, 2 * own_choice.error)
        is_dominated = judgement.why is not None and judgement.why.key == "review-dominated"
        assert not judgement.mistaken or costs or is_dominated
        assert judgement.mistaken or not costs or judgement.every, "all worlds also count as they are likely"
        assert judgement.cost == (own_choice.loss if judgement.mistaken else 0.0)
        assert (judgement.why is not None) == judgement.mistaken
        assert judgement.choices[0].loss == 0.0
        if judgement.every and judgement.phase == "play":
            assert all(choice.error == 0.0 for choice in judgement.choices)


def test_review_increments_equal_whole_review() -> None:
    """The increments are computed again and equal byte for byte; the largest double-dummy loss is evaluated first."""
    events = msgspec.json.encode(logged_match()[0].events)
    *yielded_items, deal_review = review_items(SHORT)
    order = incremental.order(events)
    with small_samples():
        judgement_by_place = {place: incremental.judge_decision(events, place, 0) for place in order}
    assert [judgement_by_place[place] for place in order] == yielded_items
    in_order = [judgement_by_place[place] for place in sorted(order)]
    games = [incremental.self_played_game(events, number, 0) for number in range(depth(SELF_PLAYED))]
    assert incremental.whole(events, in_order, games, 0) == deal_review
    assert judgement_by_place[order[0]].double_dummy_cost == max(judgement.double_dummy_cost for judgement in in_order)


def test_rounded_result_breakdown_adds_up() -> None:
    third = Fraction(1, 3)
    rounded_parts = ResultBreakdown(Fraction(1), third, third, third, Fraction()).rounded_units(0)
    assert rounded_parts == dict(zip(("settlement", *PARTS), (1, 0, 1, 0, 0), strict=True))


# Single decisions


@pytest.mark.parametrize("name", GAMES)
def test_single_dummy_judgement_does_not_depend_on_hidden_cards(name: str) -> None:
    """The same View in another world gets the same evaluation, apart from its double-dummy part."""
    deal, rng = played_deal(name, 6), random.Random(6)
    choices = [decision for decision in decisions(deal) if len(decision.plans) > 1]
    for decision in rng.sample(choices, min(len(choices), depth(20))):
        other_world = next(sample_worlds(deal.game, decision.view, rng))
        other_decision = msgspec.structs.replace(decision, state_before=other_world)
        with small_samples():
            assert _single_dummy_part(_judge_decision(deal.game, decision)) == _single_dummy_part(
                _judge_decision(deal.game, other_decision)
            )


def _judge_decision(rules: AnyGame, decision: Decision) -> Judgement:
    return judge(decision, JudgingParameters(rules, search(), Payoff(rules, decision.view.public)))


def _single_dummy_part(judgement: Judgement) -> list[object]:
    return [judgement.mistaken, judgement.cost, *((c.plan, c.points, c.loss, c.error) for c in judgement.choices)]


class Enough(Exception):
    """Raised to stop a review early."""


def test_review_can_be_stopped_between_worlds() -> None:
    _, deal = logged_match()
    pauses: list[int] = []
    with small_samples():
        for item in review(deal, pause=lambda: pauses.append(1)):
            if isinstance(item, Judgement) and item.worlds > 100:
                break
    assert len(pauses) > 8, "many between two judgements"

    def raise_enough() -> None:
        pauses.append(1)
        if len(pauses) > 3:
            raise Enough

    pauses.clear()
    with pytest.raises(Enough):
        next(review(deal, pause=raise_enough))
    assert len(pauses) == 4
