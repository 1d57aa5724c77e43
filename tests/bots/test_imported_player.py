"""Players named by module and function."""

import pytest
from support.example_games import example

from prikup.bots.imported_player import import_factory, load_player
from prikup.games import game
from prikup.rules.game import play
from prikup.rules.match import Match


def test_imported_player_plays_like_the_player_of_its_function() -> None:
    rules = game(example())
    state = Match.begin(rules).deal_accepted(iter([rules.pack]))
    by_name, imported = (load_player(name, rules, 3) for name in ("random", "prikup.bots.random:player"))
    assert play(rules, state, (by_name,) * rules.seats) == play(rules, state, (imported,) * rules.seats)


@pytest.mark.parametrize(
    "name", ["genius", "genius:player", "prikup.bots.random:genius", ":player", "prikup.bots:", ".x:f", "json:__doc__"]
)
def test_unknown_module_or_function_is_rejected(name: str) -> None:
    with pytest.raises(ImportError):
        import_factory(name)
