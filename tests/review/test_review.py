"""The review of finished deals: its laws, over logs of every game."""

import random
from fractions import Fraction
from functools import cache

import msgspec
import pytest
from review.deals import dealt
from support.example_games import example
from support.matches import begin, finish, played

from prikup.bots.cardplay import solvable
from prikup.bots.payoff import Payoff
from prikup.bots.thread_search import search
from prikup.game import AnyGame
from prikup.games import GAMES
from prikup.history.log import Dealt, Log
from prikup.review import pieces
from prikup.review.all_seen import AllSeen
from prikup.review.could_know import Terms
from prikup.review.finished import Decision, FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.parts import Parts
from prikup.review.review import DealReview, review, reviewed
from prikup.worlds import worlds

LEAST = 0.1


@cache
def _careless(name: str) -> tuple[FinishedDeal, DealReview]:
    """Return a deal that was played at random, and its review."""
    deal = dealt(name, 7, "random")
    return deal, reviewed(deal, least=LEAST)


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


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_a_result_add_up_to_the_settlement(name: str) -> None:
    deal, whole = _careless(name)
    payoff = Payoff(deal.game, deal.start.public)
    for side, found in enumerate(whole.parts):
        assert sum((found.cards, found.auction, found.own_mistakes, found.other_mistakes, found.unknown)) == (
            found.settlement
        )
        assert found.settlement == Fraction(payoff.of_end(deal.end)[side])
        for digits in (0, 1, 6):
            shown = found.rounded(digits)
            assert shown.pop("settlement") == sum(shown.values())


def test_a_review_follows_from_the_deal_and_the_seed() -> None:
    deal = dealt(example(seats=3, first="call"), 5)
    assert msgspec.json.encode(_told(reviewed(deal))) == msgspec.json.encode(_told(reviewed(deal)))


def _told(found: DealReview) -> list[object]:
    return [msgspec.to_builtins(found.judgements), *(side.rounded(6) for side in found.parts)]


@pytest.mark.parametrize("name", GAMES)
def test_what_could_be_known_is_the_same_whatever_the_others_held(name: str) -> None:
    """The same View in another world is judged alike: only what is said of all cards seen may differ."""
    deal, rng = dealt(name, 6), random.Random(6)
    for decision in rng.sample(list(decisions(deal)), 4):
        other = next(worlds(deal.game, decision.seen, rng))
        elsewhere = msgspec.structs.replace(decision, before=other)
        assert _known(_judged(deal.game, decision)) == _known(_judged(deal.game, elsewhere))


def _judged(rules: AnyGame, decision: Decision) -> Judgement:
    return judge(decision, Terms(rules, search(), Payoff(rules, decision.seen.public)))


def _known(found: Judgement) -> list[object]:
    return [found.verdict == "mistake", found.lost, *((c.plan, c.points, c.behind, c.error) for c in found.choices)]


@pytest.mark.parametrize("name", GAMES)
def test_each_decision_is_judged_once_and_in_a_summary(name: str) -> None:
    deal, whole = _careless(name)
    assert [each.at for each in whole.judgements] == [each.at for each in decisions(deal)]
    for seat in whole.seats:
        own = [each for each in whole.judgements if each.seat == seat.seat and each.verdict == "mistake"]
        assert seat.lost == pytest.approx(sum(each.lost for each in own))
        assert [each.at for each in sorted(own, key=lambda e: -e.lost)[:3]] == list(seat.worst)
    assert any(seat.lost > 0 for seat in whole.seats), "who plays at random makes mistakes"


@pytest.mark.parametrize("name", GAMES)
def test_a_mistake_costs_more_than_chance_explains_and_more_than_the_least(name: str) -> None:
    for each in _careless(name)[1].judgements:
        if each.verdict == "only":
            assert not each.choices
            continue
        mine = next(choice for choice in each.choices if choice.plan == each.plan)
        costs = mine.behind > max(LEAST, 2 * mine.error)
        assert each.verdict != "mistake" or costs
        assert each.verdict == "mistake" or not costs or each.every, "all worlds also count as they are likely"
        assert each.lost == (mine.behind if each.verdict == "mistake" else 0.0)
        assert (each.why is not None) == (each.verdict == "mistake")
        assert each.choices[0].behind == 0.0
        if each.every and each.phase == "play":
            assert all(choice.error == 0.0 for choice in each.choices)


def test_the_worst_with_all_cards_seen_is_judged_first_and_nobody_need_wait_for_the_rest() -> None:
    deal, whole = _careless(example(seats=4))
    first = next(review(deal, least=LEAST))
    assert isinstance(first, Judgement)
    assert first.lost_all_seen == max(each.lost_all_seen for each in whole.judgements)


class Enough(Exception):
    """Somebody has seen enough."""


def test_a_review_can_be_ended_between_worlds() -> None:
    deal = dealt(example(seats=4), 7, "random")
    pauses: list[int] = []
    for item in review(deal, least=LEAST, pause=lambda: pauses.append(1)):
        if isinstance(item, Judgement) and item.worlds > 40:
            break
    assert len(pauses) > 8, "many between two judgements"

    def enough() -> None:
        pauses.append(1)
        if len(pauses) > 3:
            raise Enough

    pauses.clear()
    with pytest.raises(Enough):
        next(review(deal, least=LEAST, pause=enough))
    assert len(pauses) == 4


def test_with_all_cards_seen_nobody_gains_by_a_card() -> None:
    """Best play is best: no card of two sides brings its player more than was to be had before it."""
    deals = (dealt(name, seed) for seed in range(20) for name in GAMES)
    deal = next(each for each in deals if _solvable(each))
    payoff = Payoff(deal.game, deal.start.public)
    values = AllSeen(deal.game, payoff, search())
    for step in deal.steps:
        if step.before.public.phase == "play":
            side = payoff.side(step.before.public.turn)
            assert values.value(step.after)[side] <= values.value(step.before)[side] + 1e-9


def _solvable(deal: FinishedDeal) -> bool:
    """Return whether two sides play all of a deal, and the solver can tell what it is worth."""
    first = next((step.before for step in deal.steps if step.before.public.phase == "play"), None)
    if first is None:
        return False
    contest = deal.game.contest(first.public)
    return len(contest.sides) == 2 and solvable(contest, first)


def test_parts_are_shown_so_that_they_add_up() -> None:
    third = Fraction(1, 3)
    found = Parts(Fraction(1), third, third, third, Fraction(), Fraction()).rounded(0)
    assert found == {
        "settlement": 1,
        "cards": 0,
        "auction": 1,
        "own_mistakes": 0,
        "other_mistakes": 0,
        "unknown": 0,
    }


def test_the_pieces_of_a_review_are_together_what_it_yields() -> None:
    log = finish(Log(begin(name := example(seats=4), GAMES[name], deals=1)), 5)
    *_, deal = finished_deals(log.events)
    events = msgspec.json.encode(log.events)
    *yielded, found = review(deal)
    order = pieces.order(events)
    judged = {place: pieces.judged(events, place, 0) for place in order}
    assert [judged[place] for place in order] == yielded
    in_order = [judged[place] for place in sorted(order)]
    assert pieces.whole(events, in_order, pieces.cards_worth(events, 0), 0) == found
