"""Who sees the profile of an account, on SQLite and PostgreSQL, and what a person is to the reader."""

import pytest
from server.archive.test_matches import open_archive
from sqlalchemy import insert

from prikup.server.accounts.accounts import User
from prikup.server.accounts.profiles import find_person, set_profile_viewers, visible_names
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import blocks, friend_requests, friends, people

ANNA, GUEST = User("anna", "Anna", False), User("guest", "Guest", True)
READERS = (None, GUEST, ANNA)


async def add_accounts(database: Database, *names: str) -> None:
    """Store accounts with these names; their ids are their names in lower case."""
    rows = [{"id": name.lower(), "name": name, "folded": name.lower(), "since": 1} for name in names]
    async with database.writing() as connection:
        await connection.execute(insert(people), rows)


async def seen_by(database: Database, name: str) -> list[bool]:
    """Return which of `READERS` see the profile of the account with this name."""
    async with database.reading() as connection:
        found = [await find_person(connection, name, reader) for reader in READERS]
        ids = [await visible_names(connection, [name.lower()], reader) for reader in READERS]
    assert [bool(names) for names in ids] == [person is not None for person in found]
    return [person is not None for person in found]


@pytest.mark.parametrize(
    ("viewers", "seen"),
    [("everybody", [True, True, True]), ("accounts", [False, False, True]), ("friends", [False, False, False])],
)
async def test_profile_is_seen_by_those_whom_its_owner_allows(url: str, viewers: str, seen: list[bool]) -> None:
    async with open_archive(url) as (store, _):
        await add_accounts(store.database, "Anna", "Boris", "Anton")
        await set_profile_viewers(store.database, "boris", viewers)
        assert await seen_by(store.database, "BORIS") == seen
        assert await seen_by(store.database, "Anton") == [True] * 3
        await set_profile_viewers(store.database, "anna", viewers)
        assert (await seen_by(store.database, "Anna"))[2]
        async with store.database.writing() as connection:
            row = {"low": "anna", "high": "boris", "asked_by": "anna", "asked": 1, "since": 1}
            await connection.execute(insert(friends), row)
        assert (await seen_by(store.database, "Boris"))[2]


async def test_blocked_users_guests_and_missing_names_find_nobody(url: str) -> None:
    async with open_archive(url) as (store, _):
        await add_accounts(store.database, "Anna", "Boris")
        async with store.database.writing() as connection:
            await connection.execute(insert(people), {"id": "guest", "name": "Guest", "folded": None, "since": 1})
            row = {"id": "b", "owner": "boris", "person": "anna", "name": "Anna", "at": 1}
            await connection.execute(insert(blocks), row)
        assert await seen_by(store.database, "Boris") == [True, True, False]
        assert await seen_by(store.database, "Guest") == [False] * 3
        assert await seen_by(store.database, "Missing") == [False] * 3
        assert await seen_by(store.database, "") == [False] * 3


async def test_relation_follows_from_what_the_reader_knows(url: str) -> None:
    async with open_archive(url) as (store, _):
        names = ("Anna", "Friend", "Asked", "Met", "Disguised", "Asking", "Blocked", "Stranger")
        await add_accounts(store.database, *names)
        async with store.database.writing() as connection:
            friendship = {"low": "anna", "high": "friend", "asked_by": "anna", "asked": 1, "since": 1}
            await connection.execute(insert(friends), friendship)
            requests: list[dict[str, str | int | None]] = [
                {"asker": "anna", "key": "name asked", "name": "Asked", "person": None, "asked": 1},
                {"asker": "anna", "key": "id met", "name": "Met", "person": "met", "asked": 1},
                {"asker": "anna", "key": "id disguised", "name": "D.", "person": "disguised", "asked": 1},
                {"asker": "asking", "key": "name anna", "name": "Anna", "person": "anna", "asked": 1},
            ]
            await connection.execute(insert(friend_requests), requests)
            block = {"id": "b", "owner": "anna", "person": "blocked", "name": "Blocked", "at": 1}
            await connection.execute(insert(blocks), block)
        async with store.database.reading() as connection:
            relations = {
                name: person.relation for name in names if (person := await find_person(connection, name, ANNA))
            }
            stranger = await find_person(connection, "Friend", None)
    assert relations == {
        "Anna": "yourself",
        "Friend": "friend",
        "Asked": "asked",
        "Met": "asked",
        "Disguised": "none",
        "Asking": "asking",
        "Blocked": "blocked",
        "Stranger": "none",
    }
    assert stranger is not None
    assert stranger.relation == "none"
