"""Claims at a table: who must agree, what bots grant, and what a claim reveals."""

import random
import sys
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example
from table.recording_client import Somebody
from table.tables import (
    USERS,
    Table,
    client_to_act,
    fixed_dice,
    play,
    run_loop,
    send,
    settings,
    started_table,
    table_after_first_trick,
    table_test,
    tricks,
)

from prikup import claims
from prikup.claims import split_of_claim
from prikup.history.events import AgreementEvent
from prikup.rules.cards import mask
from prikup.rules.errors import Reason
from prikup.rules.state import view
from prikup.solver import Limits
from prikup.solver.from_view import open_positions
from prikup.sure_tricks import is_sure
from prikup.table.protocol.client_messages import ProposeCommand
from prikup.table.protocol.server_messages import ReceiptMessage, RefusedMessage, UpdateMessage
from prikup.table.state.events import ProposalAnswered, ProposalMade, decode

FEW = 6
"""The most cards in hand with which a claim that may be certain is tried."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search best play to the end, however slow the machine."""
    monkeypatch.setattr(claims, "LIMITS", Limits())


@table_test
async def test_claim_needs_agreement_of_all_holders_of_cards() -> None:
    table, people = await started_table(settings(), *USERS[:3])
    anna = people[0]
    await table.play_until(people, lambda: tricks(table))
    holders = [person for person in people if table.deal.hands[person.seat]]
    claimer, *other_holders = holders
    remaining_tricks = table.claimable(claimer.seat).left
    messages = await send(table, claimer, ProposeCommand("c1", "claim", remaining_tricks))
    assert messages[0] == ReceiptMessage("c1", table.state.n)
    proposal = anna.proposal
    assert (proposal.what, proposal.by, proposal.tricks, proposal.left) == (
        "claim",
        claimer.seat,
        remaining_tricks,
        remaining_tricks,
    )
    assert proposal.waits == tuple(person.seat for person in other_holders)
    for index, holder in enumerate(other_holders):
        assert table.stage == "deal"
        assert table.reread().agreeing_seats == tuple(person.seat for person in other_holders[:index])
        await table.agree([holder])
    assert table.stage != "deal"
    (agreement,) = table.events_of_type(AgreementEvent)
    assert agreement == AgreementEvent(
        tuple(remaining_tricks * (seat == claimer.seat) for seat in range(3)), tuple(p.seat for p in holders)
    )
    assert anna.seats.proposal is None
    assert anna.update.did[0].key == "did-take-rest"


@table_test
async def test_claim_number_is_required_and_within_remaining_tricks() -> None:
    table, (person, *_) = await table_after_first_trick()
    for claimed_tricks in (None, table.claimable(person.seat).most + 1, 1000):
        assert await table.refusal(person, ProposeCommand(person.id(), "claim", claimed_tricks)) == "claim-number", (
            claimed_tricks
        )


@table_test
async def test_bots_grant_certain_claims_and_reveal_no_number() -> None:
    granted_count = refused_count = 0
    for dice in range(100):
        with fixed_dice(dice):
            table, (anna,) = await started_table(settings(example(seats=3, alone=True), deals=1), "anna")
        rng = random.Random(2)
        while table.stage == "deal":
            state, game = table.state.state, table.state.game
            if state is not None and state.public.tricks and anna.update.legal and state.hands[0]:
                player_view = view(state, 0)
                if open_positions(game, player_view):
                    break
                if player_view.hand.bit_count() > FEW:  # seconds, for what is rarely certain
                    await play(table, [anna], rng, 1)
                    continue
                own_claim = table.claimable(0)
                table.state.claims.clear()
                why_not = await table.refusal(anna, ProposeCommand(anna.id(), "claim", own_claim.wanted))
                if is_sure(game, player_view, own_claim.wanted) and not isinstance(
                    split_of_claim(game, player_view, own_claim.wanted), Reason
                ):
                    (agreement,) = table.events_of_type(AgreementEvent)
                    assert sum(agreement.won[seat] for seat in own_claim.side) == own_claim.wanted
                    assert {s for s in range(3) if s == 0 or state.hands[s]} <= set(agreement.by)
                    granted_count += 1
                    break
                assert why_not in ("claim-uncertain", "claim-shares")
                assert not anna.all(RefusedMessage)[-1].reason.numbers
                refused_count += 1
            await play(table, [anna], rng, 1)
        await table.stop()
        if granted_count == depth(3):
            break
    assert granted_count == depth(3)
    assert refused_count > 10


