"""The guessed worth of calls: a guess for every call of an auction, by nothing but the View."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from walk import KINDS, dealt, everywhere, walk

from prikup.bots import player
from prikup.bots.bid_values import FILE, PARTS, PHASE, BidNetwork, feature_count, features, guess, network_output
from prikup.game import AnyGame, Kind
from prikup.games import GAMES, game
from prikup.match import Match
from prikup.options import flipped, of_one_deal, options_text
from prikup.state import View, view

LEARNED = [name for name, kind in KINDS if (kind.folder / FILE).exists()]


def net(name: str) -> BidNetwork:
    """Return the network that was learned of a game."""
    return msgspec.json.decode((GAMES[name].folder / FILE).read_bytes(), type=BidNetwork)


def choices(rules: AnyGame, seed: int, deals: int) -> Iterator[View[Any]]:
    """Return the Views of seats that have something to say in an auction, whatever was said before."""
    rng = random.Random(seed)
    for first in range(deals):
        for _, state, action in walk(rules, dealt(Match.begin(rules, first % rules.seats), rng), rng):
            if action is not None and state.public.phase == PHASE:
                seen = view(state, state.public.actor)
                if len(rules.legal(seen)) > 1:
                    yield seen


def test_a_network_adds_up() -> None:
    two = BidNetwork(
        made="by hand",
        options="",
        margin=0.0,
        hidden=((2 * PARTS, -PARTS), (0, -PARTS), (-5 * PARTS, 0)),
        hidden_bias=(0, PARTS // 2),
        units=((PARTS, 0), (0, PARTS)),
        direct=((PARTS, 0), (0, 3 * PARTS), (0, 0)),
        bias=(0, -PARTS),
    )
    assert network_output(two, ()) == [0, 0.5 - 1]
    assert network_output(two, (0, 1)) == [2 + 1, 3 - 1]  # the second unit is below zero
    assert network_output(two, (0, 2)) == [1, -1]  # and so is the first one here


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_every_feature_has_a_row_of_its_own(name: str, kind: Kind) -> None:
    for rules, state, action in everywhere(kind, 51, 6):
        if action is not None and state.public.phase == PHASE:
            on = features(rules, view(state, state.public.actor))
            assert len(set(on)) == len(on)
            assert set(on) <= set(range(feature_count(rules)))


def test_what_was_learned_is_there() -> None:
    assert LEARNED


@pytest.mark.parametrize("name", LEARNED)
def test_what_was_learned_is_whole(name: str) -> None:
    rules, found = game(name), net(name)
    calls, units = len(rules.calls), len(found.hidden_bias)
    assert {len(row) for row in found.hidden} == {units}
    assert {len(row) for row in (*found.units, *found.direct, found.bias)} == {calls}
    assert len(found.units) == units
    assert len(found.hidden) == len(found.direct) == feature_count(rules)
    assert found.made.startswith(f"bench/distil.py {name} ")


@pytest.mark.parametrize("name", LEARNED)
def test_a_house_rule_takes_the_guess_away_if_it_can_change_a_deal_and_only_then(name: str) -> None:
    usual = next(iter(GAMES[name].presets.values()))
    seen = next(choices(game(name), 55, 5))
    known = guess(game(name), seen, player("rule", game(name), 0))
    asked: set[bool] = set()
    for field, value in flipped(usual):
        try:
            rules = game(name, options_text(GAMES[name].presets, replace(usual, **{field: value})))
        except ValueError:  # what cannot be played together
            continue
        changes = of_one_deal(rules.options) != of_one_deal(usual)
        found = guess(rules, seen, player("rule", rules, 0))
        assert found == (None if changes else known)
        asked.add(changes)
    assert True in asked


@pytest.mark.parametrize("name", LEARNED)
def test_a_guess_is_of_what_may_be_said(name: str) -> None:
    rules, margin = game(name), net(name).margin
    at_once = 0
    for seen in choices(rules, 52, 30):
        found = guess(rules, seen, player("rule", rules, 0))
        assert found is not None
        assert tuple(found.worth) == rules.legal(seen)
        assert found.worth[rules.legal(seen)[0]] == 0
        best = max(found.worth.values())
        near = {call for call, points in found.worth.items() if points >= best - margin}
        assert set(found.near) == near | {player("rule", rules, 0)(seen)}
        at_once += len(found.near) == 1
    assert at_once
