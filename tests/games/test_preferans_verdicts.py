"""Claims of the defenders at an open misère: the declarer, who sees every card, is told whether they are right."""

import random
from typing import Any

import pytest
from table.tables import Somebody, asked, at_table, begun, play, said, settings, state_of

from prikup.claims import best, judged, verdict
from prikup.errors import Reason
from prikup.game import Settled
from prikup.games.preferans.calls import MISERE, PASS
from prikup.state import view
from prikup.table.actor import Table
from prikup.table.protocol import Answer, Propose

pytest.importorskip("prikup.solver.native")


async def at_misere() -> tuple[Table, list[Somebody]]:
    """A misère of three people whose first card is to be led: the first to speak plays it."""
    table, people = await begun(settings("preferans"), "anna", "boris", "clara")
    await said(table, asked(people), asked(people).act(MISERE))
    for _ in range(2):
        await said(table, asked(people), asked(people).act(PASS))
    declarer = asked(people)
    await said(table, declarer, declarer.act(*declarer.update.legal[:2]))
    return table, people


def splits() -> list[tuple[int, int]]:
    return [(mine, 10 - mine) for mine in range(11)]


@at_table
async def test_the_declarer_is_told_whether_a_claim_is_right_and_nobody_else_is() -> None:
    table, people = await at_misere()
    state: Any = state_of(table).state
    declarer = next(person for person in people if person.seat == state.public.declarer)
    author, other = (person for person in people if person is not declarer)
    keys = set()
    found = best(state_of(table).game, view(state, declarer.seat))
    assert found is not None
    just = found.tricks[declarer.seat]
    for mine in (just, 10 - just):
        won = tuple(mine if seat == declarer.seat else 10 - mine if seat == author.seat else 0 for seat in range(3))
        await said(table, author, Propose(author.id(), "claim", won))
        asked_now = declarer.seats.proposal
        assert asked_now is not None
        expected = verdict(state_of(table).game, view(state, declarer.seat), won, author.seat)
        assert isinstance(expected, Reason)
        assert asked_now.verdict == expected
        keys.add(expected.key)
        for blind in (author, other):
            assert blind.seats.proposal is not None
            assert blind.seats.proposal.verdict is None
        await said(table, declarer, Answer(asked_now.number, False))
        assert declarer.seats.proposal is None
    assert keys == {"claim-just", "claim-unjust"}


@at_table
async def test_nobody_is_told_where_hands_are_closed() -> None:
    table, people = await begun(settings("preferans"), "anna", "boris", "clara")
    rng = random.Random(3)
    for _ in range(3):
        await said(table, asked(people), asked(people).act(PASS))
    await play(table, people, rng, 2)
    author = people[0]
    await said(table, author, Propose(author.id(), "claim", _rest(table, author.seat)))
    for person in people:
        assert person.seats.proposal is not None
        assert person.seats.proposal.verdict is None


def _rest(table: Table, seat: int) -> tuple[int, ...]:
    state: Any = state_of(table).state
    left = 10 - len(state.public.tricks.past)
    return tuple(left * (each == seat) for each in range(3))


@at_table
async def test_a_split_between_two_sides_is_right_whoever_claims_it() -> None:
    table, _ = await at_misere()
    state: Any = state_of(table).state
    game, declarer = state_of(table).game, state.public.declarer
    author = (declarer + 1) % 3
    for mine, theirs in splits():
        won = tuple(mine if seat == declarer else theirs if seat == author else 0 for seat in range(3))
        own = isinstance(judged(game, view(state, declarer), won), Settled)
        told = verdict(game, view(state, declarer), won, author)
        assert told is not None
        assert (told.key == "claim-just") == own
        assert verdict(game, view(state, author), won, author) is None, "declarer's hand is hidden"
