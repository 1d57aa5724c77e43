"""Worlds: `prikup.worlds.possible_worlds`, compared with an enumeration that does not use cells.

The enumeration deals the hidden cards in every possible way to locations of the true sizes, and keeps the deals that
the viewer cannot refute (`is_possible`, and the facts that a game's oracle states independently).
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest
from support.circles import depth
from support.oracles import refuted
from support.random_walk import each_game, random_steps

from prikup.rules.cards import cards, mask
from prikup.rules.game import AnyGame
from prikup.rules.game_analysis import Cell
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Seat, State, View, view, watch
from prikup.worlds.possible_worlds import Placements, all_worlds, count_placements, sample_worlds


def _player_view(state: State[Any], seat: Seat | None) -> View[Any]:
    return watch(state) if seat is None else view(state, seat)


def _hidden_cards(game: AnyGame, player_view: View[Any]) -> tuple[int, ...]:
    known_cards = player_view.hand | mask(n.action for n in player_view.notes if n.kind == "discarded")
    known_cards |= player_view.public.tricks.all_played_cards if player_view.public.tricks else 0
    for face_up_hand in player_view.public.shown:
        known_cards |= face_up_hand
    return cards(mask(game.pack) & ~known_cards)


def _dealings(hidden_cards: tuple[int, ...], sizes: list[int]) -> Iterator[list[int]]:
    if not sizes:
        if not hidden_cards:
            yield []
        return
    for hand_cards in combinations(hidden_cards, sizes[0]):
        rest = tuple(c for c in hidden_cards if c not in hand_cards)
        for other_hands in _dealings(rest, sizes[1:]):
            yield [mask(hand_cards), *other_hands]


def enumerate_worlds(game: AnyGame, state: State[Any], seat: Seat | None) -> set[State[Any]]:
    """Return every world, given the true sizes of the other hands, of the stock and of hidden discards."""
    player_view = _player_view(state, seat)
    hidden_cards = _hidden_cards(game, player_view)
    other_seats = [s for s in range(game.seats) if s != seat]
    sizes = [(state.hands[s] & ~player_view.public.shown[s]).bit_count() for s in other_seats]
    sizes.append(len(state.stock))
    discard_count = len(hidden_cards) - sum(sizes)
    result = set()
    for *hands, stock, _ in _dealings(hidden_cards, [*sizes, discard_count]):
        full = list(player_view.public.shown)
        if seat is not None:
            full[seat] = player_view.hand
        for owner, hand in zip(other_seats, hands, strict=True):
            full[owner] |= hand
        notes = tuple(player_view.notes if s == seat else () for s in range(game.seats))
        world = State(player_view.public, tuple(full), notes, cards(stock))
        if game.analysis.is_possible(player_view, world) and not refuted(game, player_view, world):
            result.add(world)
    return result


def _positions(kind: GameDefinition, seed: int, count: int) -> Iterator[tuple[AnyGame, State[Any], Seat | None]]:
    """Yield positions late in random deals, where enumeration is short; their number depends on the circle."""
    rng = random.Random(seed)
    yielded_count = 0
    for game, state, action in random_steps(kind, seed, 4000):
        seat = rng.choice((None, *range(game.seats)))
        if action is None or rng.random() < 0.7 or not 2 <= len(_hidden_cards(game, _player_view(state, seat))) <= 8:
            continue
        yield game, state, seat
        yielded_count += 1
        if yielded_count == depth(count):
            return
    raise AssertionError("too few late positions")


@each_game
def test_possible_worlds_are_listed_once_with_the_true_one(name: str, kind: GameDefinition) -> None:
    for game, state, seat in _positions(kind, 21, 120):
        player_view = _player_view(state, seat)
        world_list = list(all_worlds(game, player_view))
        assert len(set(world_list)) == len(world_list)
        assert set(world_list) == enumerate_worlds(game, state, seat)
        assert (state.hands, tuple(sorted(state.stock))) in {(w.hands, w.stock) for w in world_list}
        assert set(islice(sample_worlds(game, player_view, random.Random(22)), 20)) <= set(world_list)
        assert count_placements(game, player_view) >= len(world_list)


def test_placements_are_sampled_uniformly() -> None:
    """Eight of the ten placements split each suit between two cells; one split stands for two choices of cards."""
    spades, hearts, clubs = (mask((13 * suit, 13 * suit + 1)) for suit in (0, 1, 2))
    allowed_cards = (spades | hearts, spades | clubs, hearts | clubs)
    placements = Placements(tuple(Cell("hand", seat, 2, cards) for seat, cards in enumerate(allowed_cards)))
    rng = random.Random(24)
    counts = Counter(tuple(placements.draw(rng)) for _ in range(3000))
    assert set(counts) == set(map(tuple, placements.all()))
    assert len(counts) == 10
    assert sum((count - 300) ** 2 / 300 for count in counts.values()) < 30, counts  # exceeded by chance once in 2,000


@pytest.mark.thorough
@each_game
def test_sampled_worlds_are_uniform(name: str, kind: GameDefinition) -> None:
    """Chi-square summed over all worlds of all positions, so one bound serves: z < 4."""
    chi = degrees = 0.0
    rng = random.Random(22)
    for game, state, seat in _positions(kind, 23, 40):
        every_world = enumerate_worlds(game, state, seat)
        if not 2 <= len(every_world) <= 80:
            continue
        draws = 30 * len(every_world)
        counts = Counter(islice(sample_worlds(game, _player_view(state, seat), rng), draws))
        assert set(counts) <= every_world
        chi += sum((counts[world] - 30) ** 2 / 30 for world in every_world)
        degrees += len(every_world) - 1
    assert degrees
    assert abs(chi - degrees) < 4 * (2 * degrees) ** 0.5
