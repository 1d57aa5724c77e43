"""A claim at the last trick, which its last player sees whole."""

import pytest
from support.walk import everywhere

from prikup.claims import judged
from prikup.errors import Reason
from prikup.game import Settled
from prikup.games.three_five_eight import KIND
from prikup.state import view

pytest.importorskip("prikup.solver.native")


def test_who_plays_last_may_not_give_a_trick_to_another_than_takes_it() -> None:
    refused = 0
    for game, state, action in everywhere(KIND, 41, 40):
        public = state.public
        if action is None or public.tricks is None or public.tricks.done < 15 or len(public.tricks.table) < 2:
            continue
        after = game.apply(state, action)
        (taker,) = (s for s in range(3) if after.public.tricks.won[s] > public.tricks.won[s])
        if game.contest(public).goal == "fewest" or taker == public.turn:
            continue
        for seat in range(3):
            won = tuple(int(s == seat) for s in range(3))
            found = judged(game, view(state, public.turn), won)
            if seat == taker:
                assert found == Settled(tricks=won)
            else:
                assert isinstance(found, Reason)
                refused += 1
    assert refused > 10
