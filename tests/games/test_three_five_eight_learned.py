"""The network that learns the card play of 3-5-8 (`bench/learning/train.py`), and the measurements of its gain."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from prikup.bots import player
from prikup.bots.belief import ENUMERATE_UP_TO, Belief
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.bots.thread_solver import search
from prikup.env import Encoder
from prikup.games import game
from prikup.rules.cards import cards, mask
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import State, View, view
from prikup.worlds.possible_worlds import cards_in_cells, count_placements, sample_worlds

NAME = "three-five-eight"
ROOT = Path(__file__).parents[2]
if TYPE_CHECKING:
    from bench.learning import evaluate, network, network_player, self_play, train


@pytest.fixture(autouse=True)
def benchmarks_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the benchmark programs importable during a test."""
    monkeypatch.syspath_prepend(str(ROOT))
    global evaluate, network, network_player, self_play, train
    from bench.learning import evaluate, network, network_player, self_play, train


@cache
def rules() -> tuple[AnyGame, Encoder]:
    card_game = game(NAME)
    return card_game, Encoder(card_game)


def moments(deals: int, *, second: bool = True) -> Iterator[State[Any]]:
    """Yield the states of deals with random card play; with `second`, of the second deal of a match."""
    card_game, _ = rules()
    for number in range(deals):
        rng = random.Random(f"learned {number}")
        first_deal = Match.begin(card_game, number % 3).deal_random(rng)
        start_state = self_play.second_deal(card_game, "test", number) if second else first_deal
        state = self_play.finish_calls(card_game, start_state, (player("rule", card_game, 0),) * 3)
        while (seat := state.public.actor) is not None:
            yield state
            state = card_game.apply(state, rng.choice(card_game.legal(view(state, seat))))


def network_features(views: list[View[Any]]) -> "network.Seen":
    card_game, encoder = rules()
    return network.Features(card_game, encoder)(np.stack([encoder.encode(player_view)[0] for player_view in views]))


def random_learner(units: int = 6) -> "train.Learner":
    """Return a network with large weights, none of them zero."""
    learner, rng = train.Learner(1, units), np.random.default_rng(2)
    for name, layer in learner.weights.items():
        learner.weights[name] = np.asarray(rng.normal(0, 0.4, layer.shape), np.float32)
    return learner


def test_learned_network_features_match_the_view() -> None:
    """The legal cards, the hidden cards and the void suits agree with those of the rules."""
    card_game, _ = rules()
    states = list(moments(4))
    views = [view(state, state.public.actor) for state in states]
    features = network_features(views)
    for row, player_view in enumerate(views):
        tricks, seat = player_view.public.tricks, player_view.seat
        assert seat is not None
        order = tricks.seats[tricks.seats.index(seat) :] + tricks.seats[: tricks.seats.index(seat)]
        assert tuple(np.flatnonzero(features.legal[row])) == card_game.legal(player_view)
        assert mask(np.flatnonzero(features.unseen[row]).tolist()) == cards_in_cells(
            card_game.analysis.hidden_cells(player_view)
        )
        for offset, order_seat in enumerate(order):
            assert mask(np.flatnonzero(features.played_cards[row, offset]).tolist()) == tricks.played_cards(order_seat)
            assert [bool(tricks.lacking(order_seat) >> 13 * suit & 1) for suit in range(4)] == features.lacks[
                row, offset
            ].tolist()
            assert features.targets[row, offset] == player_view.public.targets[order_seat]
            assert features.tricks_won[row, offset] == tricks.won[order_seat]
        assert order[int(features.announcer[row])] == player_view.public.announcer
    assert features.discards.any()
    assert features.given_cards.any()


def test_cards_in_the_trick_are_counted_in_the_inputs() -> None:
    views = [view(state, state.public.actor) for state in islice(moments(1), 6)]
    _, whole = network_features(views).inputs()
    counts = [len(player_view.public.tricks.table) for player_view in views]
    assert set(counts) == {0, 1, 2}
    assert (whole[:, 1:4] == network.COARSE * np.eye(3)[counts]).all()


def test_learned_network_output_ignores_hidden_cards() -> None:
    card_game, _ = rules()
    net, rng, changed_count = network.Net(random_learner().whole()), random.Random(3), 0
    for state in islice(moments(3), 0, None, 7):
        seat = state.public.actor
        other_worlds = list(islice(sample_worlds(card_game, view(state, seat), rng), 3))
        changed_count += all(world.hands != state.hands for world in other_worlds)
        worth, logs = net(*network_features([view(world, seat) for world in (state, *other_worlds)]).inputs())
        assert (worth == worth[0]).all()
        assert (logs == logs[0]).all()
    assert changed_count > 10


