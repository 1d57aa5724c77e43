"""Claims at a table without a solver."""

import random
import sys

import pytest
from support.example_games import example
from table.tables import USERS, Table, asked, at_table, begun, play, said, settings, state_of

from prikup.table.protocol import Propose
from prikup.tricks import Tricks


@at_table
async def test_without_a_solver_those_are_asked_too_who_have_played_their_last_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    table, people = await begun(settings(example(seats=3, alone=True)), *USERS[:3])
    rng = random.Random(1)
    while not (tricks := tricks_of(table)) or tricks.done < state_of(table).game.tricks - 1 or len(tricks.table) < 2:
        await play(table, people, rng, 1)
    last = asked(people)
    await said(table, last, Propose("c", "claim", tuple(int(seat == last.seat) for seat in range(3))))
    assert last.seats.proposal is not None
    assert set(last.seats.proposal.waits) == {0, 1, 2} - {last.seat}


def tricks_of(table: Table) -> Tricks | None:
    """The tricks of the deal, if they have begun."""
    state = state_of(table).state
    return None if state is None else state.public.tricks
