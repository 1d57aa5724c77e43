"""Preferans at a table: the declarer of a misère sees every card in play, so a claim of theirs is granted at once or
refused, and nobody is asked."""

import random
import sys
from typing import Any

import pytest
from table.conftest import hosted, pytest_generate_tests
from table.tables import Shelf, Somebody, answer, at_table, begun, quiet, said, settings, stage, state_of

from prikup.claims import best
from prikup.errors import reason
from prikup.history.log import Agreed
from prikup.state import State, view
from prikup.table.actor import Table
from prikup.table.protocol import Answer, Propose, Receipt, Refused, Seats, Sent
from prikup.table.state import TableState
from prikup.text_forms import action_text

pytest.importorskip("prikup.solver.native")

__all__ = ["hosted", "pytest_generate_tests"]  # over each kind of host, as the suite of the table


def now(table: Table) -> State[Any]:
    state = state_of(table).state
    assert state is not None
    return state


def agreed(table: Table) -> list[Agreed]:
    log = state_of(table).log
    assert log is not None
    return [event for event in log.events if isinstance(event, Agreed)]


def due(table: Table, person: Somebody) -> tuple[int, ...]:
    """What best play gives to one who sees all the cards; nothing to another."""
    split = best(state_of(table).game, view(now(table), person.seat))
    return split.tricks if split else ()


async def misere(*users: str, shelf: Shelf | None = None) -> tuple[Table, Somebody, list[Somebody]]:
    """A table at which somebody plays a misère that best play catches, all cards being open to him; and the others."""
    table, people = await begun(settings("preferans"), *users, shelf=shelf)
    while True:
        for person in people:
            if stage(table) == "deal" and now(table).public.declarer == person.seat:
                split = due(table, person)
                if split and split[person.seat]:
                    return table, person, [other for other in people if other is not person]
        for person in people:
            if (sent := bids(table, person)) is not None:
                await said(table, person, sent)
        await quiet(1)


def bids(table: Table, person: Somebody) -> Sent | None:
    """A misère, if one may bid it; else pass, or anything."""
    if stage(table) == "deal":
        words = {action_text(state_of(table).game.calls, action): action for action in person.update.legal}
        if found := words.get("misere") or words.get("pass"):
            return person.act(found)
    return answer(person, random.Random(0))


@at_table
async def test_a_just_claim_is_granted_at_once_and_an_unjust_one_refused() -> None:
    """One that takes too much, and a slip that gives tricks away: both are told what best play gives."""
    shelf = Shelf()
    table, declarer, others = await misere("anna", "boris", "clara", shelf=shelf)
    split = due(table, declarer)
    own, tricks = split[declarer.seat], sum(split)
    nothing = tuple(tricks if seat == others[0].seat else 0 for seat in range(3))
    n, before = state_of(table).n, [len(other.told) for other in others]
    (refused,) = await said(table, declarer, Propose("c", "claim", nothing))
    why = reason("claim-unjust", players=(declarer.seat,), claimed=0, best=own, tricks=tricks)
    assert refused == Refused(why, "c")
    slip = list(split)
    slip[declarer.seat] += 1
    slip[max((other.seat for other in others), key=split.__getitem__)] -= 1
    await said(table, declarer, Propose("s", "claim", tuple(slip)))
    assert declarer.refusal == "claim-unjust"
    assert (stage(table), state_of(table).n) == ("deal", n)
    assert [len(other.told) for other in others] == before, "nobody else hears of it"
    assert agreed(table) == []

    told = await said(table, declarer, Propose("d", "claim", split))
    assert isinstance(told[0], Receipt)
    assert stage(table) == "rest"
    assert agreed(table) == [Agreed(split, (declarer.seat,))]
    read = TableState.of(table.settings, shelf.kept)
    assert (read.closed, read.stage) == (state_of(table).closed, "rest")
    for other in others:
        assert other.update.did[0] == reason("did-claim", player=declarer.seat, counted=split)
        assert all(seats.proposal is None for seats in other.all(Seats))


@at_table
async def test_computer_players_take_best_play_for_an_answer() -> None:
    table, anna, _ = await misere("anna")
    split = due(table, anna)
    await said(table, anna, Propose("x", "claim", tuple(sum(split) * (seat == 1) for seat in range(3))))
    assert anna.refusal == "claim-unjust"
    await said(table, anna, Propose("c", "claim", split))
    assert agreed(table) == [Agreed(split, (anna.seat,))]


@at_table
async def test_who_does_not_see_every_card_asks_the_others() -> None:
    table, declarer, (one, other) = await misere("anna", "boris", "clara")
    split = due(table, declarer)
    assert due(table, one) == ()
    await said(table, one, Propose("c", "claim", split))
    proposal = declarer.seats.proposal
    assert proposal is not None
    assert set(proposal.waits) == {declarer.seat, other.seat}
    await said(table, declarer, Answer(proposal.number, False))
    assert agreed(table) == []


@at_table
async def test_without_a_solver_the_others_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    table, declarer, others = await misere("anna", "boris", "clara")
    split = due(table, declarer)
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    await said(table, declarer, Propose("c", "claim", split))
    proposal = declarer.seats.proposal
    assert proposal is not None
    assert set(proposal.waits) == {other.seat for other in others}
