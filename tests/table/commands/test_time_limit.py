"""Matches with a time limit: how the time runs, when the match ends, and what a restart keeps."""

from collections import Counter
from pathlib import Path
from typing import Any

from support.example_games import example
from table.recording_client import Somebody
from table.tables import (
    THREE,
    USERS,
    Shelf,
    Table,
    client_to_act,
    load,
    run_loop,
    send,
    settings,
    started_table,
    table_test,
)

from prikup.history.events import StopEvent
from prikup.history.log import Log
from prikup.history.log_file import lines, read_events
from prikup.table.protocol.server_messages import WelcomeMessage
from prikup.terminal.cli.app import run

FOUR = example(seats=4)


async def begin(game: str = THREE, **fields: Any) -> tuple[Table, list[Somebody]]:
    seats = 3 if game == THREE else 4
    return await started_table(settings(game, minutes=15, **fields), *USERS[:seats])


async def finish_deal(table: Table, people: list[Somebody]) -> None:
    """Play the deal in progress, and stop in the pause after it or at the end of the match."""
    await table.play_until(people, lambda: table.stage == "deal")
    await table.play_deal(people)


@table_test
async def test_match_ends_with_the_deal_in_which_its_time_is_over() -> None:
    table, people = await begin(after="deal")
    assert (people[0].last(WelcomeMessage).minutes, people[0].seats.left_ms) == (15, 900_000)
    await finish_deal(table, people)
    assert table.stage == "rest"
    await table.play_until(people, lambda: table.stage == "deal")
    await run_loop(900)
    assert people[0].seats.ending == "last"
    await finish_deal(table, people)
    assert table.stage == "over"
    assert table.log.events[-1] == StopEvent("time")
    replayed = Log.replay(table.log.events)
    assert replayed.stopping == StopEvent("time")
    assert replayed.match.sheet == table.log.match.sheet


@table_test
async def test_match_ends_when_each_seat_has_dealt_equally_often(tmp_path: Path) -> None:
    for game, seats in ((THREE, 3), (FOUR, 4)):
        table, people = await begin(game)
        await check_round(table, people, seats)
        check_replay(table, tmp_path / game)


def check_replay(table: Table, path: Path) -> None:
    """Check that the log of a finished match is replayed to the same sheet, and that the commands agree with it."""
    path.write_bytes(lines(table.log.events))
    events, _, _ = read_events(path.read_bytes())
    replayed = Log.replay(events)
    assert (replayed.over, replayed.stopping) == (True, StopEvent("time"))
    assert replayed.match.sheet == table.log.match.sheet
    assert run(["replay", str(path)]) == run(["verify", str(path)]) == 0


async def check_round(table: Table, people: list[Somebody], seats: int) -> None:
    """Let the time be over in the second deal, and check how the match ends."""
    await finish_deal(table, people)
    await table.play_until(people, lambda: table.stage == "deal")
    await run_loop(901)
    assert people[0].seats.ending == "round"
    while table.stage != "over":
        await finish_deal(table, people)
    assert table.log.match.deals == seats
    assert table.log.events[-1] == StopEvent("time")
    dealers = Counter(line.dealer for line in table.log.match.sheet.lines)
    assert set(dealers.values()) == {1}, "each seat has dealt once"
    assert table.reread().stage == "over"


@table_test
async def test_players_are_warned_when_ten_minutes_are_left() -> None:
    _, people = await begin()
    endings: list[str] = []
    for seconds in (299, 2):
        await run_loop(seconds)
        endings.append(people[0].seats.ending)
    assert endings == ["", "soon"]
    assert people[0].seats.time_runs


@table_test
async def test_time_of_limit_stands_while_nobody_is_here() -> None:
    table, people = await begin(absent="wait")
    await run_loop(100)
    for person in people:
        table.leave(person)
    await run_loop(500)
    anna = await table.arrive("anna")
    assert anna.seats.left_ms == 800_000


@table_test
async def test_restart_loses_no_recorded_second() -> None:
    table, people = await begin()
    await run_loop(100)
    first = client_to_act(people)
    await send(table, first, first.act(first.update.legal[0]))
    played = table.state.played_ms
    assert played == 100_000
    table = await table.restart()
    anna = await table.arrive("anna")
    assert anna.seats.left_ms == 900_000 - played
    await run_loop(200)
    assert (await table.arrive("eva")).seats.left_ms == 900_000 - played - 200_000


@table_test
async def test_unloading_a_table_records_its_time() -> None:
    table, _ = await begin()
    await run_loop(7)
    table = await table.restart()
    await run_loop(500)
    assert (await table.arrive("anna")).seats.left_ms == 893_000


@table_test
async def test_killed_server_loses_ten_seconds_at_most() -> None:
    table, _ = await begin()
    await run_loop(128)
    killed = await load(table.settings, Shelf(table.shelf.stored_commits))
    await run_loop(500)
    assert (await killed.arrive("anna")).seats.left_ms == 780_000