def test_learned_network_of_player_matches_that_of_learner() -> None:
    """The player's weights are integers, the learner's are in single precision: they may differ only by rounding."""
    learner = random_learner()
    learner.weights = {name: layer / network.PARTS for name, layer in learner.whole().items()}
    suits, whole = network_features([view(state, state.public.actor) for state in moments(2)]).inputs()
    _, _, out = learner.forward(suits.astype(np.float32), whole.astype(np.float32) / network.COARSE)
    out = out.reshape(-1, 4, 4, 13).swapaxes(1, 2).reshape(-1, 4, 52)
    worth, logs = network.Net(learner.whole())(suits, whole)
    assert np.abs(out).max() > 3
    np.testing.assert_allclose(worth, out[:, 0], atol=0.05)
    np.testing.assert_allclose(logs, out[:, 1:].swapaxes(1, 2), atol=0.05)


def test_learned_network_of_player_computes_in_integers() -> None:
    """Results do not depend on the order of sums: every output times 65,536 is an integer, computed from integers."""
    weights, parts = random_learner().whole(), network.PARTS
    suits, whole = network_features([view(state, state.public.actor) for state in islice(moments(1), 5, 9)]).inputs()
    worth, logs = network.Net(weights)(suits, whole)
    exact = {name: layer.astype(object) for name, layer in weights.items()}  # Python's integers

    def nearest(values: Any) -> Any:
        return np.vectorize(lambda value: max(0, round(value / parts)), otypes=[object])(values)

    for row in range(len(suits)):
        shared_input = whole[row].astype(object) * (parts // network.COARSE) @ exact["round"] + parts * exact["bias"]
        first = nearest(suits[row].astype(object) * parts @ exact["suit"] + shared_input)
        shared_input = first.sum(axis=0) @ exact["others"] + parts * exact["second"]
        second = nearest(first @ exact["own"] + shared_input)
        out = (second @ exact["out"] + parts * exact["last"]).reshape(4, 4, 13)
        assert (worth[row] * parts**2).tolist() == out[:, 0].reshape(52).tolist()
        assert (logs[row].T * parts**2).tolist() == out[:, 1:].swapaxes(0, 1).reshape(3, 52).tolist()


def test_learned_network_treats_suits_alike() -> None:
    """Swapping two suits in the input swaps their outputs."""
    net = network.Net(random_learner().whole())
    features = network_features([view(state, state.public.actor) for state in moments(2)])
    suits, whole = features.inputs()
    suit_order = [2, 0, 3, 1]
    (worth, logs), (worth_turned, logs_turned) = net(suits, whole), net(suits[:, suit_order], whole)
    np.testing.assert_array_equal(worth.reshape(-1, 4, 13)[:, suit_order].reshape(worth.shape), worth_turned)
    np.testing.assert_array_equal(logs.reshape(-1, 4, 13, 3)[:, suit_order].reshape(logs.shape), logs_turned)


def test_learned_network_playouts_match_policy_play() -> None:
    """The vectorised playouts give the same tricks as the rules with the policy playing each seat."""
    card_game, encoder = rules()
    net = network.Net(random_learner().whole())
    policy, comparison_count = self_play.Policy(card_game, encoder, net), 0
    for state in islice(moments(6, second=False), 1, None, 17):
        (row,) = network_player.play_out(net, [state])
        old_tricks = state.public.tricks.won
        assert tuple(row) == card_game.legal(view(state, state.public.actor))
        for card, gained_tricks in row.items():
            new_tricks = self_play.tricks(card_game, card_game.apply(state, card), (policy,) * 3)
            assert gained_tricks == tuple(
                new_count - old_count for new_count, old_count in zip(new_tricks, old_tricks, strict=True)
            )
            comparison_count += 1
    assert comparison_count > 40


def test_learned_belief_likelihood_is_product_of_card_odds() -> None:
    card_game, encoder = rules()
    net, rule = network.Net(random_learner().whole()), player("rule", card_game, 0)
    state = next(islice(moments(2), 30, None))
    player_view = view(state, state.public.actor)
    assert count_placements(card_game, player_view) > ENUMERATE_UP_TO
    belief = network_player.LearnedBelief(card_game, player_view, rule, random.Random(1), net, encoder)
    _, (logs,) = net(*network_features([player_view]).inputs())
    odds = np.exp(logs) / np.exp(logs).sum(axis=1, keepdims=True)
    card_places = self_play.places(state, state.public.actor)
    cards_unseen = cards(cards_in_cells(card_game.analysis.hidden_cells(player_view)))
    log_likelihood = sum(max(np.log(odds[card, card_places[card]]), network_player.FAINTEST) for card in cards_unseen)
    assert belief.sum_logs(state) == pytest.approx(log_likelihood)
    assert 0 < belief.likelihood(state) <= 1
    doubting = network_player.LearnedBelief(card_game, player_view, rule, random.Random(1), net, encoder, doubt=1.0)
    plain = Belief(card_game, player_view, rule, search(), random.Random(1))
    assert doubting.likelihood(state) == pytest.approx(belief.likelihood(state) * plain.likelihood(state))
    sampled_worlds, weights = belief.worlds(5)
    assert len(sampled_worlds) == len(weights) == 5


def small(seed: int) -> list[tuple["train.TrainingProgress", "self_play.Weights"]]:
    return list(train.train(NAME, seed, rounds=3, deals=8, every=3, test_deals=4, units=12))


@pytest.mark.thorough
def test_network_training_improves_and_is_reproducible_by_seed() -> None:
    (first, begins), (last, ends) = small(5)
    assert last.bits < first.bits - 0.05
    assert last.square_error < first.square_error
    repeated_run = small(5)
    assert [report[:-1] for report, _ in repeated_run] == [first[:-1], last[:-1]]
    assert all((repeated_run[1][1][name] == ends[name]).all() for name in network.LAYERS)
    other_weights = train.Learner(6, 12).whole()
    assert any((other_weights[name] != begins[name]).any() for name in network.LAYERS)


@pytest.mark.thorough
def test_network_training_uses_no_held_out_style(monkeypatch: pytest.MonkeyPatch) -> None:
    requested_names, rule = set[str](), player("rule", rules()[0], 0)

    def record_player(name: str, card_game: AnyGame, seed: int) -> Any:
        requested_names.add(name)
        return rule

    monkeypatch.setattr(self_play, "player", record_player)
    self_play.play_deals(NAME, "styles", 0, 120, random_learner().whole())
    styles = {int(name.partition(":")[2]) for name in requested_names if name.startswith("stranger:")}
    assert len(styles) > 30
    assert max(styles) < FIRST_HELD_OUT_STYLE


@pytest.mark.thorough
def test_network_training_on_ray_cluster_gives_same_result() -> None:
    sizes = ["--rounds", "1", "--deals", "16", "--tried", "3", "--units", "8"]
    program = [sys.executable, "-m", "bench.learning.train", NAME, *sizes]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "RAY_TMPDIR": folder,  # whose path must be short
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_AUTH_MODE": "disabled",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        results = []
        for extra_arguments in ([], ["--ray", "local"]):
            path = Path(folder) / f"{len(extra_arguments)}.json"
            command = [*program, *extra_arguments, "--write", str(path)]
            process = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False
            )
            assert process.returncode == 0, process.stderr
            results.append(msgspec.json.decode(path.read_bytes()))
    assert results[0] == results[1]


@pytest.mark.thorough
def test_network_evaluation_plays_variants_and_master_on_same_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variant without the network takes the same tricks as `master`; results depend only on the deal."""
    monkeypatch.setitem(evaluate.VARIANTS, "same", {"believes": False, "plays": False})
    path = tmp_path / "net.json"
    train.write(path, random_learner().whole(), "a test")
    gains = evaluate.gains(NAME, path, "rule", "test", 3, ("same", "both"), worlds=4)
    assert gains[0] == gains[1]
    assert gains[2] != gains[0]
    assert gains == evaluate.gains(NAME, path, "rule", "test", 3, ("same", "both"), worlds=4)


def test_network_evaluation_bits_follow_from_likelihoods() -> None:
    moment = evaluate.Asked((-1.0, -2.0, -3.0), (1.0, 0.5, 0.5))
    odds = np.exp([-1.0, -2.0, -3.0])
    assert moment.bits(1, 0) == pytest.approx(np.log2(odds[0] / odds.mean()))
    assert moment.bits(0, 1) == pytest.approx(np.log2(1 / (2 / 3)))
