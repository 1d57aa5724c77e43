"""A turn-based match over days between people who are never there together, on a clock that the test moves."""

import asyncio
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from itertools import count

import msgspec
import pytest
from server.turn_based.turn_server import HOUR_S, TurnServer, turn_server
from sqlalchemy import select, update
from support.example_games import example
from support.waiting import eventually
from table.recording_client import Somebody

from prikup.archive.finished_match import finished_match
from prikup.history.deck_checks import verify
from prikup.history.events import ActionEvent, RowEvent
from prikup.server.archive.match_rows import insert_match
from prikup.server.storage.deletion import delete_person
from prikup.server.storage.sql_tables import match_seats, turns
from prikup.server.storage.turn_rows import EVERYBODY, add_pause, waiting_tables
from prikup.server.turn_based.check import check_turns
from prikup.table.host.services import TurnPlayer
from prikup.table.protocol.server_messages import UpdateMessage
from prikup.table.table_settings import TurnLimits
from prikup.terminal.cli.app import run

PEOPLE = ("anna", "boris", "vera")
GAME = example(seats=3, first="call")
LIMITS = TurnLimits(24, 2)
DAY_MS = 86_400_000
ALLOWED_FIELDS = {"kind", "about", "game", "name", "until", "language"}


async def begin_match(server: TurnServer, *, limits: TurnLimits = LIMITS, deals: int = 0) -> str:
    """Return the id of a table whose match has begun, and whose first deal is dealt."""
    for person in PEOPLE:
        await server.add_account(person)
    await server.work()
    table_id = await server.open_table(*PEOPLE, limits=limits, game=GAME, deals=deals)
    await server.advance(600)
    await server.wait_for_decision(table_id)
    return table_id


async def count_deals(server: TurnServer, table_id: str) -> int:
    """Return the number of finished deals of a match."""
    log = (await server.state(table_id)).log
    assert log is not None
    return sum(isinstance(event, RowEvent) for event in log.events)


async def has_single_card(person: Somebody) -> bool:
    """Wait until a person who has come is asked for an action; return whether this is a card, the only legal one."""
    await eventually(lambda: person.all(UpdateMessage) and person.update.legal)
    return len(person.update.legal) == 1 and bool(person.update.view.public.tricks)


