"""A claim at the last trick: partners have their tricks together."""

import pytest
from support.walk import everywhere

from prikup.claims import judged
from prikup.game import Settled
from prikup.games.tuppi import KIND
from prikup.state import view

pytest.importorskip("prikup.solver.native")


def test_partners_have_their_tricks_together() -> None:
    granted = 0
    for game, state, action in everywhere(KIND, 41, 20):
        public = state.public
        if action is None or not public.tricks or public.soloist is not None or len(public.tricks.table) < 3:
            continue
        if public.tricks.done == 12:
            seen = view(state, public.turn)
            found = [judged(game, seen, tuple(int(s == seat) for s in range(4))) for seat in range(4)]
            just = [isinstance(verdict, Settled) for verdict in found]
            assert just[:2] == just[2:]
            assert any(just)
            granted += sum(just)
    assert granted > 10
