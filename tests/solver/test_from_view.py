"""A View becomes a position where every card in play lies open, and nowhere else."""

import random

import pytest
from games.preferans_table import seated
from walk import KINDS, everywhere

from prikup.game import Kind
from prikup.solver.from_view import open_positions
from prikup.state import view, watch

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)

OPEN = "S7 S8 ST SQ C7 C9 D7 D8 H7 H8"
"""Declarer's cards at a misère or in the light."""


@each_game
def test_a_view_with_a_hidden_card_is_never_judged(name: str, kind: Kind) -> None:
    """And one without is the State itself, as far as it is played."""
    opened = hidden = 0
    for game, state, action in everywhere(kind, 31, 150):
        public = state.public
        for seen in (watch(state), *(view(state, seat) for seat in range(game.seats))):
            positions = open_positions(game, seen)
            if public.tricks is None or action is None:
                assert positions == ()
                continue
            seats = public.tricks.seats
            if any(state.hands[s] & ~public.shown[s] for s in seats if s != seen.seat):
                hidden += 1
                assert positions == ()
                continue
            opened += 1
            contest = game.contest(public)
            assert [position.side for position in positions] == list(map(frozenset, contest.sides))
            for position in positions:
                assert position.hands == tuple(h if s in seats else 0 for s, h in enumerate(state.hands))
                assert position.goal == contest.goal
                assert position.tricks.turn == public.turn
                assert position.tricks.lying == public.tricks.lying
                assert position.tricks.legal(state.hands[public.turn]) >> action & 1
    assert opened > 20
    assert hidden > 1000


def test_at_a_misere_declarer_sees_all_and_the_defence_does_not() -> None:
    table = seated("sochi", OPEN).say("misere pass pass").discard()
    assert table.public.phase == "play"
    assert [len(open_positions(table.game, table.view(seat))) for seat in range(3)] == [2, 0, 0]
    assert [p.side for p in open_positions(table.game, table.view(0))] == [{0}, {1, 2}]
    later = table.at_random(random.Random(1))
    assert open_positions(later.game, later.view(0)) == ()


def test_in_the_light_declarer_sees_all_and_the_whister_does_not() -> None:
    table = seated("sochi", OPEN).say("6S pass pass").discard().say("6S whist pass light")
    assert table.public.light == 1
    assert [len(open_positions(table.game, table.view(seat))) for seat in range(3)] == [2, 0, 0]
    closed = seated("sochi", OPEN).say("6S pass pass").discard().say("6S whist pass closed")
    assert [len(open_positions(closed.game, closed.view(seat))) for seat in range(3)] == [0, 0, 0]


def test_a_dealer_who_sees_the_talon_sees_nothing_of_the_play() -> None:
    table = seated("leningrad players=4 throw_talon=on", OPEN).say("6S pass pass throw 6S whist pass closed")
    assert table.public.shown[3]
    assert open_positions(table.game, table.view(3)) == ()
