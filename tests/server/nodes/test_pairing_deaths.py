"""A sample of `make pairing` in one process: a server dies while it pairs people, and another one goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from campaigns.pairing_deaths import Search, find_faults
from server.lobby.pairing_server import PairingServer, pairing_server
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection
from support.waiting import eventually

from prikup.server.storage.sql_tables import chores
from prikup.table.actor import Table

PEOPLE = "abcdefg"


async def die(server: PairingServer, point: str) -> None:
    """Do a round of the chore that ends at a point of its first transaction, as if its server was killed there."""
    writing, reached = server.lease.writing, asyncio.Event()

    async def wait_for_death(reached_point: str) -> None:
        if reached_point == point:
            reached.set()
            await asyncio.Event().wait()

    @asynccontextmanager
    async def deadly() -> AsyncIterator[AsyncConnection]:
        async with writing() as connection:
            yield connection
            await wait_for_death("written")
        await wait_for_death("committed")

    server.lease.writing = deadly  # type: ignore[method-assign]
    work, death = asyncio.create_task(server.work()), asyncio.create_task(reached.wait())
    await asyncio.wait([work, death], return_when=asyncio.FIRST_COMPLETED)
    assert not work.done(), work
    work.cancel()
    await asyncio.wait([work])


def has_begun(table: Table) -> bool:
    return table.stage == "shuffle"


@pytest.mark.parametrize(("point", "tables"), [("written", 0), ("committed", 1)])
async def test_people_paired_by_server_that_dies_have_one_table_each(postgresql: str, point: str, tables: int) -> None:
    async with pairing_server(postgresql, shared=True) as first, pairing_server(postgresql, shared=True) as second:
        for person in PEOPLE:
            await first.seek(person)
        await die(first, point)
        assert len(await second.tables()) == tables
        async with second.database.writing() as connection:
            await connection.execute(update(chores).values(until=0.0))  # its lease ends
        await second.work()
        settings_by_table = await second.tables()
        searches: list[Search] = []
        for table, settings in settings_by_table.items():
            at_table, _ = await second.come(table, settings.reserved)
            await eventually(partial(has_begun, at_table))
            searches += [Search(person, table) for person in settings.reserved]
        left = set(PEOPLE) - {search.user for search in searches}
        assert len(left) == 1
        reserved = {table: settings.reserved for table, settings in settings_by_table.items()}
        assert find_faults([*searches, *map(Search, left)], reserved, await second.searches(PEOPLE)) == []
