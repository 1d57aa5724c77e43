"""A misère of Preferans at a table: players who see every card in play claim and decide; defenders point at cards."""

from typing import Any

import pytest
from table.recording_client import Somebody
from table.tables import (
    QUICK,
    Shelf,
    client_to_act,
    run_loop,
    send,
    settings,
    stage,
    started_table,
    state_of,
    table_test,
)

from prikup.bots.advice import Advice
from prikup.claims import best_play_tricks
from prikup.games import GAMES
from prikup.history.events import AgreementEvent
from prikup.rules.cards import cards
from prikup.rules.errors import reason
from prikup.rules.state import State, view
from prikup.table.actor import Table
from prikup.table.commands.bots import Bot
from prikup.table.protocol.client_messages import AnswerCommand, PointCommand, ProposeCommand
from prikup.table.protocol.message_parts import Pointing, SeatAction
from prikup.table.protocol.server_messages import PointingsMessage, ReceiptMessage, RefusedMessage, SeatsMessage
from prikup.table.table_settings import Timing

SLOW = Timing(pace=1)
"""Computer players take a second, in which a user can point at a card."""


async def misere(*users: str, timing: Timing = QUICK, **table_options: Any) -> tuple[Table, list[Somebody]]:
    """Return a misère declared by the first user who can bid it; the hands of the defence are open."""
    table, people = await started_table(
        settings("preferans", "sochi", **table_options), *users, shelf=Shelf(), timing=timing
    )
    calls = state_of(table).game.calls
    while not any(person.update.partners for person in people):
        if not any(person.update.legal for person in people):
            await run_loop(1)  # a computer player is thinking
            continue
        person = client_to_act(people)
        legal = person.update.legal
        wanted_calls = [52 + calls.index(call) for call in ("misere", "pass") if call in calls]
        act = next((call for call in wanted_calls if call in legal), legal[0])
        await send(table, person, person.act(act))
    return table, people


async def misere_of_three() -> tuple[Table, Somebody, Somebody, Somebody]:
    """Return a misère of three users: the declarer and the two defenders."""
    table, people = await misere("anna", "boris", "clara")
    declarer, defender, co_defender = sorted(people, key=lambda person: len(person.update.partners))
    return table, declarer, defender, co_defender


def current_state(table: Table) -> State[Any]:
    state = state_of(table).state
    assert state is not None
    return state


def face_up_cards(table: Table, seat: int) -> tuple[int, ...]:
    return cards(current_state(table).public.shown[seat])


# Claims


def agreed_events(table: Table) -> list[AgreementEvent]:
    log = state_of(table).log
    assert log is not None
    return [event for event in log.events if isinstance(event, AgreementEvent)]


@table_test
async def test_preferans_table_grants_just_declarer_claim_and_refuses_unjust() -> None:
    """Refused are a claim of too much, and one that gives tricks away; neither reveals the result of best play."""
    pytest.importorskip("prikup.solver.native")
    table, declarer, defender, co_defender = await misere_of_three()
    best_tricks = best_play_tricks(state_of(table).game, view(current_state(table), declarer.seat))
    assert best_tricks
    old_counts = [len(defender.messages), len(co_defender.messages)]
    for claimed_tricks in (0, best_tricks + 1):
        (refusal,) = await send(table, declarer, ProposeCommand(declarer.id(), "claim", claimed_tricks))
        assert isinstance(refusal, RefusedMessage)
        assert refusal.reason == reason("claim-unjust")
    assert (stage(table), agreed_events(table)) == ("deal", [])
    assert [len(defender.messages), len(co_defender.messages)] == old_counts, "nobody else hears of it"

    receipt, *_ = await send(table, declarer, ProposeCommand("d", "claim", best_tricks))
    assert isinstance(receipt, ReceiptMessage)
    assert stage(table) == "rest"
    (agreement,) = agreed_events(table)
    assert (agreement.won[declarer.seat], sum(agreement.won), agreement.by) == (best_tricks, 10, (declarer.seat,))
    for person in (defender, co_defender):
        assert person.update.did[0] == reason("did-claim", player=declarer.seat, counted=agreement.won)
        assert all(seats.proposal is None for seats in person.all(SeatsMessage))


