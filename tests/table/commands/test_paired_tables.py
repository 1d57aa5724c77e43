"""Tables of quick pairing: only their people sit down, and the match starts by itself, or the table is given up."""

import random
from typing import Any

import msgspec
from table.recording_client import Somebody
from table.tables import Shelf, Table, load, play, run_loop, send, settings, stage, state_of, table_test

from prikup.history.events import BeginEvent
from prikup.history.shuffle import commitment
from prikup.table.host.storage import PairingOutcome
from prikup.table.host.time_source import LoopTime
from prikup.table.protocol.client_messages import (
    FillCommand,
    RematchCommand,
    ReserveCommand,
    SitCommand,
    StandCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import CloseMessage, ShuffleMessage
from prikup.table.state.events import SeedCommitted, TableAnnulled, decode
from prikup.table.table_settings import Pairing, TableSettings

SEED = "5e" * 32
WAIT_S = 20


class WallIsLoopTime(LoopTime):
    """A clock whose wall-clock time is the loop's time, which jumps."""

    def wall(self) -> float:
        return self.now()


def paired(*users: str, **fields: Any) -> TableSettings:
    """Return the settings of a table for these users."""
    return settings(host="", reserved=users, pairing=Pairing("lane", WAIT_S * 1000, SEED), **fields)


async def open_table(shelf: Shelf, *users: str, **fields: Any) -> Table:
    return await load(paired(*users, **fields), shelf, time=WallIsLoopTime())


async def join(table: Table, *users: str) -> list[Somebody]:
    people = [Somebody(user) for user in users]
    for person in people:
        table.join(person)
    await run_loop()
    return people


def outcomes(shelf: Shelf) -> list[PairingOutcome]:
    return [commit.pairing for commit in shelf.stored_commits if commit.pairing]


@table_test
async def test_paired_table_starts_when_all_have_come_in_their_seats() -> None:
    shelf = Shelf()
    table = await open_table(shelf, "clara", "anna", "boris")
    await join(table, "anna", "boris")
    assert stage(table) == "open"
    assert outcomes(shelf) == []
    await join(table, "clara")
    assert stage(table) == "shuffle"
    assert state_of(table).user_ids_by_seat == ("clara", "anna", "boris")
    assert outcomes(shelf) == [PairingOutcome()]


@table_test
async def test_paired_table_shuffles_first_with_the_seed_of_its_seats() -> None:
    shelf = Shelf()
    table = await open_table(shelf, "anna", "boris", "clara")
    people = await join(table, "anna", "boris", "clara")
    seeds = [
        event.seed
        for commit in shelf.stored_commits
        for event in decode(commit.events)
        if isinstance(event, SeedCommitted)
    ]
    assert seeds == [SEED]
    assert people[0].last(ShuffleMessage).commitment == commitment(SEED)


@table_test
async def test_paired_table_puts_a_bot_on_the_seat_of_nobody() -> None:
    table = await open_table(Shelf(), "anna", "", "boris")
    (stranger,) = await join(table, "zoe")
    assert (await send(table, stranger, SitCommand(1)))[-1].reason.key == "seat-reserved"  # type: ignore[union-attr]
    await join(table, "anna", "boris")
    log = state_of(table).log
    assert log is not None
    assert log.begin.players == ("human", "rule", "human")


@table_test
async def test_paired_table_refuses_strangers_and_has_no_host() -> None:
    table = await open_table(Shelf(), "anna", "boris", "clara")
    (stranger, anna) = await join(table, "zoe", "anna")
    for message in (SitCommand(1), ReserveCommand(2), StartCommand(), FillCommand(1, "rule")):
        await send(table, stranger, message)
        await send(table, anna, message)
    assert stage(table) == "open"
    assert state_of(table).user_ids_by_seat == ("anna", "", "")
    assert not anna.seats.host


@table_test
async def test_paired_table_is_annulled_when_somebody_does_not_come_in_time() -> None:
    shelf = Shelf()
    table = await open_table(shelf, "clara", "anna", "boris")
    people = await join(table, "anna", "boris")
    await run_loop(WAIT_S - 1)
    assert outcomes(shelf) == []
    await run_loop(1)
    assert outcomes(shelf) == [PairingOutcome(("clara",))]
    assert decode(shelf.stored_commits[-1].events) == (TableAnnulled((0,)),)
    assert [person.last(CloseMessage).reason.key for person in people] == ["table-annulled"] * 2
    (clara,) = await join(table, "clara")
    assert clara.last(CloseMessage).reason.key == "table-annulled"
    assert not any(isinstance(event, BeginEvent) for commit in shelf.stored_commits for event in decode(commit.events))


@table_test
async def test_paired_table_without_anybody_is_annulled_when_it_is_loaded() -> None:
    shelf = Shelf()
    await run_loop(WAIT_S + 5)
    await open_table(shelf, "clara", "anna", "boris")
    await run_loop()
    assert outcomes(shelf) == [PairingOutcome(("clara", "anna", "boris"))]
    copied_shelf = Shelf(shelf.stored_commits)  # a database deletes an annulled table, and does not load it again
    await open_table(copied_shelf, "clara", "anna", "boris")
    await run_loop()
    assert len(outcomes(copied_shelf)) == 1, "it is annulled once"


@table_test
async def test_paired_table_counts_a_person_who_has_left_the_seat_as_missing() -> None:
    shelf = Shelf()
    table = await open_table(shelf, "anna", "boris", "clara")
    _, boris = await join(table, "anna", "boris")
    await send(table, boris, StandCommand())
    await run_loop(WAIT_S)
    assert outcomes(shelf) == [PairingOutcome(("boris", "clara"))]


@table_test
async def test_paired_table_starts_although_arrived_person_has_disconnected() -> None:
    table = await open_table(Shelf(), "anna", "boris", "clara")
    (anna,) = await join(table, "anna")
    table.leave(anna)
    await join(table, "boris", "clara")
    assert stage(table) == "shuffle"


@table_test
async def test_rematch_of_paired_table_is_an_ordinary_table() -> None:
    shelf = Shelf()
    table = await open_table(shelf, "anna", "boris", "clara", deals=1)
    people = await join(table, "anna", "boris", "clara")
    await play(table, people, random.Random(1))
    assert stage(table) == "over"
    await send(table, people[1], RematchCommand())
    opening = shelf.stored_commits[-1].opens
    assert opening is not None
    new_settings = msgspec.json.decode(opening.settings, type=TableSettings)
    assert (new_settings.host, new_settings.pairing) == ("boris", None)
