"""The cards of hidden hands that can be located, compared with all worlds consistent with the view."""

from support.circles import depth
from support.random_walk import each_game, random_steps

from prikup.rules.cards import cards
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view, watch
from prikup.worlds.located_cards import locate_cards
from prikup.worlds.possible_worlds import all_worlds, count_placements

MAX_WORLDS = 400
"""The most worlds that are enumerated."""


@each_game
def test_located_cards_are_exactly_the_certain_ones(name: str, kind: GameDefinition) -> None:
    check_count = 0
    for game, state, _ in random_steps(kind, 67, depth(60)):
        if check_count > 60:
            break
        for seat in (None, *range(game.seats)):
            player_view = watch(state) if seat is None else view(state, seat)
            for located_cards in locate_cards(game, player_view):
                hand = state.hands[located_cards.seat]
                assert located_cards.held & ~hand == located_cards.gone & hand == 0
                assert located_cards.size == hand.bit_count()
                if located_cards.cards.bit_count() >= located_cards.size:
                    assert not hand & ~located_cards.cards
                if count_placements(game, player_view) > MAX_WORLDS:
                    continue
                hands = [world.hands[located_cards.seat] for world in all_worlds(game, player_view)]
                check_count += 1
                for card in cards(located_cards.cards):
                    in_hand = {bool(hand_mask >> card & 1) for hand_mask in hands}
                    certain = (
                        {True}
                        if located_cards.held >> card & 1
                        else {False}
                        if located_cards.gone >> card & 1
                        else {True, False}
                    )
                    assert in_hand == certain, f"{card} of {located_cards} in {player_view}"


@each_game
def test_located_cards_are_empty_while_all_hands_are_closed(name: str, kind: GameDefinition) -> None:
    for game, state, _ in random_steps(kind, 71, depth(20)):
        public = state.public
        if public.phase == "play" and not any(public.shown) and game.objective(public).soloist is None:
            assert locate_cards(game, watch(state)) == ()
