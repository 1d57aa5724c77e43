"""The chore of quick pairing over a database, with tables that start, or that are given up."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from server.lobby.pairing_server import LANE, OTHER_LANE, PARTNER_LANE, PairingServer, Reader, pairing_server
from sqlalchemy import insert, select, text, update
from support.waiting import eventually

from prikup.ratings.model import Rating
from prikup.ratings.standing import Standing
from prikup.server.lobby import pairing_chore
from prikup.server.lobby.check import check_tables
from prikup.server.lobby.pairing import Group, Meetings
from prikup.server.lobby.pairing_chore import meetings_of
from prikup.server.lobby.rows import load_watchable_tables
from prikup.server.lobby.seek_messages import SeekCommand
from prikup.server.lobby.seekers import SOUGHT_EVERY
from prikup.server.nodes.lease import LASTS_S
from prikup.server.ratings.rating_rows import standing_row
from prikup.server.storage import deletion, pairing_rows
from prikup.server.storage.database import Database
from prikup.server.storage.pairing_rows import COME_S, SEARCH_S
from prikup.server.storage.sql_tables import (
    blocks,
    lane_starts,
    matches,
    misses,
    paired,
    people,
    ratings,
    seeks,
    tables,
)
from prikup.server.storage.table_check import TableCheck
from prikup.table.opening.lanes import Lane
from prikup.table.state.summary import Summary


async def test_pairing_vector_p1_uses_the_stored_ratings_and_tells_each_seeker(url: str) -> None:
    ratings_by_person = {"a": 1500, "b": 1560, "c": 1490, "d": 1900, "e": 1520}
    async with pairing_server(url) as server:
        rows = [
            standing_row(LANE.game, person, Standing(Rating(25 + (number - 1500) / 24, 1.0), 99, 0))
            for person, number in ratings_by_person.items()
        ]
        async with server.database.writing() as connection:
            await connection.execute(insert(ratings), rows)
        readers = {person: Reader(person) for person in "abcde"}
        for (person, reader), waited_s in zip(readers.items(), (40, 5, 20, 60, 1), strict=True):
            await server.seek(person, waited_s)
            await server.seekers.seek(reader, SeekCommand((LANE.name,)))  # the place in the queue is kept
            reader.take()
        await server.work()
        assert await server.waiting("abcde") == "bd"
        (table,) = await server.tables()
        sent = {
            person: [(message["type"], message.get("table")) for message in reader.take()]
            for person, reader in readers.items()
        }
        found, sought = ("found", table), ("sought", None)
        assert sent == {"a": [found], "b": [sought], "c": [found], "d": [sought], "e": [found]}
        server.clock.advance(SOUGHT_EVERY)
        await server.seekers.look()
        sent_types = {person: [message["type"] for message in reader.take()] for person, reader in readers.items()}
        assert sent_types == {"a": [], "b": ["sought"], "c": [], "d": ["sought"], "e": []}, "they still look"


async def test_people_without_ratings_sit_down_in_the_order_of_the_queue(url: str) -> None:
    async with pairing_server(url) as server:
        for person, waited_s in zip("abcde", (40, 5, 20, 60, 1), strict=True):
            await server.seek(person, waited_s)
        await server.work()
        ((table, settings),) = (await server.tables()).items()
        assert sorted(settings.reserved) == ["a", "c", "d"]
        searches = await server.searches("abcde")
        assert {person: search.found and search.found.table for person, search in searches.items()} == {
            "a": table,
            "b": None,
            "c": table,
            "d": table,
            "e": None,
        }
        assert (settings.game, settings.options, settings.deals, settings.clock) == (
            LANE.game,
            LANE.options,
            LANE.deals,
            LANE.clock,
        )
        await server.work()
        assert len(await server.tables()) == 1, "nobody is found twice"


async def test_pairing_of_a_lone_pair_adds_a_bot_after_45_seconds_and_never_for_partners(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "ab":
            await server.seek(person, 44, bots=True)
        for person in "cde":
            await server.seek(person, 99, PARTNER_LANE, bots=True)
        await server.work()
        assert await server.tables() == {}
        server.clock.advance(1)
        await server.work()
        (settings,) = (await server.tables()).values()
        assert sorted(settings.reserved) == ["", "a", "b"]
        assert await server.waiting("abcde") == "cde"


async def test_pairing_metrics_show_who_waits_and_how_long_people_waited(url: str) -> None:
    async with pairing_server(url) as server:
        value = server.metrics.registry.get_sample_value

        def waiting(lane: Lane) -> float | None:
            return value("prikup_seeks_waiting", {"lane": lane.name})

        assert (waiting(LANE), waiting(OTHER_LANE)) == (0, 0)
        await server.seek("a", 40, LANE, OTHER_LANE)
        await server.seek("b", 7)
        await server.work()
        assert (waiting(LANE), waiting(OTHER_LANE)) == (2, 1)
        assert value("prikup_pairing_seconds_count") == 0
        await server.seek("c")
        await server.work()
        assert len(await server.tables()) == 1
        assert (value("prikup_pairing_seconds_count"), value("prikup_pairing_seconds_sum")) == (3, 47)
        await server.work()
        assert (waiting(LANE), waiting(OTHER_LANE)) == (0, 0)


async def test_waiting_people_are_shown_only_by_the_server_with_the_chore(url: str) -> None:
    async with pairing_server(url) as server:
        await server.seek("a")
        await server.work()
        lane = {"lane": LANE.name}
        assert server.metrics.registry.get_sample_value("prikup_seeks_waiting", lane) == 1
        server.clock.advance(LASTS_S)
        assert server.metrics.registry.get_sample_value("prikup_seeks_waiting", lane) == 0, "its lease has ended"


async def test_pairing_in_several_lanes_finds_one_table(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person, 0, LANE, OTHER_LANE)
        for person in "de":
            await server.seek(person, 0, OTHER_LANE)
        await server.work()
        assert [settings.game for settings in (await server.tables()).values()] == [LANE.game]
        assert await server.waiting("abcde") == "de"


async def test_pairing_leaves_out_disconnected_people_and_searches_that_have_ended(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abcd":
            await server.seek(person)
        async with server.database.writing() as connection:
            await pairing_rows.pause_searches(connection, ["a"], "node")
            await pairing_rows.end_search(connection, "b")
        await server.work()
        assert await server.tables() == {}
        server.clock.advance(SEARCH_S + 1)
        await server.seek("e")
        await server.work()
        assert await server.tables() == {}
        async with server.database.writing() as connection:
            await pairing_rows.renew_searches(connection, [*"acd"], "other", server.clock.wall())
        await server.work()
        assert len(await server.tables()) == 1


@pytest.mark.parametrize("leaves", [False, True])
async def test_pairing_gives_up_group_if_one_leaves_or_changes_lane_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch, *, leaves: bool
) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        was_read, go = asyncio.Event(), asyncio.Event()
        account_owners = pairing_rows.account_owners

        async def read_slowly(*arguments: Any) -> set[str]:
            owners = await account_owners(*arguments)
            if not was_read.is_set():
                was_read.set()
                await go.wait()
            return owners

        monkeypatch.setattr(pairing_rows, "account_owners", read_slowly)
        async with asyncio.TaskGroup() as group:
            group.create_task(server.work())
            await was_read.wait()  # the chore has read all searches
            if leaves:
                async with server.database.writing() as connection:
                    await pairing_rows.pause_searches(connection, ["a"], "node")
            else:
                await server.seek("a", 0, OTHER_LANE)
            go.set()
        assert await server.tables() == {}
        assert await server.waiting("abc") == "abc"


async def test_pairing_respects_blocks(url: str) -> None:
    async with pairing_server(url) as server:
        row = {"id": "1", "owner": "c", "person": "a", "name": "", "at": 0}
        async with server.database.writing() as connection:
            await connection.execute(insert(blocks), row)
        for person in "abc":
            await server.seek(person, 60)
        await server.work()
        assert await server.tables() == {}


async def test_pairing_is_rated_if_all_own_accounts(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abcde":
            await server.account(person)
        for person in "abcdef":
            await server.seek(person)
        await server.work()
        settings_by_people = {frozenset(each.reserved): each for each in (await server.tables()).values()}
        assert {people: each.rated for people, each in settings_by_people.items()} == {
            frozenset("abc"): True,
            frozenset("def"): False,
        }


async def test_accounts_of_one_network_are_never_paired_in_a_rated_match(url: str) -> None:
    async with pairing_server(url) as server:
        server.networks = {"a": "10.0.0.1", "b": "10.0.0.1", "c": "10.0.0.2", "d": "10.0.0.3", "e": "10.0.0.1"}
        for person in "abcd":
            await server.account(person)
        for person in "abc":
            await server.seek(person, 45)
        await server.work()
        assert await server.tables() == {}
        await server.seek("d", 1)
        server.clock.advance(10)
        await server.work()
        (settings,) = (await server.tables()).values()
        assert settings.rated
        assert sorted(settings.reserved) == ["a", "c", "d"]


async def test_accounts_of_one_network_are_paired_after_a_minute_in_an_unrated_match(url: str) -> None:
    async with pairing_server(url) as server:
        server.networks = dict.fromkeys("ab", "10.0.0.1")
        for person in "abc":
            await server.account(person)
            await server.seek(person, 59)
        await server.work()
        assert await server.tables() == {}
        server.clock.advance(1)
        await server.work()
        (settings,) = (await server.tables()).values()
        assert sorted(settings.reserved) == ["a", "b", "c"]
        assert not settings.rated


async def test_accounts_of_one_network_are_never_paired_in_a_rated_lane(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated_lane = replace(LANE, rated=True)
    monkeypatch.setattr(pairing_chore, "lanes", lambda: {LANE.name: rated_lane})
    async with pairing_server(url) as server:
        server.networks = dict.fromkeys("ab", "10.0.0.1")
        for person in "abc":
            await server.account(person)
            await server.seek(person, 99)
        await server.work()
        assert await server.tables() == {}


async def test_accounts_of_one_network_are_paired_beside_a_guest_at_once(url: str) -> None:
    async with pairing_server(url) as server:
        server.networks = dict.fromkeys("abg", "10.0.0.1")
        for person in "ab":
            await server.account(person)
        for person in "abg":
            await server.seek(person)
        await server.work()
        (settings,) = (await server.tables()).values()
        assert sorted(settings.reserved) == ["a", "b", "g"]
        assert not settings.rated


async def test_guest_who_opens_an_account_while_a_group_is_found_stays_in_an_unrated_match(url: str) -> None:
    async with pairing_server(url) as server:
        server.networks = dict.fromkeys("ab", "10.0.0.1")
        for person in "abc":
            await server.account(person)
        group = Group(("a", "b", "c"), rated=False)
        for person in group.people:
            await server.seek(person)
        await server.lease.renew()
        await server.chore.open_table(LANE, group, server.clock.wall())
        (settings,) = (await server.tables()).values()
        assert not settings.rated


async def test_paired_match_begins_when_all_have_come(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        await server.work()
        ((name, settings),) = (await server.tables()).items()
        table, clients = await server.come(name, "abc")
        await eventually(lambda: table.stage == "shuffle")
        assert [settings.reserved[client.seat] for client in clients] == list("abc")
        assert await server.searches("abc") == {}
        server.clock.advance(COME_S + 5)
        await server.work()
        assert await server.misses("abc") == {}
        assert len(await server.tables()) == 1


async def test_upgrade_lists_running_paired_matches_to_watch(url: str) -> None:
    async with pairing_server(url) as server:
        await begin_match(server)
        for person in "def":
            await server.seek(person, 60)
        await server.work()
        (name,) = (table for table, settings in (await server.tables()).items() if "d" in settings.reserved)
        await server.come(name, "de")  # this match has not begun
    database = await Database.open(url)
    async with database.writing() as connection:
        for row in (await connection.execute(select(tables.c.id, tables.c.summary))).all():
            old_summary = replace(msgspec.json.decode(row.summary, type=Summary), users=())
            values = {"summary": msgspec.json.encode(old_summary), "watchable": False}
            await connection.execute(update(tables).where(tables.c.id == row.id).values(values))
    assert len((await check_tables(url)).wrong) == 2
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '0029'"))
    await database.close()
    await (await Database.open(url)).close()
    assert await check_tables(url) == TableCheck(2, ())


async def test_paired_match_of_somebody_who_hides_is_not_listed_to_watch(url: str) -> None:
    async with pairing_server(url) as server:
        await server.account("a")
        await begin_match(server)

        async def watched() -> int:
            async with server.database.reading() as connection:
                return len(await load_watchable_tables(connection, 0))

        assert await watched() == 1
        async with server.database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == "a").values(seen_by="nobody"))
        assert await watched() == 0


async def begin_times(server: PairingServer) -> dict[str, float]:
    """Return when the last match of each lane began."""
    async with server.database.reading() as connection:
        return (await pairing_rows.lane_activity(connection, server.clock.wall())).began


async def begin_match(server: PairingServer) -> float:
    """Let three people be found, and come five seconds later; return the time then."""
    known_tables = set(await server.tables())
    for person in "abc":
        await server.seek(person, 60)
    await server.work()
    (name,) = set(await server.tables()) - known_tables
    server.clock.advance(5)
    table, _ = await server.come(name, "abc")
    await eventually(lambda: table.stage == "shuffle")
    return server.clock.wall()


async def test_lane_keeps_the_time_of_its_last_match(url: str) -> None:
    async with pairing_server(url) as server:
        assert await begin_times(server) == {}
        first_time = await begin_match(server)
        assert await begin_times(server) == {LANE.name: first_time}
        server.clock.advance(3600)
        last_time = await begin_match(server)
        assert await begin_times(server) == {LANE.name: last_time}
        server.clock.advance(3600)
        await server.work()
        assert await begin_times(server) == {LANE.name: last_time}
        async with server.database.reading() as connection:
            assert len((await connection.execute(select(lane_starts))).all()) == 1, "the older one is deleted"


async def test_annulled_pairing_is_no_start_of_its_lane(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        await miss_table(server, "abc", "ac")
        assert await begin_times(server) == {}


async def miss_table(server: PairingServer, people: str, comers: str) -> None:
    """Let people be found, and only some of them come."""
    await server.work()
    ((name, _),) = (await server.tables()).items()
    assert (await server.searches(people)).keys() == set(people)
    _, clients = await server.come(name, comers)
    server.clock.advance(COME_S)
    await eventually(lambda: all(client.code for client in clients))


async def test_annulled_pairing_puts_back_those_who_came_with_their_old_time(url: str) -> None:
    async with pairing_server(url) as server:
        for person, waited_s in zip("abc", (7, 5, 3), strict=True):
            await server.seek(person, waited_s)
        since = {person: search.since for person, search in (await server.searches("abc")).items()}
        await miss_table(server, "abc", "ac")
        assert await server.tables() == {}
        searches = await server.searches("abc")
        assert {person: search.since for person, search in searches.items()} == {p: since[p] for p in "ac"}
        assert await server.waiting("abc") == "ac"
        assert await server.misses("abc") == {"b": [server.clock.wall()]}
        await server.seek("d")
        await server.work()
        assert await server.tables() == {}, "they look again once they are connected"
        async with server.database.writing() as connection:
            await pairing_rows.renew_searches(connection, [*"ac"], "node", server.clock.wall())
        await server.work()
        (settings,) = (await server.tables()).values()
        assert sorted(settings.reserved) == ["a", "c", "d"]
        async with server.database.reading() as connection:
            assert (await connection.execute(select(matches))).first() is None, "it is not in the archive"
            met = {(row.person, row.other) for row in await connection.execute(select(paired))}
        assert met == {(one, other) for one in "acd" for other in "acd" if one != other}, "nobody has met b"


async def test_paired_table_to_which_nobody_comes_is_given_up_by_the_chore(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        await server.work()
        assert len(await server.tables()) == 1
        server.clock.advance(COME_S + 1)
        await server.work()

        async def is_given_up() -> bool:
            return await server.tables() == {}

        await until_true(is_given_up)
        assert await server.searches("abc") == {}
        assert (await server.misses("abc")).keys() == set("abc")


async def test_searches_for_a_deleted_table_end(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        await server.work()
        async with server.database.writing() as connection:
            await connection.execute(tables.update().values(deleted=True))
        server.clock.advance(COME_S + 1)
        await server.work()
        assert await server.searches("abc") == {}


async def test_old_rows_of_pairing_are_deleted(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        await miss_table(server, "abc", "")
        await server.seek("d")
        server.clock.advance(86_500)
        await server.work()
        assert await server.searches("abcd") == {}
        async with server.database.reading() as connection:
            assert (await connection.execute(select(paired))).first() is None


async def until_true(condition: Callable[[], object]) -> None:
    """Wait until an asynchronous condition holds."""
    while not await condition():  # type: ignore[misc]
        await asyncio.sleep(0)  # real time: none passes


def test_meetings_count_a_day_and_the_last_three_pairings_of_an_hour() -> None:
    now = 100_000.0
    assert meetings_of([], [], now) == Meetings()
    assert meetings_of([("a", "b")], [], now).blocked == {"a": {"b"}, "b": {"a"}}

    def met(*times_and_people: tuple[float, str]) -> list[tuple[str, str, float]]:
        return [(x, y, now - ago) for ago, people in times_and_people for x in people for y in people if x != y]

    twice = meetings_of([], met((50, "ab"), (90, "abc")), now)
    assert twice.today == {"a": {"b": 2, "c": 1}, "b": {"a": 2, "c": 1}, "c": {"a": 1, "b": 1}}
    assert twice.regulars == {"a": {"b"}, "b": {"a"}}
    assert meetings_of([], met((50, "ab"), (3601, "ab")), now).regulars == {}, "once within the hour"
    spread = met((10, "ac"), (20, "ad"), (30, "be"), (40, "bf"), (50, "ab"), (60, "ab"))
    assert meetings_of([], spread, now).regulars == {}, "once among the last three of each"


async def test_deleted_user_leaves_no_row_of_pairing(url: str) -> None:
    async with pairing_server(url) as server:
        for person in "abc":
            await server.seek(person)
        await miss_table(server, "abc", "ac")
        await server.seek("b")
        await server.seek("d")
        async with server.database.writing() as connection:
            await pairing_rows.renew_searches(connection, [*"ac"], "node", server.clock.wall())
        await server.work()
        async with server.database.writing() as connection:
            for person in "abcd":
                await deletion.delete_person(connection, person, 0)
            for table in (seeks, misses, paired):
                assert (await connection.execute(select(table))).first() is None
