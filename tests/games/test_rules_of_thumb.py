"""The rule player of each game; that it beats random play is tested in `tests/bots/test_levels.py`."""

import pytest
from support.random_walk import KINDS, random_steps

from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_rule_player_plays_legally_and_repeatably_under_all_options(name: str, kind: GameDefinition) -> None:
    for game, state, action in random_steps(kind, 41, 150):
        if action is not None:
            player_view = view(state, state.public.actor)
            choice = kind.rule(game, 1)(player_view)
            assert choice in game.legal(player_view)
            assert kind.rule(game, 2)(player_view) == choice
