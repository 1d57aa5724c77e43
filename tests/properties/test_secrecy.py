"""Hidden information never affects what a receiver is shown.

At each step a sampled world of a receiver replaces the State, and must give the same View: legal actions, visible
actions and refusals follow from that. Worlds are cells filled by `prikup.worlds.possible_worlds`, so the same walk
checks that `hidden_cells` always contains the truth.
"""

import random
from itertools import islice
from typing import Any

from support.circles import depth
from support.random_walk import each_game, random_steps

from prikup.rules.cards import mask
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Seat, State, View, view, watch
from prikup.worlds.possible_worlds import sample_worlds


def _view_of(state: State[Any], seat: Seat | None) -> View[Any]:
    return watch(state) if seat is None else view(state, seat)


@each_game
def test_view_after_own_action_does_not_depend_on_hidden_cards(name: str, kind: GameDefinition) -> None:
    """When a receiver acts and nothing new is revealed, the next View is the same in each of their worlds."""
    rng = random.Random(2)
    for game, state, action in random_steps(kind, 12, depth(40)):
        public = state.public
        if action is None or public.phase != "play" or public.actor != public.turn:
            continue
        world = next(sample_worlds(game, view(state, public.turn), rng))
        new_view = view(game.apply(state, action), public.turn)
        reveals_cards = sum(new_view.public.shown) & ~sum(public.shown) or new_view.public.said != public.said
        if not reveals_cards:
            assert view(game.apply(world, action), public.turn) == new_view


@each_game
def test_hidden_cells_contain_the_true_cards(name: str, kind: GameDefinition) -> None:
    for game, state, _ in random_steps(kind, 13, depth(150)):
        for seat in (None, *range(game.seats)):
            player_view = _view_of(state, seat)
            cells = game.analysis.hidden_cells(player_view)
            assert game.analysis.is_possible(player_view, state)
            hidden_cards = mask(game.pack) & ~player_view.hand & ~sum(player_view.public.shown)
            hidden_cards &= ~mask(n.action for n in player_view.notes if n.kind == "discarded")
            hidden_cards &= ~(player_view.public.tricks.all_played_cards if player_view.public.tricks else 0)
            assert sum(cell.size for cell in cells) == hidden_cards.bit_count()
            for owner in range(game.seats):
                if owner != seat:
                    mine = [c for c in cells if c.place == "hand" and c.seat == owner]
                    in_hand = state.hands[owner] & ~player_view.public.shown[owner]
                    assert sum(c.size for c in mine) == in_hand.bit_count()
                    allowed_cards = 0
                    for cell in mine:
                        allowed_cards |= cell.allowed_cards
                    assert not in_hand & ~allowed_cards


@each_game
def test_sampled_worlds_keep_all_cards_and_the_view(name: str, kind: GameDefinition) -> None:
    rng = random.Random(4)
    for game, state, _ in random_steps(kind, 14, depth(15)):
        for seat in (None, *range(game.seats)):
            player_view = _view_of(state, seat)
            for world in islice(sample_worlds(game, player_view, rng), 2):
                assert _view_of(world, seat) == player_view
                all_cards = sum(world.hands) + mask(world.stock)
                assert all_cards.bit_count() == sum(h.bit_count() for h in world.hands) + len(world.stock)
                assert not all_cards & ~mask(game.pack)
                assert [h.bit_count() for h in world.hands] == [h.bit_count() for h in state.hands]
                assert len(world.stock) == len(state.stock)
