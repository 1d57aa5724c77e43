"""Review of Paston: the review names a card that is never better than another, and sometimes worse."""

import random
from typing import Any

import pytest

from prikup.bots import player
from prikup.bots.payoff import Payoff
from prikup.bots.simulation import plans
from prikup.bots.thread_solver import search
from prikup.games import game
from prikup.review.decisions import Decision
from prikup.review.judgement import judge
from prikup.review.single_dummy import JudgingParameters
from prikup.rules.cards import cards, parse_card, parse_mask
from prikup.rules.game import card_receivers
from prikup.rules.match import Match
from prikup.rules.state import State, view

CLUBS = parse_mask(".QT987..")
QUEEN = parse_card("CQ")


def clubs_to_follow(seed: int) -> State[Any]:
    """Return a deal of Paston in which the last hand has ♣Q 10 9 8 7 and must follow suit with one of them."""
    rules, rng = game("paston"), random.Random(seed)
    standing = Match.begin(rules).standing
    other_cards = [card for card in rules.pack if card // 13 == QUEEN // 13 and not CLUBS >> card & 1]
    plain = [card for card in rules.pack if card // 13 != QUEEN // 13]
    rng.shuffle(plain)
    own_cards = [*cards(CLUBS), *(plain.pop() for _ in range(5))]
    other_cards += plain
    rng.shuffle(other_cards)
    state = rules.deal(
        tuple(own_cards.pop() if place == 2 else other_cards.pop() for place in card_receivers(rules, standing)),
        standing,
    )
    assert isinstance(state, State)
    plays = player("rule", rules, seed)
    while (seat := state.public.actor) is not None:
        player_view = view(state, seat)
        if seat == 2 and rules.legal(player_view) == cards(CLUBS):
            return state
        state = rules.apply(state, plays(player_view))
    raise AssertionError("nobody led clubs")


@pytest.mark.parametrize("seed", [135, 196])
def test_paston_review_names_dominated_card_at_any_cost(seed: int) -> None:
    """Forty worlds show too little of the queen's cost, and overall it may cost less than half a point."""
    state = clubs_to_follow(seed)
    player_view = view(state, 2)
    rules = game("paston")
    terms = JudgingParameters(rules, search(), Payoff(rules, state.public))
    judgement = judge(Decision(0, state, player_view, (QUEEN,), plans(rules, player_view)), terms)
    assert judgement.mistaken
    assert judgement.why is not None
    assert judgement.why.key == "review-dominated"
    right_judgement = judge(Decision(0, state, player_view, (parse_card("C7"),), plans(rules, player_view)), terms)
    assert right_judgement.verdict in ("right", "unlucky")
