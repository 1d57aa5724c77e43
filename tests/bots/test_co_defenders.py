"""A player who counts their own tricks does not take one from a co-defender without need."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from support.circles import depth
from support.random_walk import KINDS, random_deal

from prikup.bots import player
from prikup.games import game
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.rules.tricks import powers


def choices(rules: AnyGame, deals: int) -> Iterator[tuple[View[Any], list[Card]]]:
    """Yield views in which the last player to a trick may leave it to a co-defender, with the cards that leave it.

    The co-defender counts their own tricks, against the same opponent.
    """
    rng, rule = random.Random(71), player("rule", rules, 0)
    for _ in range(deals):
        state = random_deal(Match.begin(rules), rng)
        while (actor := state.public.actor) is not None:
            public, player_view = state.public, view(state, actor)
            if public.phase == "play" and len(public.tricks.table) == len(public.tricks.line) - 1:
                objective, tricks = rules.objective(public), public.tricks
                has_co_defender = objective.soloist not in (None, public.turn, tricks.best) and len(objective.sides) > 2
                power = powers(tricks.order.trump, tricks.order.ace_low, tricks.to_follow // 13)
                legal = rules.legal(player_view)
                lower_cards = [
                    card for card in legal if power[card] < max(power[table_card] for table_card in tricks.table)
                ]
                if has_co_defender and objective.goal == "most" and 0 < len(lower_cards) < len(legal):
                    yield player_view, lower_cards
            state = rules.apply(
                state, rng.choice(rules.legal(player_view)) if public.phase == "play" else rule(player_view)
            )


@pytest.mark.parametrize("level", ["beginner", "rule"])
def test_last_player_leaves_trick_to_co_defender(level: str) -> None:
    decision_count = 0
    for name, _ in KINDS:
        rules = game(name)
        decide = player(level, rules, 0)
        for player_view, lower_cards in choices(rules, depth(500)):
            assert decide(player_view) in lower_cards
            decision_count += 1
    assert decision_count > depth(20)
