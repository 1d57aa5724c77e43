"""A misère of Preferans at a table: players who see every card in play claim and decide; defenders point at cards."""

from typing import Any

import pytest
from table.tables import QUICK, Shelf, Somebody, asked, at_table, begun, quiet, said, settings, stage, state_of

from prikup.bots.advice import Advice
from prikup.claims import best
from prikup.games import GAMES
from prikup.history.log import Agreed
from prikup.rules.cards import cards
from prikup.rules.errors import reason
from prikup.rules.state import State, view
from prikup.table.actor import Table
from prikup.table.commands.bots import Bot
from prikup.table.protocol import Answer, Moved, Point, Pointed, Pointing, Propose, Receipt, Refused, Seats
from prikup.table.table_settings import Timing

SLOW = Timing(pace=1)
"""Computer players take a second, in which a user can point at a card."""


async def misere(*users: str, timing: Timing = QUICK, **more: Any) -> tuple[Table, list[Somebody]]:
    """Return a misère declared by the first user who can bid it; the hands of the defence are open."""
    table, people = await begun(settings("preferans", "sochi", **more), *users, shelf=Shelf(), timing=timing)
    calls = state_of(table).game.calls
    while not any(person.update.partners for person in people):
        if not any(person.update.legal for person in people):
            await quiet(1)  # a computer player is thinking
            continue
        person = asked(people)
        legal = person.update.legal
        wished = [52 + calls.index(call) for call in ("misere", "pass") if call in calls]
        act = next((call for call in wished if call in legal), legal[0])
        await said(table, person, person.act(act))
    return table, people


async def of_three() -> tuple[Table, Somebody, Somebody, Somebody]:
    """Return a misère of three users: the declarer and the two defenders."""
    table, people = await misere("anna", "boris", "clara")
    declarer, one, other = sorted(people, key=lambda person: len(person.update.partners))
    return table, declarer, one, other


def now(table: Table) -> State[Any]:
    state = state_of(table).state
    assert state is not None
    return state


def shown(table: Table, seat: int) -> tuple[int, ...]:
    return cards(now(table).public.shown[seat])


# Claims


def agreed(table: Table) -> list[Agreed]:
    log = state_of(table).log
    assert log is not None
    return [event for event in log.events if isinstance(event, Agreed)]


@at_table
async def test_a_just_claim_of_declarers_is_granted_at_once_and_an_unjust_one_refused() -> None:
    """Refused are a claim of too much, and one that gives tricks away; neither reveals the result of best play."""
    pytest.importorskip("prikup.solver.native")
    table, declarer, one, other = await of_three()
    own = best(state_of(table).game, view(now(table), declarer.seat))
    assert own
    before = [len(one.told), len(other.told)]
    for claimed in (0, own + 1):
        (refused,) = await said(table, declarer, Propose(declarer.id(), "claim", claimed))
        assert isinstance(refused, Refused)
        assert refused.reason == reason("claim-unjust")
    assert (stage(table), agreed(table)) == ("deal", [])
    assert [len(one.told), len(other.told)] == before, "nobody else hears of it"

    granted, *_ = await said(table, declarer, Propose("d", "claim", own))
    assert isinstance(granted, Receipt)
    assert stage(table) == "rest"
    (ended,) = agreed(table)
    assert (ended.won[declarer.seat], sum(ended.won), ended.by) == (own, 10, (declarer.seat,))
    for person in (one, other):
        assert person.update.did[0] == reason("did-claim", player=declarer.seat, counted=ended.won)
        assert all(seats.proposal is None for seats in person.all(Seats))


@at_table
async def test_a_defender_asks_the_others_and_declarer_alone_is_told_whether_the_claim_is_right() -> None:
    pytest.importorskip("prikup.solver.native")
    table, declarer, author, other = await of_three()
    just = best(state_of(table).game, view(now(table), declarer.seat))
    assert just is not None
    for claimed, key in (10 - just, "claim-just"), (just, "claim-unjust"):
        await said(table, author, Propose(author.id(), "claim", claimed))
        assert set(declarer.proposal.waits) == {declarer.seat, other.seat}
        assert declarer.proposal.verdict is not None
        assert declarer.proposal.verdict.key == key
        assert author.proposal.verdict is other.proposal.verdict is None
        await said(table, declarer, Answer(declarer.proposal.number, False))
        assert declarer.seats.proposal is None
    assert agreed(table) == []


