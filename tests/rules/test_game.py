import random
from typing import Any

import pytest
from support.example_games import example

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.rules.cards import PACK_52, mask
from prikup.rules.errors import IllegalAction
from prikup.rules.game import play
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View, view


def trick_play(name: str) -> State[Any]:
    """Return the first state of a deal in which a card is to be played to a trick."""
    rules = game(name)
    decide = player("rule", rules, 1)
    rng = random.Random(1)
    while True:
        state = Match.begin(rules).deal_random(rng)
        while (seat := state.public.actor) is not None:
            if state.public.phase == "play":
                return state
            state = rules.apply(state, decide(view(state, seat)))


@pytest.mark.parametrize("name", GAMES)
def test_apply_refuses_every_illegal_card(name: str) -> None:
    rules, state = game(name), trick_play(name)
    legal = rules.legal(view(state, state.public.actor))
    for card in set(PACK_52) - set(legal):
        with pytest.raises(IllegalAction):
            rules.apply(state, card)
    assert not rules.apply(state, legal[0]).hands[state.public.turn] & mask(legal[:1])


def test_apply_names_reason_and_legal_actions() -> None:
    name = example(seats=3)
    rules, state = game(name), trick_play(name)
    hand = state.hands[state.public.turn]
    missing_card = next(card for card in rules.pack if not hand >> card & 1)
    with pytest.raises(IllegalAction, match=f"not-in-hand card={missing_card} \\(legal: "):
        rules.apply(state, missing_card)


def test_apply_refuses_action_after_deal() -> None:
    rules = game(example(seats=3))
    end = play(rules, Match.begin(rules).deal_random(random.Random(1)), (player("rule", rules, 1),) * 3)
    with pytest.raises(IllegalAction, match="deal-over"):
        rules.apply(end, 0)


def test_play_refuses_illegal_choice_of_player() -> None:
    def choose_unknown_action(_: View[Any]) -> Action:
        return -1

    rules = game(example(seats=3))
    with pytest.raises(IllegalAction, match="not-an-action"):
        play(rules, Match.begin(rules).deal_random(random.Random(1)), (choose_unknown_action,) * 3)
