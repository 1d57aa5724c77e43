"""Requirements for every computer player: legal actions, and decisions that depend on the View, not on hidden cards."""

import random

import pytest
from support.circles import depth
from support.random_walk import KINDS, random_steps

from prikup.bots import LEVELS, PLAYERS, SOLVING, TRIAL, BotLevel, is_player, player
from prikup.games import game
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view
from prikup.worlds.possible_worlds import sample_worlds

THINKS = {name: f"{name}:4" if name in (*SOLVING, *TRIAL) else name for name in (*PLAYERS, *TRIAL)}
"""Solving players have few worlds, to be fast; the styled opponent has any style."""


def is_tested(level: str, phase: str, rng: random.Random) -> bool:
    """Return whether a player is tested in this position: slow players are tested less often."""
    return rng.random() < (0.3 if ":" not in level else 0.03 if phase == "play" else 0.15)


@pytest.mark.parametrize("level", THINKS.values())
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_player_decision_is_legal_and_depends_on_seed_and_view_only(
    name: str, kind: GameDefinition, level: str
) -> None:
    """Neither earlier decisions nor the hidden cards change it."""
    rng, decision_count = random.Random(30), 0
    experienced_player, experienced_rules = None, None
    for rules, state, action in random_steps(kind, 31, depth(40)):
        if action is None or not is_tested(level, state.public.phase, rng):
            continue
        if experienced_rules is not rules:
            experienced_player, experienced_rules = player(level, rules, 7), rules
        assert experienced_player is not None
        player_view = view(state, actor := state.public.actor)
        decision = player(level, rules, 7)(player_view)
        assert decision in rules.legal(player_view)
        assert experienced_player(view(next(sample_worlds(rules, player_view, rng)), actor)) == decision
        decision_count += 1
    assert decision_count


def test_bot_level_reads_back_from_its_text() -> None:
    assert BotLevel.parse("pimc:20") == BotLevel("pimc", 20)
    assert BotLevel.parse("rule") == BotLevel("rule", None)
    for text in ("pimc:20", "rule", "pimc:", "pimc:0", "pimc:x", "", "a:b:3"):
        assert str(BotLevel.parse(text)) == text


def test_is_player_accepts_known_names_only() -> None:
    assert all(map(is_player, (*PLAYERS, "pimc:20", "stranger:120", "uniform")))
    assert not any(map(is_player, ("", "grandmaster", "pimc:", "pimc:0", "pimc:-1", "pimc:x", "rule:5", ":3")))
    assert set(LEVELS) <= set(PLAYERS)
    assert not set(TRIAL) & set(PLAYERS), "they sit at no table"
    with pytest.raises(KeyError, match=r"'pimc:0'; the players are random, beginner, rule"):
        player("pimc:0", game(KINDS[0][0]), 0)
