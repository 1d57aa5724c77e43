"""The OpenSpiel games: OpenSpiel's own simulation for all games and presets, the deals, and resampled worlds."""

import random
import re
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from env.common import NAME, each_game, each_preset
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from support.circles import depth
from support.long_matches import find_long_rules

from prikup.env import Encoder, openspiel
from prikup.env.aec import env
from prikup.env.vector import Tables
from prikup.games import GAMES, game
from prikup.rules.action_text import action_text
from prikup.rules.cards import cards
from prikup.rules.game import AnyGame
from prikup.rules.state import View, view
from prikup.rules.text_format import view_text
from prikup.worlds.possible_worlds import cards_in_cells, count_placements

openspiel.register()
DOCUMENT = Path(__file__).parents[2] / "docs" / "research.md"


def load_game(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"prikup_{name.replace('-', '_')}", parameters)


def acting_state(spiel_game: Any, seed: int, *, actions: int = 0) -> Any:
    """Return a state in which a player acts, after some random actions of players."""
    rng, state = random.Random(seed), spiel_game.new_initial_state()
    while state.is_chance_node() or actions > 0:
        actions -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@each_preset
@pytest.mark.parametrize("deals", [1, 2])
def test_openspiel_simulation_passes(name: str, preset: str, deals: int) -> None:
    pyspiel.random_sim_test(load_game(name, options=preset, deals=deals), num_sims=1, serialize=True, verbose=False)
    sampled_game = load_game(name, options=preset, deals=deals, sampled=True, seed=1)
    assert sampled_game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(sampled_game, num_sims=1, serialize=False, verbose=False)


@each_game
def test_openspiel_deals_the_deck_drawn_by_chance(name: str) -> None:
    state, rules = acting_state(load_game(name), 1), game(name)
    deck = tuple(state.history()[-len(rules.pack) :])
    assert sorted(deck) == sorted(rules.pack)
    assert state.moment.state == rules.deal(deck, state.moment.episode.match.standing)


@each_game
def test_openspiel_player_sees_encoded_view(name: str) -> None:
    spiel_game = load_game(name)
    state, encoder, rules = acting_state(spiel_game, 2, actions=9), Encoder(game(name)), game(name)
    for seat in range(rules.seats):
        player_view = view(state.moment.state, seat)
        assert state.observation_tensor(seat) == encoder.encode(player_view)[0].tolist()
        assert state.legal_actions(seat) == sorted(rules.legal(player_view))
    observation = make_observation(spiel_game)
    observation.set_from(state, 1)
    assert np.array_equal(observation.tensor, encoder.encode(view(state.moment.state, 1))[0])


@each_game
def test_resampled_world_looks_the_same_to_player(name: str) -> None:
    state, dice = acting_state(load_game(name), 3, actions=6), random.Random(3)
    player, texts = state.current_player(), set[str]()
    for _ in range(20):
        other_state = state.resample_from_infostate(player, dice.random)
        assert other_state.information_state_string(player) == state.information_state_string(player)
        assert other_state.legal_actions() == state.legal_actions()
        texts.add(str(other_state))
    assert len(texts) > 10
    assert str(state) in {str(state.clone()), *texts}


@each_preset
def test_resampled_world_can_be_continued(name: str, preset: str) -> None:
    """Resampled worlds are playable at every moment and for every player; seats know as many own discards there."""
    dice, state = random.Random(f"on {name} {preset}"), acting_state(load_game(name, options=preset), 6)
    while not state.is_terminal():
        for player in range(state.num_players()):
            other_state = state.resample_from_infostate(player, dice.random)
            assert other_state.information_state_string(player) == state.information_state_string(player)
            assert discard_counts(other_state) == discard_counts(state)
            while not other_state.is_terminal():
                other_state.apply_action(dice.choice(other_state.legal_actions()))
        state.apply_action(dice.choice(state.legal_actions()))


def discard_counts(state: Any) -> list[int]:
    """Return the number of own discards that each seat knows."""
    return [sum(note.kind == "discarded" for note in notes) for notes in state.moment.state.notes]


def later_deal_state(name: str, seed: int, **parameters: Any) -> Any:
    """Return a state in which a player acts in the last deal of an episode."""
    for deal_seed in count(seed):
        spiel_game = load_game(name, sampled=True, seed=deal_seed, **parameters)
        rng, state = random.Random(deal_seed), spiel_game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            if state.moment.episode.remaining_deals == 1 and not state.is_chance_node() and rng.random() < 0.2:
                return state
    raise AssertionError


