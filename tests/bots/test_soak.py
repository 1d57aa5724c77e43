"""A sample of `make soak`."""

import msgspec
import pytest
from bots.soak import soak
from walk import KINDS

from prikup.bots import PLAYERS
from prikup.game import AnyGame, Kind, Player
from prikup.games import GAMES

FAST = [name for name in ("rule", "beginner", "rollout:1", "pimc:1", "master:2") if name.partition(":")[0] in PLAYERS]


@pytest.mark.parametrize("level", FAST)
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_what_players_do_is_legal(name: str, kind: Kind, level: str) -> None:
    found = soak(kind, level, 4000 if level in ("rule", "beginner") else 60)
    assert not found.failures, "\n".join(found.failures)


def test_what_is_illegal_is_found_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def rule(game: AnyGame, seed: int) -> Player:
        honest = paston.rule(game, seed)
        return lambda seen: 51 if seen.public.phase == "declare" else honest(seen)

    paston = GAMES["paston"]
    monkeypatch.setitem(GAMES, "paston", msgspec.structs.replace(paston, rule=rule))
    found = soak(GAMES["paston"], "rule", 500)
    assert found.failures
    assert all("IllegalAction" in told and "--game paston --player rule --seed 1" in told for told in found.failures)
