"""A small sample of the campaign that `make stress` runs."""

from campaigns.random_deals import stress
from support.circles import depth
from support.random_walk import each_game

from prikup.rules.game_definition import GameDefinition


@each_game
def test_random_deals_keep_all_cards_and_settle_to_zero(name: str, kind: GameDefinition) -> None:
    deals = max(300, depth(1500))  # with fewer deals no match reaches its end
    decisions, finished_matches = stress(kind, deals, seed=77)
    assert decisions > deals
    assert finished_matches
