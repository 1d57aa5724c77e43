"""Claims of those who see every card in play: what is just is granted, what is too much is refused, by best play."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from support.circles import depth
from support.walk import each_game, everywhere

from prikup import claims
from prikup.claims import best, judged, modest
from prikup.errors import Reason, reason
from prikup.game import AnyGame, Settled
from prikup.kind import Kind
from prikup.solver import Limits, Position, reference
from prikup.solver.from_view import open_positions
from prikup.state import State, view

pytest.importorskip("prikup.solver.native")

SMALL = 4
"""The most tricks that the plain minimax is asked about."""


def splits(game: AnyGame, state: State[Any], left: int) -> Iterator[tuple[int, ...]]:
    """Return every split that the rules accept."""
    for won in product(range(left + 1), repeat=game.seats):
        if sum(won) == left and isinstance(game.settle(state, Settled(tricks=won)), State):
            yield won


def just(sure: dict[Position, int], seat: int, won: tuple[int, ...]) -> bool:
    """Return whether a split is just, said once more, plainly.

    No side has it worse than it can make sure of, and the claimant's no better either.
    """
    for position, value in sure.items():
        tricks = sum(won[s] for s in position.side)
        better = tricks - value if position.goal == "most" else value - tricks
        if better < 0 or (better > 0 and seat in position.side):
            return False
    return True


@each_game
def test_every_split_is_judged_as_the_plain_minimax_judges_it(name: str, kind: Kind) -> None:
    said = {True: 0, False: 0}
    for game, state, action in everywhere(kind, 40, depth(100)):
        for seat in range(game.seats):
            seen = view(state, seat)
            positions = open_positions(game, seen)
            if action is None or not positions or not state.hands[seat] or positions[0].left > SMALL:
                continue
            if not any(seat in position.side for position in positions):
                assert judged(game, seen, (0,) * game.seats) is best(game, seen) is None
                continue
            sure = {position: reference.solve(position) for position in positions}
            for won in splits(game, state, positions[0].left):
                fair = just(sure, seat, won)
                found = judged(game, seen, won)
                assert found == Settled(tricks=won) if fair else isinstance(found, Reason)
                said[fair] += 1
            offered = best(game, seen)
            assert offered is not None
            assert judged(game, seen, offered.tricks) == offered
            own = next(position for position in positions if seat in position.side)
            assert sum(offered.tricks[s] for s in own.side) == sure[own]
    assert all(said.values())


@each_game
def test_a_search_that_was_stopped_grants_nothing(name: str, kind: Kind) -> None:
    stopped = 0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(claims, "LIMITS", Limits(nodes=0))
        for game, state, action in everywhere(kind, 38, depth(20)):
            seat = state.public.actor
            if action is None or seat is None or state.public.phase != "play" or not state.hands[seat]:
                continue
            nothing = (0,) * game.seats
            stopped += modest(game, state, seat, nothing) == reason("claim-uncertain")
    assert stopped
