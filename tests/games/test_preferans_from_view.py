"""Who sees every card in play."""

import random

from games.preferans_table import seated

from prikup.solver.from_view import open_positions


def test_at_a_misere_declarer_sees_all_and_the_defence_does_not() -> None:
    table = seated("sochi", OPEN).say("misere pass pass").discard()
    assert table.public.phase == "play"
    assert [len(open_positions(table.game, table.view(seat))) for seat in range(3)] == [2, 0, 0]
    assert [p.side for p in open_positions(table.game, table.view(0))] == [{0}, {1, 2}]
    later = table.at_random(random.Random(1))
    assert open_positions(later.game, later.view(0)) == ()


OPEN = "S7 S8 ST SQ C7 C9 D7 D8 H7 H8"


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
