import msgspec
import pytest

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.ratings.anchors import RULE_LEVEL, Anchors, MeasuredLevel, anchor_mu, anchors_path, load_anchors


def test_rule_level_has_the_rating_of_a_new_player() -> None:
    assert {anchor_mu(game, RULE_LEVEL) for game in GAMES} == {25.0}


def test_unmeasured_level_is_no_anchor() -> None:
    assert {anchor_mu(game, "stranger:1") for game in GAMES} == {None}


def test_level_with_wide_interval_is_no_anchor() -> None:
    assert MeasuredLevel(20.0, 19.5, 20.5).is_anchor
    assert not MeasuredLevel(20.0, 19.4, 20.5).is_anchor


@pytest.mark.parametrize("game", [game for game in GAMES if anchors_path(game).exists()])
def test_stored_anchors_are_plausible(game: str) -> None:
    anchors = load_anchors(game)
    assert anchors is not None
    assert set(anchors.levels) <= set(LEVELS) - {RULE_LEVEL}
    for name, level in anchors.levels.items():
        assert level.low <= level.mu <= level.high
        assert anchor_mu(game, name) == (level.mu if level.is_anchor else None)
    assert msgspec.json.decode(msgspec.json.encode(anchors), type=Anchors) == anchors