async def test_single_legal_card_is_played_as_soon_as_its_owner_wishes_it(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        for user in PEOPLE:
            await server.calendar.set_forced_cards(user, forced=False)
        while True:
            decision = await server.wait_for_decision(table_id)
            person, table = await server.come(table_id, decision.user)
            if await has_single_card(person):
                break
            server.go(table, person)
            await server.act(table_id, decision.user)
        waiting = await server.calendar.set_forced_cards(decision.user, forced=True)
        assert waiting == [table_id]
        server.registry.check_timed_changes(waiting)
        await server.wait_for_answer(table_id, decision)


async def test_three_day_match_survives_two_restarts_and_notifies_each_turn_once(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        start_s = server.clock.wall()
        questions: list[tuple[str, int]] = []
        while server.clock.wall() < start_s + 72 * HOUR_S or await count_deals(server, table_id) < 2:
            decision = await server.wait_for_decision(table_id)
            await server.advance(HOUR_S)
            questions.append((decision.user, decision.n))
            await server.act(table_id, decision.user)
            if len(questions) in (20, 45):
                await server.restart(off_s=HOUR_S)
                await server.work()
        await server.wait_for_decision(table_id)
        state = await server.state(table_id)
        assert state.log is not None
        assert [chair.level for chair in state.chairs] == [""] * 3
        assert [chair.overdue_count for chair in state.chairs] == [0] * 3
        deals = await count_deals(server, table_id)
        checks = verify(state.log)
        assert all(check.right and check.derived_inputs_match for check in checks)
        assert [check.contributing_seats for check in checks][1:deals] == [(0, 1, 2)] * (deals - 1)
        assert server.push.people == [person for person, _ in questions], "one message a turn, to the one who acts"
        for payload in server.push.payloads:
            assert len(payload) <= 1000
            message = msgspec.json.decode(payload)
            assert message.keys() <= ALLOWED_FIELDS
            assert (message["kind"], message["about"], message["game"]) == ("turn", table_id, GAME)
    assert (await check_turns(url)) == (1, ())


async def test_connected_people_get_no_message(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        decision = await server.wait_for_decision(table_id)
        server.push.people.clear()
        await server.act(table_id, decision.user)
        decision = await server.wait_for_decision(table_id)
        person, table = await server.come(table_id, decision.user)
        await server.advance(2 * HOUR_S)
        assert server.push.people == []
        server.go(table, person)
        await server.advance(20 * HOUR_S)
        assert server.push.people == [decision.user], "the reminder at a quarter of the time"


async def test_bot_decides_for_people_who_stay_away_and_the_seat_comes_back(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        late = (await server.wait_for_decision(table_id)).user
        for count in range(1, 4):
            while (decision := await server.wait_for_decision(table_id)).user != late:
                await server.act(table_id, decision.user)
            await server.advance(27 * HOUR_S)
            await server.wait_for_answer(table_id, decision)
            await server.wait_for_decision(table_id)
            state = await server.state(table_id)
            chair = state.chairs[PEOPLE.index(late)]
            assert (chair.overdue_count, chair.level) == (count, "rule" if count == 3 else "")
        person, table = await server.come(table_id, late)
        server.go(table, person)
        await server.wait_for_decision(table_id)
        assert (await server.state(table_id)).chairs[PEOPLE.index(late)].level == ""
    assert (await check_turns(url)).wrong == ()


async def test_archive_has_the_decisions_that_bots_took_for_a_person(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server, deals=1)
        late = (await server.wait_for_decision(table_id)).user
        while not (log := (await server.state(table_id)).log) or not log.over:
            if (decision := await server.next_decision(table_id)) is None:
                await server.advance(1)
            elif decision.user == late:
                await server.advance(27 * HOUR_S)
                await server.wait_for_answer(table_id, decision)
            else:
                await server.act(table_id, decision.user)
        settings = await server.store.settings(table_id)
        assert settings is not None
        match = finished_match(settings, await server.store.commits(table_id))
        assert match is not None
        s = match_seats.c
        async with server.database.writing() as connection:
            await insert_match(connection, table_id, match)
            rows = await connection.execute(select(s.person, s.decisions, s.bot_decisions).order_by(s.seat))
        counts = {row.person: (row.decisions, row.bot_decisions) for row in rows}
        assert counts[late][0] == counts[late][1] > 3
        assert [counts[person][1] for person in PEOPLE if person != late] == [0, 0]
        assert sum(made for made, _ in counts.values()) == sum(isinstance(event, ActionEvent) for event in log.events)


async def test_no_time_passes_while_no_server_runs(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        decision = await server.wait_for_decision(table_id)
        await server.restart(off_s=100 * HOUR_S)
        person, table = await server.come(table_id, "anna")
        server.go(table, person)
        await server.work()
        (moved,) = await server.decisions(table_id)
        assert (moved.seat, moved.n, moved.asked_ms) == (decision.seat, decision.n, decision.asked_ms)
        assert abs(moved.due_ms - decision.due_ms - 100 * HOUR_S * 1000) <= 300_000
        assert moved.due_ms > server.now_ms()
        await server.act(table_id, decision.user)
        state = await server.state(table_id)
        assert state.reserves_ms[decision.seat] == 2 * HOUR_S * 1000
    assert (await check_turns(url)).wrong == ()


async def test_table_without_connections_ends_overdue_turn_after_restart(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server, limits=TurnLimits(4, 0))
        (decision,) = await server.decisions(table_id)
        await server.restart()
        await server.advance(4 * HOUR_S + 600)
        await server.wait_for_answer(table_id, decision)
        assert (await server.wait_for_decision(table_id)).n > decision.n


async def test_holiday_moves_the_decisions_of_its_user_and_their_notices(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        decision = await server.wait_for_decision(table_id)
        today = datetime.fromtimestamp(server.clock.wall(), UTC).date()
        tables = await server.calendar.set_holiday(decision.user, (today, 2), "UTC")
        assert tables == [table_id]
        server.registry.check_timed_changes(tables)
        (moved,) = await server.decisions(table_id)
        midnight_ms = datetime(today.year, today.month, today.day, tzinfo=UTC).timestamp() * 1000
        assert moved.due_ms == midnight_ms + 2 * DAY_MS + decision.due_ms - decision.asked_ms
        await server.advance(58 * HOUR_S)
        server.push.people.clear()
        await server.advance(2 * HOUR_S)
        assert server.push.people == [decision.user], "the reminder"
        assert (await server.wait_for_decision(table_id)).n == decision.n, "its time is not over"
    assert (await check_turns(url)).wrong == ()


async def test_pause_stored_between_calendar_and_commit_moves_the_decision(url: str) -> None:
    """Each time a table has loaded the calendar, another pause of everybody is stored before the table's commit."""
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        decision = await server.wait_for_decision(table_id)
        load, hours = server.calendar.players, count(1, 2)

        async def load_then_add_pause(users: Collection[str]) -> Mapping[str, TurnPlayer]:
            players = await load(users)
            begin_ms = server.now_ms() + next(hours) * HOUR_S * 1000
            async with server.database.writing() as connection:
                await add_pause(connection, EVERYBODY, (begin_ms, begin_ms + HOUR_S * 1000))
            return players

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server.calendar, "players", load_then_add_pause)
            await server.act(table_id, decision.user)
        assert await server.decisions(table_id) != [decision]
    assert (await check_turns(url)).wrong == ()


async def test_deletion_of_an_account_ends_its_holidays_for_the_decisions_that_wait(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        decision = await server.wait_for_decision(table_id)
        today = datetime.fromtimestamp(server.clock.wall(), UTC).date()
        await server.calendar.set_holiday(decision.user, (today, 14), "UTC")
        assert await server.decisions(table_id) != [decision]
        async with server.database.writing() as connection:
            await delete_person(connection, decision.user, server.now_ms())
        assert await server.decisions(table_id) == [decision]
        assert (await check_turns(url)).wrong == ()
        await server.advance(27 * HOUR_S)
        await server.wait_for_answer(table_id, decision)
    assert (await check_turns(url)).wrong == ()


async def test_command_names_table_with_a_wrong_time(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        command = ["turns", "--check", "--database", url, "--language", "en"]
        assert await asyncio.to_thread(run, command) == 0
        assert "Turn-based tables compared: 1. Their times agree" in capsys.readouterr().out
        async with server.database.writing() as connection:
            await connection.execute(update(turns).values(due=turns.c.due + 1))
        assert await asyncio.to_thread(run, command) == 1
        assert capsys.readouterr().out == f"Turn-based tables compared: 1. Wrong times: {table_id}\n"
        assert await asyncio.to_thread(run, [*command, "--json"]) == 1
        assert capsys.readouterr().out == f'{{"tables": 1, "wrong": ["{table_id}"]}}\n'


async def test_lists_show_whose_turn_it_is_and_the_least_time_first(url: str) -> None:
    async with turn_server(url) as server:
        table_id = await begin_match(server)
        decision = await server.wait_for_decision(table_id)
        other_id = await server.open_table(*PEOPLE, limits=TurnLimits(4, 0), game=GAME)
        await server.advance(600)
        other = await server.wait_for_decision(other_id)
        async with server.database.reading() as connection:
            for person in PEOPLE:
                waiting = [turn.table for turn in await waiting_tables(connection, [person])]
                expected = [table for table, asked in ((other_id, other), (table_id, decision)) if asked.user == person]
                assert waiting == expected
