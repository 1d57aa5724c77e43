"""Standing wishes: whom a search without a table calls, and when."""

from collections.abc import Collection
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest
from server.lobby.pairing_server import LANE, OTHER_LANE, PairingServer, pairing_server
from server.stored_session import session_of, store_session
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.lobby import StandingWish
from prikup.server.lobby.pairing_chore import PairingChore
from prikup.server.lobby.standing import CALL_AFTER_S, CALLS_A_DAY, MAX_CALLED, covers, load_wishes, replace_wishes
from prikup.server.notices.kinds import Wishes
from prikup.server.storage import pairing_rows
from prikup.server.storage.sql_tables import blocks, notices, push_subscriptions, wishes

EVERY_DAY = tuple(range(7))
ALWAYS = StandingWish(LANE.name, EVERY_DAY, 0, 0)
"""A wish that covers any time: its end is not after its beginning, so it lasts a day."""


async def wish(server: PairingServer, person: str, *person_wishes: StandingWish, told: bool = True) -> None:
    """Store an account with standing wishes, and with a browser that may be told if `told`."""
    await server.account(person)
    async with server.database.writing() as connection:
        await replace_wishes(connection, person, person_wishes or (ALWAYS,), "UTC")
        if told:
            await store_session(connection, person)
            row = {
                "person": person,
                "session": session_of(person).token,
                "p256dh": "-",
                "auth": "-",
                "language": "en",
                "made": 0,
            }
            await connection.execute(insert(push_subscriptions), row | {"id": person, "endpoint": f"https://{person}"})
        quiet = {"person": person, "wishes": msgspec.json.encode(Wishes(quiet=False))}
        await connection.execute(insert(wishes), quiet)


def with_calls(server: PairingServer, *present: str) -> PairingServer:
    """Let the chore call people; `present` are connected."""
    look, wall = server.seekers.look, server.clock.wall
    server.chore = PairingChore(
        server.lease, server.database, server.registry, wall, server.metrics, look, dict, lambda: present
    )
    return server


async def called(server: PairingServer) -> list[str]:
    """Return the people who were called so far, in the order of their calls."""
    async with server.database.reading() as connection:
        rows = await connection.execute(select(notices).where(notices.c.kind == "seek").order_by(notices.c.due))
        return [row.person for row in rows]


async def test_search_without_a_table_calls_people_once_after_30_seconds(url: str) -> None:
    async with pairing_server(url) as server:
        with_calls(server, "here")
        for person in ("near", "here", "far", "deaf"):
            lane = OTHER_LANE if person == "far" else LANE
            await wish(server, person, StandingWish(lane.name, EVERY_DAY, 0, 0), told=person != "deaf")
        await server.seek("a", CALL_AFTER_S - 1)
        await server.work()
        assert await called(server) == []
        server.clock.advance(1)
        await server.work()
        assert await called(server) == ["near"]
        await server.work()
        assert await called(server) == ["near"]
        async with server.database.reading() as connection:
            row = (await connection.execute(select(notices))).one()
        assert (row.kind, row.about, row.until - row.due) == ("seek", LANE.name, 300_000)
        assert msgspec.json.decode(row.facts) == {"game": LANE.game}


async def test_search_that_is_cancelled_meanwhile_calls_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with pairing_server(url) as server:
        with_calls(server)
        await wish(server, "near")
        await server.seek("a", CALL_AFTER_S)
        account_owners = pairing_rows.account_owners

        async def read_and_cancel(connection: AsyncConnection, people: Collection[str]) -> set[str]:
            owners = await account_owners(connection, people)
            async with server.database.writing() as writing:
                await pairing_rows.end_search(writing, "a")
            return owners

        monkeypatch.setattr(pairing_rows, "account_owners", read_and_cancel)
        await server.work()
        assert await called(server) == []


async def test_search_calls_nobody_who_has_blocked_or_is_blocked_or_looks_for_players(url: str) -> None:
    async with pairing_server(url) as server:
        with_calls(server)
        for person in ("one", "two", "three", "a"):
            await wish(server, person)
        async with server.database.writing() as connection:
            for number, (owner, person) in enumerate((("a", "one"), ("two", "a"))):
                row = {"id": str(number), "owner": owner, "person": person, "name": "", "at": 0}
                await connection.execute(insert(blocks), row)
        await server.seek("a", CALL_AFTER_S)
        await server.seek("three", 0)
        await server.work()
        assert await called(server) == []


