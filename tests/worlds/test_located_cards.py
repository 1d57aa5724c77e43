"""The cards of hidden hands that can be located, compared with all worlds consistent with the view."""

from support.circles import depth
from support.random_walk import each_game, everywhere

from prikup.rules.cards import cards
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view, watch
from prikup.worlds.located_cards import traced
from prikup.worlds.possible_worlds import all_worlds, count_placements

FEW = 400
"""The most worlds that are enumerated."""


@each_game
def test_what_is_placed_is_so_in_every_world_and_nothing_more_is_known(name: str, kind: GameDefinition) -> None:
    checked = 0
    for game, state, _ in everywhere(kind, 67, depth(60)):
        if checked > 60:
            break
        for seat in (None, *range(game.seats)):
            seen = watch(state) if seat is None else view(state, seat)
            for known in traced(game, seen):
                hand = state.hands[known.seat]
                assert known.held & ~hand == known.gone & hand == 0
                assert known.size == hand.bit_count()
                if known.cards.bit_count() >= known.size:
                    assert not hand & ~known.cards
                if count_placements(game, seen) > FEW:
                    continue
                hands = [world.hands[known.seat] for world in all_worlds(game, seen)]
                checked += 1
                for card in cards(known.cards):
                    in_hand = {bool(each >> card & 1) for each in hands}
                    certain = {True} if known.held >> card & 1 else {False} if known.gone >> card & 1 else {True, False}
                    assert in_hand == certain, f"{card} of {known} in {seen}"


@each_game
def test_nothing_is_told_while_all_hands_are_closed(name: str, kind: GameDefinition) -> None:
    for game, state, _ in everywhere(kind, 71, depth(20)):
        public = state.public
        if public.phase == "play" and not any(public.shown) and game.contest(public).one is None:
            assert traced(game, watch(state)) == ()
