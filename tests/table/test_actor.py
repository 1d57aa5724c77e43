"""The life of a table, from its opening to a rematch."""

import asyncio
from typing import Any

import msgspec
from support.random_walk import KINDS
from table.recording_client import Somebody
from table.tables import (
    THREE,
    USERS,
    finish_shuffle,
    load,
    run_loop,
    seated_table,
    send,
    settings,
    started_table,
    table_test,
    table_test_on_each_host,
    three,
)

from prikup.games import GAMES
from prikup.history.deck_checks import verify
from prikup.history.events import ActionEvent, BeginEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.narration import steps
from prikup.rules.errors import reason
from prikup.rules.state import view, watch
from prikup.table.protocol.client_messages import NextCommand, RematchCommand, SitCommand, StartCommand
from prikup.table.protocol.message_parts import SeatAction
from prikup.table.protocol.server_messages import (
    CloseMessage,
    DecksMessage,
    ReceiptMessage,
    SeatsMessage,
    SheetMessage,
    UpdateMessage,
    WelcomeMessage,
)
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings, Timing


def kinds(person: Somebody) -> list[str]:
    return [type(message).__name__ for message in person.messages]


# A whole match


@table_test
async def test_table_welcomes_clients_and_lets_owner_start() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    assert kinds(anna)[:2] == kinds(boris)[:2] == ["WelcomeMessage", "SeatsMessage"]
    assert (anna.seat, boris.seat) == (0, 1)
    assert anna.seats.host
    assert not boris.seats.host
    welcome = anna.last(WelcomeMessage)
    assert (welcome.table, welcome.game, welcome.options) == ("table0", THREE, next(iter(GAMES[THREE].presets)))
    assert (len(welcome.presets), welcome.coach) == (12, False)
    assert [person and person.name for person in anna.seats.seats] == ["Anna", "Boris", None]
    assert table.user_ids_by_seat == ("anna", "boris", "")
    await send(table, anna, StartCommand())
    assert anna.seats.stage == "shuffle"


@table_test
async def test_table_passes_through_match_stages() -> None:
    table, people = await started_table(settings(deals=2), *USERS[:3])
    anna, boris, clara = people
    await table.play_deal(people)
    assert [kind for kind in kinds(anna) if kind != "ReceiptMessage"][-4:] == [
        "UpdateMessage",
        "SheetMessage",
        "DecksMessage",
        "SeatsMessage",
    ]
    assert table.stage == "rest"
    assert anna.seats.waits == (0, 1, 2)
    assert len(anna.last(SheetMessage).lines) == 1
    assert [deck.deal for deck in anna.last(DecksMessage).decks] == [1]
    for person in (boris, boris, anna):
        await send(table, person, NextCommand())
    assert clara.seats.waits == (2,)
    await send(table, clara, NextCommand())
    assert anna.seats.stage == "shuffle"
    await table.play(people)
    assert [seats.stage for seats in anna.all(SeatsMessage) if seats.stage != "open"][-1] == "over"
    assert len(anna.last(SheetMessage).lines) == 2


