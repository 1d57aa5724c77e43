"""What the solver is asked is what the rules say, in every game and under every house rule."""

import random
from typing import Any

import pytest
from walk import KINDS, dealt, everywhere, walk

from prikup.bots.cardplay import position
from prikup.cards import mask
from prikup.game import AnyGame, Kind
from prikup.games import game
from prikup.match import Match
from prikup.state import State

LEADS = ("raspasy_talon=suit_only", "players=4 raspasy_talon=talon_leads")
THIRD = ("eldest", "winner")


def follows_the_rules(rules: AnyGame, state: State[Any], card: int) -> bool:
    """Return whether a position goes on after a card as the deal does; False where there is nothing to compare."""
    after = rules.apply(state, card)
    if state.public.phase != "play" or after.public.phase != "play":
        return False
    now, then = (position(at, rules.contest(at.public)) for at in (state, after))
    seat = state.public.turn
    assert mask((card,)) & now.tricks.legal(state.hands[seat])
    assert now.after(card)[1] == then
    return True


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_position_goes_on_as_the_deal_does(name: str, kind: Kind) -> None:
    compared = sum(
        follows_the_rules(rules, state, action)
        for rules, state, action in everywhere(kind, 51, 40)
        if action is not None
    )
    assert compared > 200


@pytest.mark.parametrize("third", THIRD)
@pytest.mark.parametrize("leads", LEADS)
def test_cards_of_the_talon_lead_the_first_tricks(leads: str, third: str) -> None:
    rules, rng = game("preferans", f"{leads} third_lead={third}"), random.Random(52)
    for _ in range(20):
        state = dealt(Match.begin(rules), rng)
        for _ in range(3):
            state = rules.apply(state, 52)
        contest = rules.contest(state.public)
        assert position(state, contest).talon == (state.public.talon[0], *state.stock)
        steps = [(at, card) for _, at, card in walk(rules, state, rng) if card is not None]
        assert sum(follows_the_rules(rules, at, card) for at, card in steps) == 29