@table_test
async def test_claim_is_limited_to_three_per_deal_even_after_restart() -> None:
    """Other clients see nothing of a claim refused at once; an older version can read its events."""
    table, (anna,) = await started_table(settings(example(seats=3, alone=True), deals=2), "anna")
    dora = await table.arrive("dora")
    tries: list[str | None] = []
    while table.stage == "deal" and len(tries) < 5:
        state = table.state.state
        if state is not None and state.public.tricks and anna.update.legal and state.hands[0]:
            old_count = len(dora.messages)
            tries.append(await table.refusal(anna, ProposeCommand(anna.id(), "claim", table.claimable(0).wanted)))
            assert dora.messages[old_count:] == []
            assert anna.seats.proposal is None
            table = await table.restart()
            anna, dora = await table.arrive("anna"), await table.arrive("dora")
            assert anna.seats.declined is None
        await play(table, [anna], random.Random(3), 1)
    assert len(tries) == 5
    assert tries[:3] == ["claim-uncertain"] * 3
    assert tries[3:] == ["claim-again"] * 2
    events = [event for commit in table.shelf.stored_commits for event in decode(commit.events)]
    proposals = [pair for pair in pairwise(events) if isinstance(pair[0], ProposalMade)]
    assert proposals == [
        (ProposalMade(number, "claim", 0), ProposalAnswered(number, 0, yes=False)) for number in (1, 2, 3)
    ]


async def table_near_the_end(**fields: Any) -> tuple[Table, list[Somebody]]:
    """Return a table of three where the third trick from the end is to be led."""
    table, people = await started_table(settings(deals=2, **fields), *USERS[:3])
    last = table.state.game.trick_count - 3
    await table.play_until(
        people,
        lambda: (current_tricks := tricks(table)) and current_tricks.decided_count == last and not current_tricks.table,
    )
    return table, people


@table_test
async def test_claim_shows_its_line_of_play_only_once_granted() -> None:
    for reduction in (0, 1):
        table, people = await table_near_the_end()
        watcher = await table.arrive("dora")
        old_state, game = table.deal, table.state.game
        side = game.objective(old_state.public).sides[0]
        claimer = people[side[0]]
        opponents = [people[seat] for seat in old_state.public.tricks.seats if seat != claimer.seat]
        value = claims.best_play_tricks(
            game, view(replace(old_state, public=replace(old_state.public, shown=old_state.hands)), claimer.seat)
        )
        assert value is not None
        number = abs(value - reduction)
        await send(table, claimer, ProposeCommand("c", "claim", number))
        assert table.stage == "deal"
        assert not any(update.line for person in (*people, watcher) for update in person.all(UpdateMessage))
        await table.agree(opponents)
        assert table.stage != "deal"
        line = claimer.update.line
        assert sum(trick.winner in side for trick in line) == number, "it ends with what was agreed"
        assert tuple(mask(dict(trick.lying)[seat] for trick in line) for seat in range(3)) == old_state.hands
        for person in (*people, watcher):
            assert person.last(UpdateMessage).line == line
            takers = [item.numbers["player"] for item in person.last(UpdateMessage).did if item.key == "rest-taken"]
            assert sorted(takers) == sorted({trick.winner for trick in line})
        assert not (await table.arrive("late")).last(UpdateMessage).line
        await table.stop()


@table_test
async def test_claim_line_reaches_spectators_of_delayed_table_last() -> None:
    table, people = await table_near_the_end(delayed=True)
    watcher = await table.arrive("dora")
    old_state, game = table.deal, table.state.game
    claimer = people[game.objective(old_state.public).sides[0][0]]
    value = claims.best_play_tricks(
        game, view(replace(old_state, public=replace(old_state.public, shown=old_state.hands)), claimer.seat)
    )
    await send(table, claimer, ProposeCommand("c", "claim", value))
    watchers = watcher, await table.arrive("late")
    assert claimer.proposal.what == "claim"
    for client in watchers:
        assert client.seats.proposal is None
        assert not client.all(UpdateMessage)
    await table.agree([people[seat] for seat in old_state.public.tricks.seats if seat != claimer.seat])
    assert claimer.update.line
    for client in watchers:
        *deal, end = client.all(UpdateMessage)
        assert end.line == claimer.update.line
        assert deal
        assert not any(update.line for update in deal)


@table_test
async def test_claim_without_solver_needs_agreement_of_players_without_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    table, people = await started_table(settings(example(seats=3, alone=True)), *USERS[:3])
    second_last_trick = table.state.game.trick_count - 1
    await table.play_until(
        people,
        lambda: (
            (current_tricks := tricks(table))
            and current_tricks.decided_count == second_last_trick
            and len(current_tricks.table) == 2
        ),
    )
    last = client_to_act(people)
    await send(table, last, ProposeCommand("c", "claim", 1))
    assert set(last.proposal.waits) == {0, 1, 2} - {last.seat}


@table_test
async def test_claim_is_not_granted_for_absent_player() -> None:
    table, people = await table_after_first_trick(absent="wait")
    claimer, absentee, *_ = [person for person in people if person.seat in table.deal.public.tricks.seats]
    table.leave(absentee)
    await run_loop(100)
    await send(table, claimer, ProposeCommand("c", "claim", table.claimable(claimer.seat).left))
    assert absentee.seat in claimer.proposal.waits
