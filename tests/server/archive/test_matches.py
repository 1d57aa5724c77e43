"""The archive on SQLite and PostgreSQL: matches of many users, pagination, and deletion."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import delete, insert, select, update
from support.example_games import example
from support.matches import begin, finish
from support.waiting import DEADLINE_S

from prikup.archive.finished_match import MatchSeat
from prikup.archive.match_records import MatchFilter, MatchSummary
from prikup.games import GAMES
from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.archive.matches import Archive
from prikup.server.archive.reading import log_file
from prikup.server.storage import deletion
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.guest_matches import move_matches
from prikup.server.storage.sql_tables import level_sums, match_seats, matches, moves, people, statistics, tables
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.host.storage import Commit, NewTableRecord
from prikup.table.state.events import SeatForfeited, SeatTaken, encode
from prikup.table.table_settings import TableSettings

THREE, FOUR = example(seats=3), example(seats=4)
FIRST = deletion.TableOfDeleted("", "")
"""Comes before all tables of deleted users."""


@asynccontextmanager
async def open_archive(url: str) -> AsyncIterator[tuple[SqlEventStore, Archive]]:
    """Open a store and the archive of its finished matches."""
    store = await SqlEventStore.open(url)
    archive = Archive(store, WorkerProcesses())
    try:
        yield store, archive
    finally:
        await archive.wait_until_current()
        await store.close()


async def store_match(
    store: SqlEventStore,
    table: str,
    name: str,
    people: dict[int, str],
    ended_at: int,
    seed: int = 1,
    forfeits: Mapping[int, int] = {},
) -> None:
    """Store a match of two deals that these users (by seat) finished with computer players.

    `forfeits` has the number of finished deals at each forfeit, by seat.
    """
    begin_event = begin(name, GAMES[name], deals=2)
    seats = range(len(begin_event.names))
    names = tuple(people.get(seat, f"Bot {seat}") for seat in seats)
    players = tuple(HUMAN if seat in people else "rule" for seat in seats)
    log = finish(Log(replace(begin_event, names=names, players=players)), seed)
    settings = TableSettings(name, begin_event.options, host=people[0])
    await store.create(NewTableRecord(table, msgspec.json.encode(settings), settings.host))
    sat = tuple(SeatTaken(seat, person, "" if person == "nameless" else person) for seat, person in people.items())
    sits = tuple((person, seat) for seat, person in people.items())
    forfeited = tuple(SeatForfeited(seat, "resigned", deals) for seat, deals in forfeits.items())
    await store.write(Commit(table, 1, encode((*sat, *forfeited)), at=ended_at, sits=sits))
    for seq, event in enumerate(log.events, 2):
        over = seq == len(log.events) + 1
        await store.write(Commit(table, seq, encode((event,)), at=ended_at, over=over))


async def list_matches(archive: Archive, user: str, limit: int = 100, **filters: str) -> list[MatchSummary]:
    """Return all matches of a user by reading page after page."""
    summaries: list[MatchSummary] = []
    cursor = ""
    while True:
        page = await archive.page(user, msgspec.convert(filters, MatchFilter), cursor, limit)
        assert len(page.matches) <= limit
        summaries += page.matches
        if not page.next:
            assert len(summaries) == page.total
            return summaries
        cursor = page.next


async def test_archive_pages_list_each_match_once_in_order_and_apply_filters(url: str) -> None:
    rng = random.Random(4)
    async with open_archive(url) as (store, archive):
        for number in range(12):
            other_players = rng.choice([{}, {1: "Лёвушка"}, {1: "Oleg", 2: "Лёвушка"}])
            await store_match(
                store, f"t{number}", rng.choice([THREE, FOUR]), {0: "vera"} | other_players, rng.randrange(4), number
            )
        all_matches = await list_matches(archive, "vera")
        assert sorted(match.id for match in all_matches) == sorted(f"t{number}" for number in range(12))
        assert [(match.ended, match.id) for match in all_matches] == sorted(
            ((e.ended, e.id) for e in all_matches), reverse=True
        )
        for limit in (1, 5, 12):
            assert await list_matches(archive, "vera", limit) == all_matches
        for match in all_matches:
            assert next(s.name for s in match.seats if not s.level) == "vera"
            assert match.result == {"+": "won", "-": "lost", "0": "even"}[match.settlement[_side(match)][0]]
        for game in (THREE, FOUR):
            assert await list_matches(archive, "vera", 3, game=game) == [
                match for match in all_matches if match.game == game
            ]
        for result in ("won", "lost", "even"):
            assert await list_matches(archive, "vera", 3, result=result) == [
                e for e in all_matches if e.result == result
            ]
        preset = all_matches[0].options.split()[0]
        assert await list_matches(archive, "vera", preset=preset) == [
            e for e in all_matches if e.options.split()[0] == preset
        ]
        lev = [match for match in all_matches if any(seat.name == "Лёвушка" for seat in match.seats)]
        assert await list_matches(archive, "vera", player="ЛЁВ") == lev
        assert await list_matches(archive, "vera", player="vera") == []
        solo_matches = [match for match in all_matches if sum(not seat.level for seat in match.seats) == 1]
        assert await list_matches(archive, "vera", company="computers") == solo_matches
        assert await list_matches(archive, "vera", company="people") == [
            match for match in all_matches if match not in solo_matches
        ]
        assert {match.id for match in await list_matches(archive, "Oleg")} <= {match.id for match in all_matches}
        assert await list_matches(archive, "nobody") == []


def _side(match: MatchSummary) -> int:
    return next(side for side, seats in enumerate(match.sides) if match.you in seats)


async def test_archive_rebuilds_lost_rows(url: str) -> None:
    async with open_archive(url) as (store, archive):
        for number in range(3):
            await store_match(store, f"t{number}", THREE, {0: "vera"}, number)
        old_matches = await list_matches(archive, "vera")
        async with store.database.writing() as connection:
            for table in (level_sums, statistics, match_seats, matches):
                await connection.execute(delete(table))
            await connection.execute(update(tables).values(archived=False))
        assert await list_matches(archive, "vera") == []
        for _ in range(2):
            await archive.catch_up()
            assert await list_matches(archive, "vera") == old_matches


async def test_archive_lets_only_owner_make_match_private(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await store_match(store, "t", THREE, {0: "vera", 1: "oleg"}, 1)
        await archive.wait_until_current()
        assert not await archive.visibility.set_private("t", "oleg", True)
        assert not await archive.visibility.set_private("other", "vera", True)
        assert await archive.find("t", "") is not None
        assert not await archive.visibility.is_hidden("t", "stranger")
        assert await archive.visibility.set_private("t", "vera", True)
        for user, may in (("vera", True), ("oleg", True), ("stranger", False), ("", False)):
            assert (await archive.find("t", user) is not None, await archive.visibility.is_hidden("t", user)) == (
                may,
                not may,
            )


async def test_match_that_has_just_ended_can_be_made_private(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_archive(url) as (store, archive):
        reading, read = asyncio.Event(), archive._read

        async def wait_and_read(table: str) -> Any:
            await reading.wait()
            return await read(table)

        monkeypatch.setattr(archive, "_read", wait_and_read)
        await store_match(store, "t", THREE, {0: "vera"}, 1)
        change = asyncio.create_task(archive.visibility.set_private("t", "vera", True))
        async with store.database.writing():
            reading.set()  # the archive adds the match only now
        assert await change
        assert await archive.find("t", "stranger") is None


@contextmanager
def unread_match(monkeypatch: pytest.MonkeyPatch, delayed_table: str) -> Iterator[asyncio.Event]:
    """Keep archives from reading the match at one table until the event is set or the block ends."""
    may_read, read = asyncio.Event(), Archive._read

    async def wait_and_read(archive: Archive, table: str) -> Any:
        if table == delayed_table:
            await may_read.wait()
        return await read(archive, table)

    monkeypatch.setattr(Archive, "_read", wait_and_read)
    try:
        yield may_read
    finally:
        may_read.set()


async def test_players_enter_table_of_finished_match_before_archive_has_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_archive(url) as (store, archive), asyncio.timeout(DEADLINE_S):
        with unread_match(monkeypatch, "t") as may_read:
            await store_match(store, "t", THREE, {0: "vera", 1: "oleg"}, 1)
            request = asyncio.create_task(archive.visibility.is_hidden("t", "stranger"))
            assert not await archive.visibility.is_hidden("t", "vera")
            assert not await archive.visibility.is_hidden("t", "oleg")
            assert not request.done(), "only the archive knows whether a player hides their name"
            may_read.set()
            assert not await request


async def test_finished_match_does_not_wait_for_others(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_archive(url) as (store, archive), asyncio.timeout(DEADLINE_S):
        with unread_match(monkeypatch, "slow"):
            await store_match(store, "slow", THREE, {0: "vera"}, 1)
            await store_match(store, "t", THREE, {0: "vera"}, 2)
            assert await archive.find("t", "stranger") is not None
            assert not await archive.visibility.is_hidden("t", "stranger")


async def test_archive_moves_guest_matches_except_where_account_played_too(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_archive(url) as (store, archive):
        reading, read = asyncio.Event(), archive._read

        async def wait_and_read(table: str) -> Any:
            await reading.wait()
            return await read(table)

        monkeypatch.setattr(archive, "_read", wait_and_read)
        await store_match(store, "alone", THREE, {0: "guest"}, 1)
        await store_match(store, "both", THREE, {0: "guest", 1: "anna"}, 2)
        following = asyncio.create_task(archive.wait_until_current())
        async with store.database.writing():
            reading.set()  # the archive adds what has just finished, regardless of earlier writes
        await following
        async with store.database.writing() as connection:
            await move_matches(connection, "guest", "anna")
        assert [(match.id, match.you) for match in await list_matches(archive, "anna")] == [("both", 1), ("alone", 0)]
        assert await archive.visibility.set_private("alone", "anna", True)


async def test_shared_match_names_players_unless_they_hide_their_name(url: str) -> None:
    """Players of the match always see the names; a deleted user is shown differently from a guest without a name."""
    async with open_archive(url) as (store, archive):
        async with store.database.writing() as connection:
            for person, name in (("zina", "zina"), ("oleg", "oleg"), ("nameless", "")):
                await connection.execute(insert(people), {"id": person, "name": name, "since": 5, "used": 5})
        await store_match(store, "t", THREE, {0: "zina", 1: "oleg", 2: "nameless"}, 1)
        await archive.wait_until_current()

        async def seats(user: str) -> list[MatchSeat]:
            match = await archive.find("t", user)
            assert match is not None
            for name in {"zina", "oleg"} - {seat.name for seat in match.seats}:
                assert name.encode() not in log_file(match), "nor does the log name them"
            return list(match.seats)

        zina, oleg, guest, deleted_seat = (
            MatchSeat("zina"),
            MatchSeat("oleg"),
            MatchSeat(""),
            MatchSeat("", deleted=True),
        )
        assert await seats("") == await seats("oleg") == [zina, oleg, guest]
        assert not await archive.visibility.hides_name("zina")
        await archive.visibility.hide_name("zina", True)
        assert await archive.visibility.hides_name("zina")
        assert await seats("") == await seats("stranger") == [MatchSeat(""), oleg, guest]
        assert await seats("oleg") == await seats("zina") == [zina, oleg, guest]
        await archive.visibility.hide_name("zina", False)
        assert await seats("") == [zina, oleg, guest]
        await archive.visibility.hide_name("zina", True)
        async with store.database.writing() as connection:
            assert await deletion.delete_guests(connection, ["zina"], 9, 9) == ["zina"]
        assert await seats("") == await seats("oleg") == [MatchSeat(""), oleg, guest], "it stays hidden"
        await Accounts(store.database).delete(User("oleg", "oleg", True), "")
        assert await seats("") == [MatchSeat(""), deleted_seat, guest]


async def test_archive_removes_name_of_deleted_user_from_rows_and_log(url: str) -> None:
    async with open_archive(url) as (store, archive):
        async with store.database.writing() as connection:
            for person in ("zina", "oleg"):
                row = {"id": person, "name": person, "since": 5, "used": 5}
                await connection.execute(insert(people), row)
        await store_match(store, "t", THREE, {0: "zina", 1: "oleg"}, 1)
        await archive.wait_until_current()
        await Accounts(store.database).delete(User("zina", "zina", True), "")
        (match,) = await list_matches(archive, "oleg")
        assert [seat.name for seat in match.seats] == ["", "oleg", "Bot 2"]
        async with store.database.writing() as connection:
            sat = await deletion.finished_tables_of_deleted(connection, FIRST)
            assert [tuple(found_table) for found_table in sat] == [("t", "zina")]
            assert await deletion.delete_guests(connection, ["zina"], 9, 9) == [], "not before no row names them"
            await deletion.unname(connection, sat[0])
            assert await deletion.finished_tables_of_deleted(connection, FIRST) == []
            rows = list((await connection.execute(select(moves.c.events))).scalars())
            assert not [row for row in rows if b'"name":"zina"' in row or b'["zina"' in row]
            assert await deletion.delete_guests(connection, ["zina"], 9, 9) == ["zina"]
        archive._cache.clear()
        stored_match = await archive.find("t", "oleg")
        assert stored_match is not None
        assert [seat.name for seat in stored_match.seats] == ["", "oleg", "Bot 2"]
        assert b"zina" not in log_file(stored_match)


@pytest.mark.parametrize("is_unnamed", [False, True])
async def test_archive_built_after_deletion_does_not_name_the_deleted_user(url: str, is_unnamed: bool) -> None:
    """The user opened the table and played there. The name and the id were removed from its rows, or are still there.

    They are still there if the match ended only after the deletion.
    """
    async with open_archive(url) as (store, archive):
        store.on_over = lambda table: None
        async with store.database.writing() as connection:
            await connection.execute(insert(people), {"id": "zina", "name": "zina", "since": 5, "used": 5})
        await store_match(store, "t", THREE, {0: "zina", 1: "oleg"}, 1)
        async with store.database.writing() as connection:
            await connection.execute(update(people).values(since=deletion.DELETED_SINCE))
            if is_unnamed:
                await deletion.unname(connection, deletion.TableOfDeleted("t", "zina"))
        await archive.catch_up()
        async with store.database.reading() as connection:
            s = match_seats.c
            assert await connection.scalar(select(matches.c.host)) == ""
            rows = (await connection.execute(select(s.person, s.name).order_by(s.seat))).all()
        assert [tuple(row) for row in rows] == [(None, ""), ("oleg", "oleg"), (None, "Bot 2")]
