"""The house rules for matches of several deals."""

from support.long_matches import MATCHES, count_one_deal_matches, find_long_rules
from support.random_walk import each_game

from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import parse_options


@each_game
def test_one_deal_rarely_ends_a_match_under_long_rules(name: str, kind: GameDefinition) -> None:
    rules = find_long_rules(name)
    assert count_one_deal_matches(kind, parse_options(kind.presets, rules)) < MATCHES / 20, rules