# Pointing at a card of a partner's open hand: all see it, and the partner remains free


@at_table
async def test_everybody_sees_what_a_partner_points_at_and_no_log_knows() -> None:
    table, *people = await of_three()
    _, one, other = people
    assert one.update.partners == (other.seat,)
    card = shown(table, other.seat)[0]
    written = state_of(table).n
    watcher = Somebody("eva")
    table.join(watcher)
    await said(table, one, Point(one.update.n, card))
    pointing = Pointed((Pointing(one.seat, other.seat, card),))
    assert [person.last(Pointed) for person in (*people, watcher)] == [pointing] * 4
    assert state_of(table).n == written, "nothing is committed"
    late = Somebody("late")
    table.join(late)
    await quiet()
    assert late.last(Pointed) == pointing
    await said(table, one, Point(one.update.n, None))
    assert watcher.last(Pointed) == Pointed(())


@at_table
async def test_it_is_over_when_the_hand_plays_a_card() -> None:
    table, *people = await of_three()
    _, one, other = people
    await said(table, one, Point(one.update.n, shown(table, other.seat)[-1]))
    while other.update.n == one.update.n and not other.update.legal:
        person = asked(people)
        await said(table, person, person.act(person.update.legal[0]))
    assert one.last(Pointed).cards
    await said(table, other, other.act(other.update.legal[0]))
    assert [person.last(Pointed) for person in people] == [Pointed(())] * 3


@at_table
async def test_only_a_defender_points_and_only_at_a_card_that_is_there() -> None:
    table, declarer, one, _ = await of_three()
    for person, key in (declarer, "point-open-partner"), (one, "point-not-there"):
        await said(table, person, Point(person.update.n, shown(table, one.seat)[0]))
        assert person.refusal == key
    assert not one.all(Pointed)


async def partner_to_play() -> tuple[Table, Somebody, int]:
    """Return a misère with one user in the defence, whose partner, a computer player, has a choice of cards."""
    for _ in range(50):
        table, people = await misere("anna", "boris", timing=SLOW, level="rule")
        (one,) = (person for person in people if person.update.partners)
        (partner,) = one.update.partners
        while state_of(table).asked != (partner,):
            person = asked(people)
            await said(table, person, person.act(person.update.legal[0]))
        if len(state_of(table).game.legal(state_of(table).question(partner))) > 1:
            return table, one, partner
        await table.stop()
    raise AssertionError("nobody ever has a choice")


@at_table
async def test_a_computer_partner_plays_the_card() -> None:
    table, one, partner = await partner_to_play()
    seen = state_of(table).question(partner)
    legal = state_of(table).game.legal(seen)
    decided = GAMES["preferans"].rule(state_of(table).game, 0)(seen)
    card = next(card for card in legal if card != decided)
    await said(table, one, Point(one.update.n, card))
    await quiet(2)
    assert Moved(partner, card) in one.update.moved or card in cards(now(table).public.tricks.all_played)


@at_table
async def test_a_computer_partner_that_searches_does_what_it_finds_better(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _, partner = await partner_to_play()
    seen = state_of(table).question(partner)
    best, as_good, worst, unknown = 7, 8, 9, 10
    worth: dict[tuple[int, ...], float] = {(best,): 1.0, (as_good,): 1.0, (worst,): 0.5}
    monkeypatch.setattr("prikup.table.commands.bots.hint", lambda game, view: Advice((best,), worth))
    bot = Bot("master", state_of(table).game, 1)
    assert [bot.follows(seen, card, best) for card in (as_good, worst, unknown)] == [True, False, True]
    assert Bot("rule", state_of(table).game, 1).follows(seen, worst, best)
