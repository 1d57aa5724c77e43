"""The discard of four cards in 3-5-8, and the cards given in a batch, as one question each: plans, hint, review."""

import random
from functools import cache
from statistics import fmean
from typing import Any

import pytest
from games.three_five_eight_deals import SEED, next_standing
from support.random_walk import random_deal

from prikup.bots import master, player
from prikup.bots.sampling import sample
from prikup.bots.simulation import Plan, PlanEvaluator, plan_values, plans
from prikup.bots.thread_solver import search
from prikup.games.three_five_eight import Options, ThreeFiveEight
from prikup.history.events import ActionEvent
from prikup.narration import NarratedStep
from prikup.review.decisions import FinishedDeal, decisions
from prikup.review.judgement import judge
from prikup.review.single_dummy import JudgingParameters
from prikup.rules.cards import SUIT_MASK, cards, mask, parse_card
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View, view

RULE = player("rule", SEED, 0)
WORLDS = 60


def plan_of(text: str) -> Plan:
    return tuple(map(parse_card, text.split()))


@cache
def before_discard(deal_seed: int) -> State[Any]:
    """Return a deal in which rule players have come to the discard of the kitty."""
    state = random_deal(Match.begin(SEED), random.Random(deal_seed))
    while state.public.phase != "kitty":
        state = SEED.apply(state, RULE(view(state, state.public.actor)))
    return state


def announcer_view(state: State[Any]) -> View[Any]:
    return view(state, state.public.announcer)


def finish_deal(state: State[Any], plan: Plan, rules: ThreeFiveEight = SEED) -> FinishedDeal:
    """Return the deal after this plan, finished by rule players; its steps begin with those of the plan."""
    start, steps, actions, rule = state, [], list[Action](plan), player("rule", rules, 0)
    while (seat := state.public.actor) is not None:
        action = actions.pop(0) if actions else rule(view(state, seat))
        new_state = rules.apply(state, action)
        steps.append(NarratedStep(state, ActionEvent(seat, action), new_state))
        state = new_state
    return FinishedDeal(rules, 1, start, tuple(steps))


def before_exchange(rules: ThreeFiveEight) -> State[Any]:
    """Return a deal in which the first seat gives the second three cards before the announcement."""
    deck = random.Random(5).sample(rules.pack, len(rules.pack))
    state = rules.deal(tuple(deck), next_standing((3, -3, 0)))
    assert isinstance(state, State)
    assert state.public.phase == "exchange"
    return state


def choose_card_by_card(player_view: View[Any], evaluate: PlanEvaluator) -> Plan:
    """Return the discard whose cards are the best one after the other, the rest left to the rule player each time."""
    plan: Plan = ()
    for _ in range(4):
        candidates = [(*plan, card) for card in SEED.legal(player_view) if card not in plan]
        plan = max(candidates, key=lambda candidate: fmean(evaluate(candidate, 0, WORLDS)))
    return tuple(sorted(plan))


@pytest.mark.parametrize("deal_seed", range(4))
def test_each_distribution_of_a_discard_over_the_suits_is_a_plan(deal_seed: int) -> None:
    """From each suit go the lowest cards, or from each the highest; the 35 distributions make 70 plans at most."""
    state = before_discard(deal_seed)
    hand = state.hands[state.public.announcer]
    discard_plans = plans(SEED, announcer_view(state))
    assert len(discard_plans) == len(set(discard_plans)) <= 70
    distributions = set()
    for plan in discard_plans:
        assert len(set(plan)) == 4
        assert list(plan) == sorted(plan)
        suits = [(cards(mask(plan) & suit), cards(hand & suit)) for suit in SUIT_MASK]
        assert all(discarded == held[: len(discarded)] for discarded, held in suits) or all(
            discarded == held[len(held) - len(discarded) :] for discarded, held in suits
        )
        distributions.add(tuple(len(discarded) for discarded, _ in suits))
    lengths = [(hand & suit).bit_count() for suit in SUIT_MASK]
    assert distributions == {
        (spades, clubs, diamonds, 4 - spades - clubs - diamonds)
        for spades in range(min(4, lengths[0]) + 1)
        for clubs in range(min(4, lengths[1]) + 1)
        for diamonds in range(min(4, lengths[2]) + 1)
        if 0 <= 4 - spades - clubs - diamonds <= lengths[3]
    }


