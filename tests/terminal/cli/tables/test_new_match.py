"""The settings of a new match, from the choices of its player."""

import pytest

from prikup.games import GAMES
from prikup.rules.errors import BadText, reason
from prikup.terminal.cli.tables.new_match import Wish, settings_of
from prikup.terminal.words import words_of


def test_new_match_rejects_unknown_game() -> None:
    with pytest.raises(BadText) as caught:
        settings_of(Wish("chess"), words_of("en"))
    assert caught.value.reason == reason("game-unknown", game="chess", allowed=" ".join(GAMES))