async def test_search_calls_the_least_lately_called_and_nobody_more_than_twice_a_day(url: str) -> None:
    async with pairing_server(url) as server:
        with_calls(server)
        people = [f"p{number:02}" for number in range(MAX_CALLED + 2)]
        for person in people:
            await wish(server, person)
        expected: list[str] = []
        for search, last in (("a", people[:10]), ("b", people[10:] + people[:8]), ("c", people[8:])):
            await server.seek(search, CALL_AFTER_S)
            await server.work()
            expected += last
            assert sorted(await called(server)) == sorted(expected), search
            server.clock.advance(600)
        assert max(expected.count(person) for person in people) == CALLS_A_DAY
        server.clock.advance(86_400)
        await server.seek("d", CALL_AFTER_S)
        await server.work()
        assert len(await called(server)) == len(expected) + MAX_CALLED


async def test_people_are_not_called_at_quiet_hours_or_when_they_have_switched_it_off(url: str) -> None:
    async with pairing_server(url) as server:
        with_calls(server)
        for person, stored in (("night", Wishes(zone="UTC")), ("off", Wishes({"seek": ()}, quiet=False))):
            await wish(server, person)
            async with server.database.writing() as connection:
                change = wishes.update().where(wishes.c.person == person).values(wishes=msgspec.json.encode(stored))
                await connection.execute(change)
        server.clock.advance(86_400 - server.clock.wall() % 86_400)  # midnight
        await server.seek("a", CALL_AFTER_S)
        await server.work()
        assert await called(server) == []
        server.clock.advance(12 * 3600)
        await server.seek("b", CALL_AFTER_S)
        await server.work()
        assert await called(server) == ["night"]


async def test_server_without_push_messages_calls_nobody(url: str) -> None:
    async with pairing_server(url) as server:
        await wish(server, "near")
        await server.seek("a", CALL_AFTER_S)
        await server.work()
        assert await called(server) == []


async def test_replaced_wishes_keep_the_place_among_the_called(url: str) -> None:
    async with pairing_server(url) as server:
        with_calls(server)
        for person in ("one", "two"):
            await wish(server, person)
        await server.seek("a", CALL_AFTER_S)
        await server.work()
        other = StandingWish(OTHER_LANE.name, (5, 0, 5), 60, 120)
        async with server.database.writing() as connection:
            await replace_wishes(connection, "one", (other, ALWAYS), "Asia/Yerevan")
            assert await load_wishes(connection, "one") == tuple(
                sorted(
                    (ALWAYS, StandingWish(OTHER_LANE.name, (0, 5), 60, 120)), key=lambda each: each.lane != LANE.name
                )
            )
            await replace_wishes(connection, "two", (), "UTC")
            assert await load_wishes(connection, "two") == ()
        server.clock.advance(3600)
        await server.seek("b", CALL_AFTER_S)
        await server.work()
        assert await called(server) == ["one", "two", "one"]


async def test_found_table_creates_notice_for_user_with_push_messages(url: str) -> None:
    async with pairing_server(url) as server:
        with_calls(server, "a")
        await wish(server, "a")
        for person in "abc":
            await server.seek(person)
        await server.work()
        async with server.database.reading() as connection:
            row = (await connection.execute(select(notices).where(notices.c.kind == "found"))).one()
        assert (row.person, row.about, row.until - row.due) == ("a", next(iter(await server.tables())), 20_000)


@pytest.mark.parametrize(
    ("days", "start", "end", "moment", "expected"),
    [
        ((0,), 20 * 60, 23 * 60, "2024-01-01T20:00", True),  # a Monday
        ((0,), 20 * 60, 23 * 60, "2024-01-01T23:00", False),
        ((0,), 20 * 60, 23 * 60, "2024-01-01T19:59", False),
        ((1,), 20 * 60, 23 * 60, "2024-01-01T20:00", False),
        ((0,), 22 * 60, 2 * 60, "2024-01-02T01:59", True),
        ((0,), 22 * 60, 2 * 60, "2024-01-02T02:00", False),
        ((0,), 22 * 60, 2 * 60, "2024-01-01T01:00", False),
    ],
)
def test_wish_covers_its_hours_in_its_time_zone(
    days: tuple[int, ...], start: int, end: int, moment: str, expected: bool
) -> None:
    zone = "Asia/Yerevan"
    now = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone)).timestamp()
    assert covers(StandingWish(LANE.name, days, start, end), zone, now) is expected
