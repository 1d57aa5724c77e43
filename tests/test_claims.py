"""Claims of those who see every card in play: what is just is granted, what is too much is refused, by best play."""

import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from games.preferans_table import Table, seated
from walk import KINDS, everywhere

from prikup import claims
from prikup.claims import best, judged
from prikup.errors import Reason, reason
from prikup.game import AnyGame, Kind, Settled
from prikup.solver import Limits, Position, reference
from prikup.solver.from_view import open_positions
from prikup.state import State, view

pytest.importorskip("prikup.solver.native")

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)
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
    for game, state, action in everywhere(kind, 37, 60):
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
    assert min(said.values()) > 10


# A misère, in which all the cards lie open to declarer


def misere(hand: str) -> Table:
    """Return the beginning of a misère that A plays with these cards."""
    return seated("sochi", hand).say("misere pass pass").discard()


SAFE, CAUGHT = "H7 H9 HJ D7 D8 DT C7 C8 S8 S9", "H7 H9 HA D7 D8 DT C7 C8 S8 S9"


def test_a_misere_that_nobody_can_catch_is_claimed_without_a_trick() -> None:
    table = misere(SAFE)
    for won in ((0, 10, 0), (0, 3, 7)):
        assert judged(table.game, table.view(0), won) == Settled(tricks=won)
    slip = reason("claim-unjust", players=(0,), claimed=10, best=0, tricks=10)
    assert judged(table.game, table.view(0), (10, 0, 0)) == slip


def test_a_misere_that_can_be_caught_is_not() -> None:
    table = misere(CAUGHT)
    split = best(table.game, table.view(0))
    assert split is not None
    least = split.tricks[0]
    assert least > 0
    for tricks in range(11):
        found = judged(table.game, table.view(0), (tricks, 10 - tricks, 0))
        if tricks == least:
            assert isinstance(found, Settled)
        else:
            assert found == reason("claim-unjust", players=(0,), claimed=tricks, best=least, tricks=10)


def test_the_defenders_of_a_misere_do_not_see_declarers_cards() -> None:
    table = misere(CAUGHT)
    for seat in (1, 2):
        assert judged(table.game, table.view(seat), (10, 0, 0)) is best(table.game, table.view(seat)) is None


# A whist in the light


def test_in_the_light_declarer_may_claim_what_best_play_gives() -> None:
    table = seated("sochi", "SA SK SQ S9 S8 HA HQ D7 C7 C8").say("6S pass pass").discard().say("6S whist pass light")
    split = best(table.game, table.view(0))
    assert split is not None
    most = split.tricks[0]
    assert 6 < most < 10
    for tricks in range(11):
        for others in ((10 - tricks, 0), (0, 10 - tricks)):
            found = judged(table.game, table.view(0), (tricks, *others))
            if tricks == most:
                assert isinstance(found, Settled), "how the defence shares its tricks is all the same"
            else:
                assert found == reason("claim-unjust", players=(0,), claimed=tricks, best=most, tricks=10)
    for seat in (1, 2):
        assert judged(table.game, table.view(seat), (0, 10, 0)) is None


# The last trick, which its last player sees whole


def test_who_plays_last_may_not_give_a_trick_to_another_than_takes_it() -> None:
    refused = 0
    for game, state, action in everywhere(dict(KINDS)["three-five-eight"], 41, 40):
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


def test_partners_have_their_tricks_together() -> None:
    granted = 0
    for game, state, action in everywhere(dict(KINDS)["tuppi"], 41, 20):
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


# Where the solver cannot tell


def test_without_a_solver_people_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    table = misere(SAFE)
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    assert judged(table.game, table.view(0), (0, 10, 0)) is best(table.game, table.view(0)) is None


def test_without_time_people_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    table = misere(CAUGHT)
    monkeypatch.setattr(claims, "LIMITS", Limits(nodes=1))
    assert judged(table.game, table.view(0), (0, 10, 0)) is best(table.game, table.view(0)) is None