@each_game
def test_information_state_has_views_of_all_deals(name: str) -> None:
    """It has the final View of each earlier deal and the View now, and the player's own sealed actions."""
    options = find_long_rules(name)
    rules, rng = game(name, options), random.Random(8)
    spiel_game = load_game(name, options=options.replace("=", ":"), deals=4, sampled=True, seed=8)
    state, encoder = spiel_game.new_initial_state(), Encoder(rules)
    sealed_columns = len(rules.sealed_phases)
    assert spiel_game.information_state_tensor_shape() == [4 * (encoder.size + sealed_columns)]
    deals: list[list[tuple[View[Any], list[int]]]] = [[] for _ in range(rules.seats)]
    past_count = 0
    while not state.is_terminal():
        for seat in range(rules.seats):
            assert state.information_state_string(seat) == lines_of_deals(rules, deals[seat])
            columns = [
                number
                for seen, sealed in deals[seat]
                for number in encoder.encode(seen)[0].tolist()
                + [1 + action for action in sealed]
                + [0] * (sealed_columns - len(sealed))
            ]
            columns += [0] * ((4 - len(deals[seat])) * (encoder.size + sealed_columns))
            assert state.information_state_tensor(seat) == columns
        deal_state = state.moment.state
        state.apply_action(action := rng.choice(state.legal_actions()))
        if deal_state is None:
            if state.moment.state is not None:
                past_count += 1
                for seat in range(rules.seats):
                    deals[seat].append((view(state.moment.state, seat), []))
            continue
        if deal_state.public.phase in rules.sealed_phases:
            deals[deal_state.public.actor][-1][1].append(action)
        new_state = rules.apply(deal_state, action)
        for seat in range(rules.seats):
            deals[seat][-1] = (view(new_state, seat), deals[seat][-1][1])
    assert past_count > 1


def test_document_states_size_of_information_state() -> None:
    rows = re.findall(r"^\| `prikup_(\w+)` \|(.*)\|$", DOCUMENT.read_text(), re.MULTILINE)
    assert rows
    for folder, row in rows:
        name = folder.replace("_", "-")
        sizes = {load_game(name, options=preset).information_state_tensor_shape()[0] for preset in GAMES[name].presets}
        assert {int(number) for number in re.findall(r"\d+", row)} == sizes, name


def lines_of_deals(rules: AnyGame, deals: list[tuple[View[Any], list[int]]]) -> str:
    return "\n".join(
        view_text(rules, seen) + "".join(f" ; sealed {action_text(rules.calls, action)}" for action in sealed)
        for seen, sealed in deals
    )


@each_game
def test_information_state_at_end_determines_earlier_ones(name: str) -> None:
    """If other cards lead to the same information state of a player at the end, the player has seen the same before.

    In each deal two cards are exchanged, of the whole pack or of those hidden from the player at the end. In a game
    that hides no cards at the end, no exchange leads to the same state.
    """
    spiel_game, rng, equal_count = load_game(name), random.Random(f"recall {name}"), 0
    rules, hides_cards = spiel_game.rules, False
    for _ in range(depth(30)):
        state = spiel_game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        actions, states_by_player = state.history(), infostates(spiel_game, state.history())
        assert states_by_player is not None
        for player in range(rules.seats):
            hidden = cards(cards_in_cells(rules.analysis.hidden_cells(view(state.moment.state, player))))
            hides_cards = hides_cards or len(hidden) > 1
            for choices in (rules.pack, *([hidden] * 4 if len(hidden) > 1 else [])):
                one, other = rng.sample(choices, 2)
                exchange = {one: other, other: one}
                others_by_player = infostates(spiel_game, [exchange.get(action, action) for action in actions])
                if others_by_player and others_by_player[player][-1] == states_by_player[player][-1]:
                    assert others_by_player[player] == states_by_player[player]
                    equal_count += 1
    assert equal_count >= depth(10) if hides_cards else not equal_count


def infostates(spiel_game: Any, actions: list[int]) -> list[list[str]] | None:
    """Return the information states of each player after each action; None if the actions are not possible."""
    state = spiel_game.new_initial_state()
    states_by_player: list[list[str]] = [[] for _ in range(spiel_game.num_players())]
    for action in actions:
        if state.is_terminal() or action not in state.legal_actions():
            return None
        state.apply_action(action)
        for player, states in enumerate(states_by_player):
            states.append(state.information_state_string(player))
    return states_by_player if state.is_terminal() else None


