"""A small sample of the campaign that `make soak` runs."""

import msgspec
import pytest
from campaigns.bot_soak import soak
from support.circles import depth
from support.random_walk import KINDS, each_game

from prikup.bots import PLAYERS
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.game_definition import GameDefinition

FAST = [name for name in ("rule", "beginner", "rollout:1", "pimc:1", "master:2") if name.partition(":")[0] in PLAYERS]


@each_game
def test_bots_act_legally_in_soak(name: str, kind: GameDefinition) -> None:
    for level in FAST:
        totals = soak(kind, level, depth(4000 if level in ("rule", "beginner") else 60))
        assert not totals.failures, "\n".join(totals.failures)


def test_soak_reports_illegal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    name, kind = KINDS[0]

    def rule(game: AnyGame, seed: int) -> Player:
        """Return the rule-based player, changed so that it makes an illegal call with its last card."""
        rule_player = kind.rule(game, seed)
        return lambda seat_view: rule_player(seat_view) if seat_view.hand.bit_count() > 1 else 52 + len(game.calls)

    monkeypatch.setitem(GAMES, name, msgspec.structs.replace(kind, rule=rule))
    totals = soak(GAMES[name], "rule", 500)
    assert totals.failures
    assert all(
        "IllegalAction" in failure and f"--game {name} --player rule --seed 1" in failure for failure in totals.failures
    )