def test_rest_of_a_plan_is_a_plan_after_its_first_card() -> None:
    state = before_discard(0)
    for plan in plans(SEED, announcer_view(state)):
        for card in plan:
            rest = tuple(other_card for other_card in plan if other_card != card)
            assert rest in plans(SEED, announcer_view(SEED.apply(state, card)))


def test_discard_planned_as_a_whole_beats_one_chosen_card_by_card() -> None:
    """The announcer names spades with ♠A K Q J 4 3 2 ♣J 8 2 ♦K 3 2 ♥10 5 4.

    Without the three hearts spades can ruff that suit, but next to ♥4 and ♥5 alone ♣2 looks better than ♥10.
    """
    player_view = announcer_view(before_discard(36))
    values, new_values = (
        plan_values(
            SEED, player_view, sample(SEED, player_view, WORLDS, random.Random(seed)), [1.0] * WORLDS, RULE, search()
        )
        for seed in (1, 2)
    )
    card_by_card, joint = choose_card_by_card(player_view, values), master.advice(SEED, player_view, 0).plan
    assert card_by_card == plan_of("C2 D2 H4 H5")
    assert joint == plan_of("D2 H4 H5 HT")
    assert fmean(new_values(joint, 0, WORLDS)) - fmean(new_values(card_by_card, 0, WORLDS)) > 0.2


def test_master_discards_the_cards_of_its_plan() -> None:
    state, play = before_discard(36), player("master", SEED, 0)
    while state.public.phase == "kitty":
        state = SEED.apply(state, play(announcer_view(state)))
    notes = state.notes[state.public.announcer]
    assert mask(note.action for note in notes if note.kind == "discarded") == mask(plan_of("D2 H4 H5 HT"))


def test_review_judges_a_discard_of_four_cards_once() -> None:
    """The announcer names spades with ♠J 10 8 7 4 ♣A J 9 4 3 ♦K ♥K J 10 8 2, and keeps a suit that could be ruffed."""
    discard = plan_of("DK H2 H8 HT")
    deal = finish_deal(before_discard(16), discard)
    first_decision, next_decision, *_ = decisions(deal)
    assert (first_decision.plan, first_decision.entry_index) == (discard, 0)
    assert (next_decision.phase, next_decision.entry_index) == ("play", 4)
    judgement = judge(first_decision, JudgingParameters.of(deal))
    assert judgement.verdict in ("inaccuracy", "mistake")
    assert judgement.why is not None
    assert judgement.why.numbers["best"] == plan_of("C3 C4 C9 CJ")
    assert judgement.cost > 0.5


def test_review_judges_a_discard_that_the_program_would_not_consider() -> None:
    """Its cards are from the middle of two suits, so it is no plan; it is compared with the plans all the same."""
    state = before_discard(16)
    odd_discard = plan_of("C4 C9 H8 HJ")
    assert odd_discard not in plans(SEED, announcer_view(state))
    deal = finish_deal(state, odd_discard)
    decision = next(decisions(deal))
    assert decision.plans == (*plans(SEED, announcer_view(state)), odd_discard)
    judgement = judge(decision, JudgingParameters.of(deal))
    assert judgement.plan == odd_discard
    assert odd_discard in [choice.plan for choice in judgement.choices]


def test_cards_given_in_a_batch_are_one_question() -> None:
    """None comes back before the last is given, so nothing is learned between them."""
    rules = ThreeFiveEight(Options(exchange_mode="batch"))
    state = before_exchange(rules)
    giver_view = view(state, state.public.actor)
    gift_plans = plans(rules, giver_view)
    assert 1 < len(gift_plans) <= 40
    assert {len(set(plan)) for plan in gift_plans} == {3}
    advice = master.advice(rules, giver_view, 0, worlds=5)
    assert advice.plan in gift_plans
    deal = finish_deal(state, advice.plan, rules)
    first_decision, next_decision, *_ = decisions(deal)
    assert (first_decision.plan, first_decision.plans) == (advice.plan, gift_plans)
    assert next_decision.entry_index == 3
    assert judge(first_decision, JudgingParameters.of(deal)).plan == advice.plan


@pytest.mark.parametrize("options", [Options(), Options(exchange_mode="batch", exchange_optional=True)])
def test_cards_given_one_by_one_or_with_a_right_to_stop_are_a_question_each(options: Options) -> None:
    rules = ThreeFiveEight(options)
    state = before_exchange(rules)
    assert {len(plan) for plan in plans(rules, view(state, state.public.actor))} == {1}