def test_unshown_sealed_action_is_remembered() -> None:
    """In a game whose bids stay secret after the first bid of a kind, a player still knows their own."""
    checked_count = 0
    for name in GAMES:
        spiel_game, rng = load_game(name), random.Random(5)
        for _ in range(depth(20) if spiel_game.sealed_phases else 0):
            state = spiel_game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            said = {(announcement.seat, announcement.action) for announcement in state.moment.state.public.said}
            for seat, action in state.moment.sealed:
                checked_count += (seat, action) not in said
                assert f"sealed {action_text(spiel_game.rules.calls, action)}" in state.information_state_string(seat)
    assert checked_count > 0


@each_game
def test_resampling_replaces_cards_of_earlier_deals(name: str) -> None:
    """The information state of the player stays, and cards that the player never saw change."""
    state, dice = later_deal_state(name, 11, deals=2), random.Random(3)
    player = state.current_player()
    worlds = set()
    for _ in range(20):
        other_state = state.resample_from_infostate(player, dice.random)
        assert other_state.information_state_string(player) == state.information_state_string(player)
        assert other_state.information_state_tensor(player) == state.information_state_tensor(player)
        ((past_state, _),) = other_state.moment.past
        worlds.add((past_state.hands, past_state.notes, past_state.stock))
    hidden = count_placements(game(name), view(state.moment.past[0][0], player))
    assert (len(worlds) > 1) == (hidden > 1)


@each_game
def test_openspiel_public_observer_sees_no_hand(name: str) -> None:
    spiel_game = load_game(name)
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observation, state = make_observation(spiel_game, public), acting_state(spiel_game, 4)
    observation.set_from(state, 0)
    assert not observation.tensor[spiel_game.encoder.fields["hand"]].any()
    assert observation.string_from(state, 0).startswith("watch")


def test_openspiel_rejects_observer_of_all_hands() -> None:
    all_hands_type = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="spectator"):
        make_observation(load_game(NAME), all_hands_type)


def test_openspiel_game_is_reloaded_from_its_name() -> None:
    kind = GAMES[NAME]
    for preset, options in kind.presets.items():
        loaded_game = load_game(NAME, options=preset, sampled=True, seed=7)
        reloaded_game = pyspiel.load_game(str(loaded_game))
        assert reloaded_game.rules.options == loaded_game.rules.options == options
        assert reloaded_game.sampled


def test_openspiel_seed_determines_deals() -> None:
    def deal_texts() -> list[str]:
        spiel_game = load_game(NAME, sampled=True, seed=7)
        return [str(acting_state(spiel_game, 1)) for _ in range(3)]

    assert deal_texts() == deal_texts()
    assert len(set(deal_texts())) == 3


@each_game
def test_openspiel_clones_receive_same_deals(name: str) -> None:
    """Other play of the same game in between has no effect."""
    original, clone = next(filter(None, (play_first_deal_twice(name, seed) for seed in count(1))))
    for state in (original, clone):
        state.apply_action(0)
    assert str(original) == str(clone)


def play_first_deal_twice(name: str, seed: int) -> tuple[Any, Any] | None:
    """Return a state before the second deal and its clone; None if the first deal wins the match."""
    spiel_game, rng = load_game(name, deals=2, sampled=True, seed=seed), random.Random(1)
    original = spiel_game.new_initial_state()
    clone = original.clone()
    while not (original.is_chance_node() and original.moment.episode.remaining_deals == 1):
        if original.is_terminal():
            return None
        action = rng.choice(original.legal_actions())
        original.apply_action(action)
        clone.apply_action(action)
        acting_state(spiel_game, 2)
    return original, clone


def test_episode_needs_at_least_one_deal() -> None:
    for deals in (0, -1):
        for make in (load_game, Tables, env):
            with pytest.raises(ValueError, match="one deal or more"):
                make(NAME, deals=deals)


def test_openspiel_ismcts_plays_legal_action() -> None:
    """OpenSpiel's IS-MCTS resamples worlds from a state."""
    spiel_game = load_game(NAME)
    bot = ismcts.ISMCTSBot(
        game=spiel_game,
        uct_c=10.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=8,
        random_state=np.random.RandomState(1),
    )
    state = acting_state(spiel_game, 5, actions=3)
    assert bot.step(state) in state.legal_actions()


def test_openspiel_registered_twice_changes_nothing() -> None:
    old_names = pyspiel.registered_names()
    openspiel.register()
    assert pyspiel.registered_names() == old_names
