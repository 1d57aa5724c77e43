"""The review of finished deals: its laws, for logs of every game."""

import math
import random
from fractions import Fraction

import msgspec
import pytest
from review.deals import SHORT, dealt, each_reviewed, logged, review_items, reviewed_once
from support.circles import depth
from support.example_games import example
from support.matches import played

from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.history.log import Dealt, Log
from prikup.review import incremental
from prikup.review.decisions import Decision, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.result_breakdown import PARTS, SELF_PLAYED, Parts
from prikup.review.review import review
from prikup.review.single_dummy import MIN_COST, SAMPLES, Terms
from prikup.rules.game import AnyGame
from prikup.worlds.possible_worlds import worlds


def test_the_finished_deals_of_a_log_are_found_with_what_was_not_taken_back() -> None:
    name = example(discards=1)
    events = played(name, GAMES[name], 4).events
    deals = list(finished_deals(events))
    assert [deal.number for deal in deals] == [
        each.deal for each in events if isinstance(each, Dealt) and not each.refused
    ]
    log = Log.replay(events)
    for deal, line in zip(deals, (line for line in log.match.sheet.lines if line.outcome), strict=True):
        assert deal.end.public.actor is None
        assert deal.game.outcome(deal.end) == line.outcome


# One whole review


@each_reviewed
def test_each_decision_is_judged_once_and_in_a_summary(name: str) -> None:
    deal, whole = reviewed_once(name)
    assert [each.entry_index for each in whole.judgements] == [each.entry_index for each in decisions(deal)]
    for seat in whole.seats:
        own = [each for each in whole.judgements if each.seat == seat.seat and each.mistaken]
        assert seat.points_lost == pytest.approx(sum(each.cost for each in own))
        assert [each.entry_index for each in sorted(own, key=lambda e: -e.cost)[:3]] == list(seat.worst)
        told = [each for each in whole.judgements if each.seat == seat.seat and each.counts]
        assert sum(seat.counts.values()) == len(told)
        assert seat.counts["unsure"] == sum(each.verdict == "unsure" for each in told)
        open_losses = {each.entry_index: each.possible_loss for each in told if not each.mistaken}
        assert (
            seat.possible_loss
            == max(open_losses.values(), default=0.0)
            == (0.0 if seat.doubtful is None else open_losses[seat.doubtful])
        )
    assert any(seat.points_lost > 0 for seat in whole.seats), "who plays at random makes mistakes"


@each_reviewed
def test_parts_hold_each_mistake_once_and_add_up(name: str) -> None:
    deal, whole = reviewed_once(name)
    sides = {seat: side for side, seats in enumerate(deal.game.sides) for seat in seats}
    faults = [each for each in whole.judgements if each.mistaken]
    for side, own in enumerate(whole.parts):
        for part, play in (("calls", False), ("cards", True)):
            lost = sum(each.cost for each in faults if sides[each.seat] == side and (each.phase == "play") == play)
            assert float(getattr(own, part)) == pytest.approx(-lost)
        others = sum(each.effect[side][0] for each in faults if sides[each.seat] != side)
        assert float(own.others) == pytest.approx(others)
        assert own.deal + own.calls + own.cards + own.others == own.settlement
        assert own.errors[0] == pytest.approx(math.hypot(*own.errors[1:])), (
            "the rest is as uncertain as what is taken off"
        )
    assert whole.games == SELF_PLAYED


@each_reviewed
def test_decision_is_tried_in_more_worlds_until_it_is_clear(name: str) -> None:
    deal, whole = reviewed_once(name)
    close = Terms.of(deal).close
    judged = [each for each in whole.judgements if each.verdict != "only"]
    for each in judged:
        if each.verdict in ("right", "unlucky"):
            assert each.possible_loss <= close
        elif not each.every:
            assert each.worlds == SAMPLES[-1], "it is left unsure, or called a mistake, by the largest sample alone"
    assert any(each.worlds == SAMPLES[0] for each in judged)


@each_reviewed
def test_a_mistake_costs_more_than_chance_explains_and_more_than_the_least(name: str) -> None:
    for each in reviewed_once(name)[1].judgements:
        if each.verdict == "only":
            assert not each.choices
            continue
        mine = next(choice for choice in each.choices if choice.plan == each.plan)
        costs = mine.loss > max(MIN_COST, 2 * mine.error)
        dominated = each.why is not None and each.why.key == "review-dominated"
        assert not each.mistaken or costs or dominated
        assert each.mistaken or not costs or each.every, "all worlds also count as they are likely"
        assert each.cost == (mine.loss if each.mistaken else 0.0)
        assert (each.why is not None) == each.mistaken
        assert each.choices[0].loss == 0.0
        if each.every and each.phase == "play":
            assert all(choice.error == 0.0 for choice in each.choices)


def test_the_pieces_of_a_review_are_together_what_it_yields() -> None:
    """The increments are computed again and equal byte for byte; the largest double-dummy loss is evaluated first."""
    events = msgspec.json.encode(logged()[0].events)
    *yielded, whole = review_items(SHORT)
    order = incremental.order(events)
    judged = {place: incremental.judge_decision(events, place, 0) for place in order}
    assert [judged[place] for place in order] == yielded
    in_order = [judged[place] for place in sorted(order)]
    games = [incremental.self_played_game(events, number, 0) for number in range(SELF_PLAYED)]
    assert incremental.whole(events, in_order, games, 0) == whole
    assert judged[order[0]].double_dummy_cost == max(each.double_dummy_cost for each in in_order)


def test_parts_are_shown_so_that_they_add_up() -> None:
    third = Fraction(1, 3)
    found = Parts(Fraction(1), third, third, third, Fraction()).rounded_units(0)
    assert found == dict(zip(("settlement", *PARTS), (1, 0, 1, 0, 0), strict=True))


# Single decisions


@pytest.mark.parametrize("name", GAMES)
def test_what_could_be_known_is_the_same_whatever_the_others_held(name: str) -> None:
    """The same View in another world gets the same evaluation, apart from its double-dummy part."""
    deal, rng = dealt(name, 6), random.Random(6)
    choices = [decision for decision in decisions(deal) if len(decision.plans) > 1]
    for decision in rng.sample(choices, min(len(choices), depth(20))):
        other = next(worlds(deal.game, decision.view, rng))
        elsewhere = msgspec.structs.replace(decision, before=other)
        assert _known(_judged(deal.game, decision)) == _known(_judged(deal.game, elsewhere))


def _judged(rules: AnyGame, decision: Decision) -> Judgement:
    return judge(decision, Terms(rules, search(), Payoff(rules, decision.view.public)))


def _known(found: Judgement) -> list[object]:
    return [found.mistaken, found.cost, *((c.plan, c.points, c.loss, c.error) for c in found.choices)]


class Enough(Exception):
    """Raised to stop a review early."""


def test_a_review_can_be_ended_between_worlds() -> None:
    _, deal = logged()
    pauses: list[int] = []
    for item in review(deal, pause=lambda: pauses.append(1)):
        if isinstance(item, Judgement) and item.worlds > 100:
            break
    assert len(pauses) > 8, "many between two judgements"

    def enough() -> None:
        pauses.append(1)
        if len(pauses) > 3:
            raise Enough

    pauses.clear()
    with pytest.raises(Enough):
        next(review(deal, pause=enough))
    assert len(pauses) == 4
