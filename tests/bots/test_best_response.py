"""The best response equals the best of all strategies, and no player's result exceeds it."""

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from support.circles import depth
from support.random_walk import random_deal

from prikup.bots import player
from prikup.bots.best_response import CachedPlayers, WeightedWorld, best_response, exploiting_player, value_of_play
from prikup.bots.payoff import tricks_left
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import Action, Seat, State, View, view
from prikup.worlds.possible_worlds import all_worlds, count_placements, worlds_with_own_discards

each_game = pytest.mark.parametrize("name", GAMES)
EXAMPLES = Path(__file__).parents[2] / "examples"
MAX_WORLDS = 40
"""The most worlds for which a position is enumerated."""


def late_positions(
    name: str, cards: int, max_worlds: int = MAX_WORLDS
) -> Iterator[tuple[AnyGame, list[WeightedWorld], Seat]]:
    """Yield late positions of a game with their worlds, from the view of a seat that still has a decision."""
    rules, rng = game(name), random.Random(81)
    rule = player("rule", rules, 0)
    while True:
        state = random_deal(Match.begin(rules), rng)
        while state.public.actor is not None:
            public = state.public
            if public.phase == "play" and not public.tricks.table and tricks_left(state) == cards:
                seat = rng.choice(public.tricks.seats)
                if 1 < count_placements(rules, view(state, seat)) <= max_worlds:
                    worlds = list(worlds_with_own_discards(rules, view(state, seat)))
                    yield rules, [(1 / len(worlds), world) for world in worlds], seat
                break
            state = rules.apply(state, rule(view(state, state.public.actor)))


def best_strategy_value(rules: AnyGame, worlds: list[WeightedWorld], seat: Seat, opponents: Player) -> float:
    """Return the best result over all strategies, each of which assigns an action to every View of the seat.

    Strategies are expanded by playing: at a View without an action, one copy per legal action continues.
    """
    best, open_strategies = -float("inf"), [dict[View[Any], Action]()]
    while open_strategies:
        strategy = open_strategies.pop()
        missing_view: View[Any] | None = None

        def decide(player_view: View[Any], strategy: dict[View[Any], Action] = strategy) -> Action:
            nonlocal missing_view
            if player_view not in strategy:
                missing_view = missing_view or player_view
                return rules.legal(player_view)[0]
            return strategy[player_view]

        players = CachedPlayers([decide if player_seat == seat else opponents for player_seat in range(rules.seats)])
        value = value_of_play(rules, worlds, seat, players)
        if missing_view is None:
            best = max(best, value)
        else:
            open_strategies += [{**strategy, missing_view: action} for action in rules.legal(missing_view)]
    return best


@each_game
def test_true_world_is_possible_for_each_player(name: str) -> None:
    positions = late_positions(name, 2)
    for rules, worlds, seat in (next(positions) for _ in range(depth(8))):
        player_view = view(worlds[0][1], seat)
        assert [world.hands for _, world in worlds] == [world.hands for world in all_worlds(rules, player_view)]
        for _, world in worlds:
            for other_seat in world.public.tricks.seats:
                assert world.hands in [
                    possible_world.hands for possible_world in all_worlds(rules, view(world, other_seat))
                ]


@pytest.mark.parametrize("level", ["beginner", "rule"])
@each_game
def test_best_response_equals_best_strategy(name: str, level: str) -> None:
    positions = late_positions(name, 2, 8)
    for rules, worlds, seat in (next(positions) for _ in range(depth(15))):
        opponent = player(level, rules, 0)
        fixed_players = CachedPlayers([opponent] * rules.seats)
        value = best_response(rules, worlds, seat, fixed_players)
        assert value == pytest.approx(best_strategy_value(rules, worlds, seat, opponent))
        assert value >= value_of_play(rules, worlds, seat, fixed_players) - 1e-9


@pytest.fixture
def mini(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """Yield the small game of the examples, which registers itself on import."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import_module("mini")
    yield game("mini")
    del GAMES["mini"], sys.modules["mini"]


def all_deals(rules: AnyGame) -> list[WeightedWorld]:
    """Return all deals of the small game, equally likely."""
    match = Match.begin(rules)
    states = {rules.deal(deck, match.standing) for deck in permutations(rules.pack)}
    deals: list[State[Any]] = [state for state in states if isinstance(state, State)]
    return [(1 / len(deals), state) for state in deals]


@pytest.mark.parametrize("seat", [0, 1])
def test_best_response_to_whole_game_is_sum_over_hands(mini: AnyGame, seat: Seat) -> None:
    """For each hand it is the best of all strategies, and the total is their sum: a player knows their own hand."""
    rule, deals = player("rule", mini, 0), all_deals(mini)
    game_value = best_response(mini, deals, seat, CachedPlayers([rule] * 2))
    hands = {state.hands[seat] for _, state in deals}
    assert len(hands) == 10
    by_hand = [[deal for deal in deals if deal[1].hands[seat] == hand] for hand in hands]
    assert game_value == pytest.approx(sum(best_strategy_value(mini, hand_deals, seat, rule) for hand_deals in by_hand))
    assert game_value > value_of_play(mini, deals, seat, CachedPlayers([rule] * 2))


@pytest.mark.thorough
@each_game
def test_exploiting_player_gains_but_never_exceeds_best_response(name: str) -> None:
    positions, better, worse = late_positions(name, 4, 24), 0, 0
    for rules, worlds, seat in (next(positions) for _ in range(12)):
        players = [player("beginner", rules, 0)] * rules.seats
        fixed_players = CachedPlayers(players)
        best_responder = exploiting_player(rules, players, seat, 1, worlds=24)
        value = value_of_play(
            rules,
            worlds,
            seat,
            CachedPlayers([best_responder if player_seat == seat else players[0] for player_seat in range(4)]),
        )
        own_value = value_of_play(rules, worlds, seat, fixed_players)
        assert value <= best_response(rules, worlds, seat, fixed_players) + 1e-9
        better, worse = better + (value > own_value + 1e-9), worse + (value < own_value - 1e-9)
    assert better > worse


@each_game
def test_exploiting_player_plays_whole_deals_legally_and_reproducibly(name: str) -> None:
    """Another player of the same seed decides alike, whatever it was asked before."""
    rules = game(name)
    players = [player("rule", rules, 0)] * rules.seats
    best_responder, state = (
        exploiting_player(rules, players, 1, 7, worlds=3),
        random_deal(Match.begin(rules), random.Random(3)),
    )
    decisions: list[tuple[View[Any], Action]] = []
    while (actor := state.public.actor) is not None:
        player_view = view(state, actor)
        action = best_responder(player_view) if actor == 1 else players[actor](player_view)
        assert action in rules.legal(player_view)
        if actor == 1 and len(rules.legal(player_view)) > 1:
            decisions.append((player_view, action))
        state = rules.apply(state, action)
    other_responder = exploiting_player(rules, players, 1, 7, worlds=3)
    assert all(other_responder(player_view) == action for player_view, action in decisions[1::3])
    assert len(decisions) > 3
