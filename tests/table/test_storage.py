"""The stored rows are the state: failed writes, reloaded tables, and a table that fails."""

from itertools import pairwise
from typing import Any

import pytest
from support.circles import Circle
from support.random_walk import KINDS, cards_by_location
from table.recording_client import Somebody
from table.stores import CURRENT_HOST, MEMORY
from table.tables import (
    THREE,
    USERS,
    Shelf,
    Table,
    client_to_act,
    load,
    run_loop,
    seated_table,
    send,
    settings,
    table_test,
    table_test_on_each_host,
    three,
)

from prikup.games import GAMES
from prikup.history.events import ActionEvent, RowEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.rules.cards import mask
from prikup.table.host.storage import Commit
from prikup.table.protocol.client_messages import (
    ActCommand,
    ChatCommand,
    ProposeCommand,
    SitCommand,
    StandCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import CloseMessage, ReceiptMessage, RefusedMessage
from prikup.table.state.events import SealedActionTaken, decode, encode
from prikup.table.state.table_state import TableState


async def started_table_with_shelf() -> tuple[Table, Shelf, list[Somebody], Somebody]:
    """Return a table with the first cards dealt, its shelf, its clients and the one to act."""
    table, people = await three()
    return table, table.shelf, people, people[0]


@table_test_on_each_host
async def test_commit_stores_number_command_and_time() -> None:
    table, shelf, _, person = await started_table_with_shelf()
    act = person.act(person.update.legal[0])
    await send(table, person, act)
    assert [row.seq for row in shelf.stored_commits] == list(range(1, len(shelf.stored_commits) + 1))
    row = shelf.stored_commits[-1]
    assert row.command == f"{person.user}/{act.id}"
    assert len(row.digest or "") == 64
    assert row.at > 1_600_000_000_000
    assert person.update.n == row.seq


# Failed writes


@table_test
async def test_failed_write_refuses_command_and_sends_nothing_to_others() -> None:
    table, shelf, people, person = await started_table_with_shelf()
    opponents = [opponent for opponent in people if opponent is not person]
    old_counts = [len(opponent.messages) for opponent in opponents]
    act = person.act(person.update.legal[0])
    shelf.fails = 1
    assert await send(table, person, act) == [RefusedMessage(person.last(RefusedMessage).reason, act.id)]
    assert person.refusal == "not-written"
    assert [len(opponent.messages) for opponent in opponents] == old_counts
    assert person.update.legal
    await send(table, person, act)
    assert person.last(ReceiptMessage) == ReceiptMessage(act.id, len(shelf.stored_commits)), (
        "the same command is done now"
    )


@table_test_on_each_host
async def test_commit_with_lost_acknowledgement_is_announced() -> None:
    table, shelf, people, person = await started_table_with_shelf()
    act = person.act(person.update.legal[0])
    shelf.loses = 1
    await send(table, person, act)
    assert not person.all(RefusedMessage)
    assert person.last(ReceiptMessage) == ReceiptMessage(act.id, len(shelf.stored_commits))
    for receiver in people:
        assert receiver.update.n == len(shelf.stored_commits)


@table_test
async def test_failed_write_of_automatic_step_is_retried() -> None:
    table, (anna,) = await seated_table(settings(bots=True), "anna")
    table.shelf.fails = 3
    await run_loop(4.5)
    assert table.stage == "shuffle"
    await run_loop(60)
    assert table.stage == "deal"
    assert anna.update.view


@table_test
async def test_failed_write_disconnects_joining_client_who_may_return() -> None:
    table = await load(settings())
    table.shelf.fails = 1
    assert (await table.arrive("anna")).code == 1001
    assert (await table.arrive("anna")).seat == 0


@table_test
async def test_table_suspends_commands_while_rows_are_unreadable() -> None:
    table, shelf, people, person = await started_table_with_shelf()
    shelf.fails, shelf.unreadable = 1, 7
    first = person.act(person.update.legal[0])
    await send(table, person, first)
    await send(table, person, second := person.act(person.update.legal[0]))
    assert not person.all(RefusedMessage), "nobody knows yet whether these were done"
    assert await table.refusal(person, ChatCommand(text="?")) == "table-failed"
    await run_loop(2.5)
    refusals = [(message.reason.key, message.id) for message in person.all(RefusedMessage)[1:]]
    assert refusals == [("not-written", first.id), ("table-failed", second.id)]
    await send(table, person, person.act(person.update.legal[0]))
    assert person.all(ReceiptMessage)
    await table.play(people, 20)


@table_test
async def test_client_of_unresolved_command_is_disconnected_and_may_resend() -> None:
    table, shelf, _, person = await started_table_with_shelf()
    act = person.act(person.update.legal[0])
    shelf.loses, shelf.unreadable = 1, 100
    await send(table, person, act)
    await run_loop(7)
    assert not person.all(ReceiptMessage)
    assert not person.all(CloseMessage)
    await run_loop(3)
    assert [message.reason.key for message in person.all(CloseMessage)] == ["not-written"]
    assert not person.all(RefusedMessage)
    shelf.unreadable = 0
    table.leave(person)
    new_client = await table.arrive(person.user)
    await send(table, new_client, act)
    assert new_client.last(ReceiptMessage) == ReceiptMessage(act.id, len(shelf.stored_commits))


@table_test
async def test_client_leaving_while_rows_are_unreadable_is_removed() -> None:
    table, shelf, _, person = await started_table_with_shelf()
    shelf.loses, shelf.unreadable = 1, 4
    await send(table, person, person.act(person.update.legal[0]))
    table.leave(person)
    await run_loop(10)
    assert not shelf.unreadable
    assert table.clients == 2


@table_test
async def test_table_logs_internal_error_and_continues(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, _, people, person = await started_table_with_shelf()

    def broken(*_: object) -> Any:
        raise ZeroDivisionError("the secret")

    act = person.act(person.update.legal[0])
    with monkeypatch.context() as patch_context:
        patch_context.setattr("prikup.table.commands.actions.act", broken)
        assert await table.refusal(person, act) == "table-failed"
        assert person.last(RefusedMessage).id == act.id
    (record,) = caplog.records
    assert (record.getMessage(), vars(record)["told"]) == ("table-failed", {"table": table.id})
    assert record.exc_info
    assert record.exc_info[0] is ZeroDivisionError
    await send(table, person, act)
    assert person.last(ReceiptMessage).id == act.id
    with monkeypatch.context() as patch_context:
        patch_context.setattr("prikup.table.messages.broadcast.send_effect", broken)
        await send(table, client_to_act(people), client_to_act(people).act(client_to_act(people).update.legal[0]))
    versions = {table.state.n}
    assert {client.update.n for client in people} == versions, "the row was there: all are told how things stand"
    await table.play(people, 50)


@table_test
async def test_table_continues_after_an_error_in_any_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that processes no command in particular may fail too: clocks, the answers that wait, the next alarm."""

    def broken(*_: object) -> Any:
        raise ZeroDivisionError

    for step in (
        "prikup.table.commands.clock.tick",
        "prikup.table.actor.Table._answer_pending_commands",
        "prikup.table.actor.Table._reject_item",
        "prikup.table.messages.broadcast.send_seats",
        "prikup.table.actor.next_due_time",
    ):
        table, people = await three(clock=(60_000, 1_000))
        with monkeypatch.context() as patch_context:
            patch_context.setattr(step, broken)
            if step.endswith("_reject_item"):
                patch_context.setattr("prikup.table.commands.actions.act", broken)
            await send(table, people[0], people[0].act(people[0].update.legal[0]))
            await run_loop(5)
        await run_loop(5)
        await table.play(people, 20)


# Restarts


async def record_match(name: str, users: int, **fields: Any) -> Shelf:
    """Return the rows of a match."""
    table, people = await seated_table(settings(name, deals=2, **fields), *USERS[:users])
    await send(table, people[0], StartCommand())
    await table.play(people)
    await table.stop()
    return table.shelf


@pytest.mark.parametrize("game", range(len(KINDS)))
@table_test_on_each_host
async def test_table_reloaded_after_any_row_plays_match_to_its_end(game: int) -> None:
    name, clock = KINDS[game][0], (1_000_000, 1000)
    shelf = await record_match(name, 2, clock=clock)
    step = (1 if Circle.name == "all" else 5) if CURRENT_HOST.kind == MEMORY else (11 if Circle.name == "all" else 55)
    for length in range(game % step, len(shelf.stored_commits) + 1, step):
        rows = shelf.stored_commits[:length]
        table = await load(settings(name, deals=2, clock=clock), new_shelf := Shelf(rows))
        people = [await table.arrive(user) for user in USERS[:2]]
        if table.stage == "open":
            await send(table, people[1], SitCommand(1))
            await send(table, people[0], StartCommand())
        await check_receipts(table, people, rows[-10:])
        await table.play(people)
        assert new_shelf.stored_commits[:length] == rows
        events, _, _ = read_events(table.finished_lines)
        assert Log.replay(events).over
        table_state = TableState(table.settings)
        for row in new_shelf.stored_commits:
            for deal_step in table_state.enter(decode(row.events), row.command, row.digest).steps:
                assert sum(cards_by_location(deal_step.after)) == mask(table_state.game.pack), (
                    "in every state all cards are there once"
                )
        await table.stop()


async def check_receipts(table: Table, people: list[Somebody], rows: list[Commit]) -> None:
    """Check that each processed command gets its receipt again."""
    for row in rows:
        if row.command is not None:
            user, _, name = row.command.partition("/")
            person = next(person for person in people if person.user == user)
            acts = (event for event in decode(row.events) if isinstance(event, ActionEvent | SealedActionTaken))
            act = next(event.act for event in acts if event.seat == person.seat)
            await send(table, person, ActCommand(0, name, act))
            assert person.last(ReceiptMessage) == ReceiptMessage(name, row.seq)
    assert not any(person.all(RefusedMessage) for person in people)


@table_test
async def test_table_reloaded_before_closing_a_deal_closes_it() -> None:
    shelf = await record_match(THREE, 1)
    ends = [row.seq for row in shelf.stored_commits if any(isinstance(event, RowEvent) for event in decode(row.events))]
    last = shelf.stored_commits[ends[0] - 1]
    events_before_close = tuple(event for event in decode(last.events) if not isinstance(event, RowEvent))
    rows = [
        *shelf.stored_commits[: last.seq - 1],
        Commit("table0", last.seq, encode(events_before_close), last.command, last.digest),
    ]
    table = await load(settings(THREE, deals=2), new_shelf := Shelf(rows))
    await run_loop()
    assert table.stage == "rest"
    assert any(isinstance(event, RowEvent) for event in decode(new_shelf.stored_commits[-1].events))
    full_state = TableState.of(settings(THREE, deals=2), shelf.stored_commits[: last.seq])
    assert full_state.log is not None
    assert table.log.events == full_state.log.events


@table_test
async def test_bot_acts_after_reload_and_after_unreadable_rows() -> None:
    shelf = await record_match(THREE, 1)
    table_state = TableState(settings(THREE, deals=2))
    for row, next_row in pairwise(shelf.stored_commits):
        table_state.enter(decode(row.events))
        if not table_state.seats_to_act or 0 in table_state.seats_to_act:
            continue  # not only computer players are to act
        table = await load(settings(THREE, deals=2), new_shelf := Shelf(shelf.stored_commits[: row.seq]))
        new_shelf.fails, new_shelf.unreadable = 1, 6
        await run_loop(60)
        assert not new_shelf.unreadable
        assert new_shelf.stored_commits[row.seq].events.startswith(next_row.events[:30])
        assert table.state.seats_to_act in ((0,), ())
        await table.stop()


# The user's tables


@table_test
async def test_commit_stores_seat_changes() -> None:
    table, people = await seated_table(settings(deals=1), "anna", "boris")
    await send(table, people[1], SitCommand(2))
    await send(table, people[1], StandCommand())
    sits = [("anna", 0), ("boris", 1), ("boris", 2), ("boris", None)]
    assert [row.sits for row in table.shelf.stored_commits] == [(change,) for change in sits]
    await send(table, people[0], StartCommand())
    await table.play(people)
    assert not any(row.sits for row in table.shelf.stored_commits[4:])


@table_test_on_each_host
async def test_commit_that_ends_match_is_marked_over() -> None:
    for name in GAMES:
        table, (anna,) = await seated_table(settings(name, deals=2, bots=True), "anna")
        await table.play([anna])
        assert table.stage == "over"
        table_state = TableState(settings(name, deals=2, bots=True))
        for row in table.shelf.stored_commits:
            old_stage = table_state.stage
            table_state.enter(decode(row.events))
            assert row.over == (old_stage != table_state.stage == "over"), name
    table, (anna,) = await seated_table(settings(bots=True), "anna")
    await send(table, anna, ProposeCommand("1", "stop"))
    assert table.stage == "over"
    assert [row.over for row in table.shelf.stored_commits].index(True) == len(table.shelf.stored_commits) - 1