@table_test_on_each_host
async def test_table_plays_whole_matches_that_verify_and_reload() -> None:
    for seed, (name, _) in enumerate([*KINDS, *KINDS]):
        table, people = await seated_table(settings(name, deals=2), *USERS[: 2 + seed // len(KINDS)])
        people.append(await table.arrive("eva"))
        await send(table, people[0], StartCommand())
        await table.play(people)
        await table.stop()
        events, _, _ = read_events(table.finished_lines)
        log = Log.replay(events)
        assert log.over
        assert all(deck.right for deck in verify(log))
        assert [line.row for line in log.match.sheet.lines] == [line.row for line in people[0].last(SheetMessage).lines]
        assert vars_of(TableState.of(table.settings, await table.shelf.commits(table.id))) == vars_of(table.state)


def vars_of(table_state: TableState) -> dict[str, Any]:
    """Return all fields of a state in comparable form."""
    fields = dict(vars(table_state))
    log = fields.pop("log")
    game = fields.pop("game")
    return fields | {"events": log and log.events, "state": log and log.state, "options": game.options}


@table_test
async def test_table_sends_each_client_its_own_view_and_visible_actions() -> None:
    for name, _ in KINDS:
        table, people = await started_table(settings(name, deals=1), *USERS[:3])
        eva = await table.arrive("eva")
        while table.stage == "deal":
            n = table.state.n
            await table.play(people, 1)
            state, log = table.state.last, table.log
            assert state is not None
            for person in (*people, eva):
                update, seat = person.update, person.seats.you
                assert update.view == (watch(state) if seat is None else view(state, seat))
                if (
                    log.state is not None
                    and table.state.n == n + 1 == update.n
                    and isinstance(log.entries[-1], ActionEvent)
                ):
                    *_, step = steps(log)
                    # The entry is an action (which mypy cannot know), because a seat was to act.
                    visible_act = log.game.visible_action(step.before.public, step.entry.act, seat)  # type: ignore[union-attr]
                    assert update.moved == (SeatAction(log.entries[-1].seat, visible_act),)
            assert eva.update.legal == ()


@table_test
async def test_table_publishes_finished_deals_and_no_bot_seed_during_match() -> None:
    table, people = await started_table(settings(deals=3), *USERS[:3])
    assert table.finished_lines.count(b"\n") == 1
    await table.play_until(people, lambda: table.summary.deal == 2)
    new_log = table.finished_lines
    events, _, _ = read_events(new_log)
    assert isinstance(events[0], BeginEvent)
    assert events[0].bots == 0
    assert Log.replay(events).match.deals == 1
    await finish_shuffle(table, people)
    await table.play(people, 4)
    assert (table.finished_lines, table.summary.deal) == (new_log, 2)
    await table.play(people)
    events, _, _ = read_events(table.finished_lines)
    assert events[0] == table.log.begin
    assert table.summary.deal == 4


# What a new client receives


@table_test
async def test_snapshot_equals_what_earlier_spectators_received() -> None:
    table, people = await started_table(settings(), *USERS[:3])
    eva = await table.arrive("eva")
    await table.play(people, 60)
    fjodor = await table.arrive("fjodor")
    assert kinds(fjodor)[:3] == ["WelcomeMessage", "SeatsMessage", "UpdateMessage"]
    old_update, new_update = eva.update, fjodor.update
    assert (new_update.did, new_update.moved) == ((), ())
    assert (new_update.n, new_update.view, new_update.asked, new_update.facts) == (
        old_update.n,
        old_update.view,
        old_update.asked,
        old_update.facts,
    )
    assert fjodor.last(SheetMessage) == eva.last(SheetMessage)
    assert fjodor.last(DecksMessage).decks == tuple(deck for message in eva.all(DecksMessage) for deck in message.decks)
    assert list(map(type, table.snapshot(eva)))[:2] == [WelcomeMessage, SeatsMessage]
    assert table.snapshot(Somebody("nobody")) == []


@table_test
async def test_table_sends_no_update_before_it_is_stored() -> None:
    """This includes a client that joins while a row is being written."""
    table, people = await three()
    person = people[0]
    updates: list[UpdateMessage] = []
    write = table.shelf.write

    async def slow_write(row: Any) -> None:
        await run_loop(1)
        updates.extend(message for message in table.snapshot(person) if isinstance(message, UpdateMessage))
        updates.extend(message for client in people for message in client.all(UpdateMessage) if message.n > old_version)
        await write(row)

    old_version = person.update.n
    table.shelf.write = slow_write  # type: ignore[method-assign, assignment]  # in place of the real write
    await send(table, person, person.act(person.update.legal[0]))
    await run_loop(5)
    assert [message.n for message in updates] == [old_version]
    assert person.update.n == old_version + 1


# After the match


@table_test_on_each_host
async def test_rematch_reserves_same_seats() -> None:
    table, (anna, boris) = await seated_table(settings(deals=1, spectators=False), "anna", "boris")
    await send(table, boris, SitCommand(2))
    await send(table, anna, StartCommand())
    await table.play([anna, boris])
    await send(table, boris, RematchCommand())
    await send(table, anna, RematchCommand())
    (opening,) = (commit.opens for commit in table.shelf.stored_commits if commit.opens)
    assert anna.seats.again == boris.seats.again == opening.table
    rematch_settings = msgspec.json.decode(opening.settings, type=TableSettings)
    assert (rematch_settings.host, rematch_settings.reserved, rematch_settings.deals) == (
        "boris",
        ("anna", "", "boris"),
        1,
    )

    table = await load(rematch_settings)
    eva = await table.arrive("eva")
    assert await table.refusal(eva, SitCommand(0)) == "seat-reserved"
    boris, anna = await table.arrive("boris"), await table.arrive("anna")
    assert eva.seats.seats[0] is not None
    assert (anna.seat, boris.seat, eva.seats.you) == (0, 2, None)


@table_test
async def test_table_without_spectators_disconnects_users_without_seat() -> None:
    table, (anna, _, fjodor) = await seated_table(settings(spectators=False), "anna", "eva", "fjodor")
    gast = await table.arrive("gast")
    await send(table, anna, StartCommand())
    assert gast.code == 4003
    assert gast.last(CloseMessage).reason.key == "no-spectators"
    assert not fjodor.code
    late = await table.arrive("late")
    assert (late.code, len(late.messages)) == (4003, 1)
    assert table.clients == 3


@table_test
async def test_stopped_table_refuses_listing_at_once() -> None:
    table, (anna,) = await seated_table(settings(), "anna")
    stopping = asyncio.create_task(table.stop())
    await run_loop()
    first = asyncio.create_task(table.set_listed(listed=True))
    await stopping
    second = asyncio.create_task(table.set_listed(listed=True))
    await run_loop()
    away = reason("not-listed", why="away")
    assert [change.result() if change.done() else None for change in (first, second)] == [away, away]
    table.dismiss(reason("server-stops"))
    assert anna.code
    assert await table.set_listed(listed=True) == reason("server-stops")


@table_test
async def test_table_processes_received_commands_before_stopping() -> None:
    table, (person, *_) = await three(timing=Timing())
    table.receive(person, person.act(person.update.legal[0]))
    await table.stop()
    assert person.all(ReceiptMessage)
    assert table.shelf.stored_commits[-1].command is not None
