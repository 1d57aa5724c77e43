"""Established accounts on SQLite and PostgreSQL: which accounts may put rated tables into the list of open tables."""

from msgspec.structs import replace
from server.archive.test_matches import open_archive, store_match
from sqlalchemy import insert
from support.example_games import example
from support.matches import begin, finish

from prikup.archive.match_import import MatchChoice, match_from_file
from prikup.archive.uploads import UploadedMatch
from prikup.games import GAMES
from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.accounts.established import MIN_AGE_MS, is_established
from prikup.server.archive.matches import Archive
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import people

THREE = example(seats=3)


async def add_people(store: SqlEventStore) -> None:
    async with store.database.writing() as connection:
        vera, oleg = ({"id": name, "name": name, "folded": name, "since": 1} for name in ("vera", "oleg"))
        await connection.execute(insert(people), [vera | {"password": "x"}, oleg | {"password": None}])


async def is_vera_established(store: SqlEventStore, archive: Archive, now_ms: int = 2 * MIN_AGE_MS) -> bool:
    await archive.wait_until_current()
    async with store.database.reading() as connection:
        return await is_established(connection, "vera", now_ms)


async def test_account_is_established_after_a_day_and_three_matches_with_people(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        for number in range(3):
            await store_match(store, f"alone{number}", THREE, {0: "vera"}, number)
        for number in range(3):
            assert not await is_vera_established(store, archive)
            await store_match(store, f"t{number}", THREE, {0: "vera", 1: "oleg"}, number)
        assert await is_vera_established(store, archive)
        assert not await is_vera_established(store, archive, now_ms=MIN_AGE_MS)


async def test_matches_with_deleted_people_count_towards_an_established_account(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        for number in range(3):
            await store_match(store, f"t{number}", THREE, {0: "vera", 1: "oleg"}, number)
        await archive.wait_until_current()
        await Accounts(store.database).delete(User("oleg", "oleg", True), "")
        assert await is_vera_established(store, archive)


async def test_imported_matches_do_not_make_an_account_established(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        for number in range(2):
            await store_match(store, f"t{number}", THREE, {0: "vera", 1: "oleg"}, number)
        for number in range(3):
            assert await archive.add_upload(imported_match("vera", number))
        assert not await is_vera_established(store, archive)
        await store_match(store, "t2", THREE, {0: "vera", 1: "oleg"}, 2)
        assert await is_vera_established(store, archive)


def imported_match(user: str, seed: int) -> UploadedMatch:
    """Return a match of three people that a user imports from a file."""
    begin_event = replace(begin(THREE, GAMES[THREE], deals=1), names=("Vera", "Oleg", "Zina"), players=(HUMAN,) * 3)
    text = lines(finish(Log(begin_event), seed).events).decode()
    upload = match_from_file(MatchChoice(text, 0, 0), user, 1)
    assert isinstance(upload, UploadedMatch)
    return upload