@table_test
async def test_preferans_table_shows_verdict_on_defender_claim_to_declarer_only() -> None:
    pytest.importorskip("prikup.solver.native")
    table, declarer, author, co_defender = await misere_of_three()
    best_tricks = best_play_tricks(state_of(table).game, view(current_state(table), declarer.seat))
    assert best_tricks is not None
    for claimed_tricks, key in (10 - best_tricks, "claim-just"), (best_tricks, "claim-unjust"):
        await send(table, author, ProposeCommand(author.id(), "claim", claimed_tricks))
        assert set(declarer.proposal.waits) == {declarer.seat, co_defender.seat}
        assert declarer.proposal.verdict is not None
        assert declarer.proposal.verdict.key == key
        assert author.proposal.verdict is co_defender.proposal.verdict is None
        await send(table, declarer, AnswerCommand(declarer.proposal.number, False))
        assert declarer.seats.proposal is None
    assert agreed_events(table) == []


# Pointing at a card of a partner's open hand: all see it, and the partner remains free


@table_test
async def test_preferans_pointing_is_visible_to_all_and_not_logged() -> None:
    table, *people = await misere_of_three()
    _, defender, co_defender = people
    assert defender.update.partners == (co_defender.seat,)
    card = face_up_cards(table, co_defender.seat)[0]
    commit_count = state_of(table).n
    watcher = Somebody("eva")
    table.join(watcher)
    await send(table, defender, PointCommand(defender.update.n, card))
    pointing = PointingsMessage((Pointing(defender.seat, co_defender.seat, card),))
    assert [person.last(PointingsMessage) for person in (*people, watcher)] == [pointing] * 4
    assert state_of(table).n == commit_count, "nothing is committed"
    late = Somebody("late")
    table.join(late)
    await run_loop()
    assert late.last(PointingsMessage) == pointing
    await send(table, defender, PointCommand(defender.update.n, None))
    assert watcher.last(PointingsMessage) == PointingsMessage(())


@table_test
async def test_preferans_pointing_ends_when_hand_plays_a_card() -> None:
    table, *people = await misere_of_three()
    _, defender, co_defender = people
    await send(table, defender, PointCommand(defender.update.n, face_up_cards(table, co_defender.seat)[-1]))
    while co_defender.update.n == defender.update.n and not co_defender.update.legal:
        person = client_to_act(people)
        await send(table, person, person.act(person.update.legal[0]))
    assert defender.last(PointingsMessage).cards
    await send(table, co_defender, co_defender.act(co_defender.update.legal[0]))
    assert [person.last(PointingsMessage) for person in people] == [PointingsMessage(())] * 3


@table_test
async def test_preferans_pointing_is_refused_to_declarer_and_at_absent_cards() -> None:
    table, declarer, defender, _ = await misere_of_three()
    for person, key in (declarer, "point-open-partner"), (defender, "point-not-there"):
        await send(table, person, PointCommand(person.update.n, face_up_cards(table, defender.seat)[0]))
        assert person.refusal == key
    assert not defender.all(PointingsMessage)


async def partner_to_play() -> tuple[Table, Somebody, int]:
    """Return a misère with one user in the defence, whose partner, a computer player, has a choice of cards."""
    for _ in range(50):
        table, people = await misere("anna", "boris", timing=SLOW, level="rule")
        (defender,) = (person for person in people if person.update.partners)
        (partner,) = defender.update.partners
        while state_of(table).seats_to_act != (partner,):
            person = client_to_act(people)
            await send(table, person, person.act(person.update.legal[0]))
        if len(state_of(table).game.legal(state_of(table).decision_view(partner))) > 1:
            return table, defender, partner
        await table.stop()
    raise AssertionError("nobody ever has a choice")


@table_test
async def test_preferans_computer_partner_plays_card_pointed_at() -> None:
    table, defender, partner = await partner_to_play()
    partner_view = state_of(table).decision_view(partner)
    legal = state_of(table).game.legal(partner_view)
    rule_card = GAMES["preferans"].rule(state_of(table).game, 0)(partner_view)
    card = next(card for card in legal if card != rule_card)
    await send(table, defender, PointCommand(defender.update.n, card))
    await run_loop(2)
    assert SeatAction(partner, card) in defender.update.moved or card in cards(
        current_state(table).public.tricks.all_played_cards
    )


@table_test
async def test_preferans_searching_partner_ignores_worse_card_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _, partner = await partner_to_play()
    partner_view = state_of(table).decision_view(partner)
    best, as_good, worst, unknown = 7, 8, 9, 10
    worth: dict[tuple[int, ...], float] = {(best,): 1.0, (as_good,): 1.0, (worst,): 0.5}
    monkeypatch.setattr("prikup.table.commands.bots.hint", lambda game, view: Advice((best,), worth))
    bot = Bot("master", state_of(table).game, 1)
    assert [bot.follows_pointing(partner_view, card, best) for card in (as_good, worst, unknown)] == [True, False, True]
    assert Bot("rule", state_of(table).game, 1).follows_pointing(partner_view, worst, best)
