"""Finished rated matches are rated exactly once, in their order, also after a kill between archive and rating."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from server.archive.test_matches import open_archive
from sqlalchemy import func, insert, select, update
from support.example_games import example
from support.matches import begin, finish

from prikup.games import GAMES
from prikup.history.events import HUMAN, StopEvent, StopReason
from prikup.history.log import Log
from prikup.server.ratings.due_matches import rating_effects
from prikup.server.ratings.rated_players import RatedPlayers, ms_until_rated_lanes
from prikup.server.ratings.rating_check import RatingCheck, check_ratings, rebuild_ratings
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import matches, people, rated_matches, rating_changes, ratings
from prikup.table.host.storage import Commit, NewTableRecord
from prikup.table.rated_match import rated_settings
from prikup.table.state.events import RatingDecided, SeatForfeited, SeatTaken, TableEvent, encode
from prikup.table.state.summary import Summary
from prikup.table.table_settings import TableSettings

THREE = example(seats=3)
NAMES = ("vera", "oleg", "zina")
DAY_MS = 86_400_000


async def add_people(store: SqlEventStore) -> None:
    async with store.database.writing() as connection:
        rows = [{"id": name, "name": name, "folded": name, "since": 1} for name in NAMES]
        await connection.execute(insert(people), rows)


async def store_rated_match(
    store: SqlEventStore,
    table: str,
    ended_ms: int,
    *,
    deals: int = 2,
    planned: int = 0,
    forfeits: Mapping[int, int] = {},
    stop: StopReason | None = None,
    rated: bool = True,
) -> None:
    """Store a finished match of three people.

    `deals` are the finished deals, `planned` the planned ones (by default the same), `forfeits` the number of finished
    deals at each forfeit by seat. With `stop`, the match was ended before its last deal.
    """
    begin_event = replace(begin(THREE, GAMES[THREE], deals=deals), names=NAMES, players=(HUMAN,) * 3)
    log = finish(Log(begin_event), len(table))
    planned_begin = replace(begin_event, deals=planned or deals)
    events: list[TableEvent] = [*(SeatTaken(seat, name, name, guest=False) for seat, name in enumerate(NAMES))]
    events += [RatingDecided("" if rated else "clock"), planned_begin, *log.events[1:]]
    events += [SeatForfeited(seat, "resigned", number) for seat, number in forfeits.items()]
    if stop is not None:
        events.append(StopEvent(stop))
    settings = rated_settings(TableSettings(THREE, begin_event.options, host=NAMES[0], open=True))
    await store.create(NewTableRecord(table, msgspec.json.encode(settings), settings.host))
    sits = tuple((name, seat) for seat, name in enumerate(NAMES))
    await store.write(Commit(table, 1, encode(tuple(events)), at=ended_ms, sits=sits, over=True))


async def rated_tables(store: SqlEventStore) -> list[str]:
    """Return the ids of the rated matches in the order in which they were rated."""
    r = rated_matches.c
    async with store.database.reading() as connection:
        return list(await connection.scalars(select(r.table_id).order_by(r.seq)))


async def test_rated_match_is_rated_when_it_is_archived(url: str) -> None:
    async with open_archive(url) as (store, archive):
        effects: list[Any] = []
        archive._on_rated = lambda table, seats: effects.append((table, seats))
        await add_people(store)
        await store_rated_match(store, "t0", DAY_MS)
        await store_rated_match(store, "t1", 2 * DAY_MS, rated=False)
        await archive.wait_until_current()
        assert await rated_tables(store) == ["t0"]
        ((table, seats),) = effects
        assert table == "t0"
        assert [effect.before for effect in seats] == [1500] * 3
        assert [effect.after for effect in seats] != [1500] * 3
        assert await rating_effects(store.database, "t0") == seats
        assert await rating_effects(store.database, "t1") == ()
        assert await check_ratings(url) == RatingCheck(1, "")


async def test_effect_on_a_rating_is_provisional_with_few_matches_or_a_wide_margin(url: str) -> None:
    c, s = rating_changes.c, ratings.c
    async with open_archive(url) as (store, archive):
        await add_people(store)
        await store_rated_match(store, "t0", DAY_MS)
        await archive.wait_until_current()
        assert [effect and effect.provisional for effect in await rating_effects(store.database, "t0")] == [True] * 3
        async with store.database.writing() as connection:
            await connection.execute(update(ratings).values(matches=20))
            await connection.execute(update(ratings).where(s.person == "vera").values(matches=19))
            await connection.execute(update(rating_changes).where(c.person != "zina").values(sigma=1.0))
        effects = await rating_effects(store.database, "t0")
        assert [effect and effect.provisional for effect in effects] == [True, False, True]


async def test_check_names_match_that_is_not_rated_and_rebuild_has_it_rated(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        await store_rated_match(store, "t0", DAY_MS)
        await store_rated_match(store, "t1", 2 * DAY_MS, rated=False)
        await store_rated_match(store, "t2", 3 * DAY_MS, deals=2, planned=5, stop="")
        await archive.wait_until_current()
        async with store.database.writing() as connection:
            for table in (ratings, rating_changes, rated_matches):
                await connection.execute(table.delete())
        assert await check_ratings(url) == RatingCheck(0, "t0")
    assert await rebuild_ratings(url) == 0
    assert await check_ratings(url) == RatingCheck(0, ""), "it is due"
    async with open_archive(url) as (store, archive):
        await archive.rate_missed(4 * DAY_MS)
        assert await rated_tables(store) == ["t0"]
        assert await check_ratings(url) == RatingCheck(1, "")


@pytest.mark.parametrize(
    ("fields", "is_rated"),
    [
        ({"deals": 2, "planned": 4, "stop": ""}, True),
        ({"deals": 2, "planned": 5, "stop": ""}, False),
        ({"deals": 2, "planned": 12, "stop": "time"}, True),
        ({"deals": 2, "planned": 12, "stop": "", "forfeits": {1: 1}}, True),
        ({"deals": 2, "planned": 12, "stop": "forfeit", "forfeits": {0: 0, 1: 0, 2: 1}}, True),
    ],
)
async def test_stopped_match_is_rated_or_not(url: str, fields: dict[str, Any], is_rated: bool) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        await store_rated_match(store, "t0", DAY_MS, **fields)
        await archive.wait_until_current()
        assert await rated_tables(store) == (["t0"] if is_rated else [])
        assert await check_ratings(url) == RatingCheck(int(is_rated), "")


@pytest.mark.parametrize(
    ("finished_deals", "kinds"),
    [(0, ["unchanged", "forfeit", "unchanged"]), (1, ["person", "forfeit", "person"])],
)
async def test_early_forfeit_changes_only_the_rating_of_who_forfeited(
    url: str, finished_deals: int, kinds: list[str]
) -> None:
    c = rating_changes.c
    async with open_archive(url) as (store, archive):
        await add_people(store)
        await store_rated_match(store, "t0", DAY_MS, planned=4, stop="time", forfeits={1: finished_deals})
        await archive.wait_until_current()
        async with store.database.reading() as connection:
            rows = (await connection.execute(select(c.kind, c.rank).order_by(c.seat))).all()
        assert [row.kind for row in rows] == kinds
        assert rows[1].rank == 3, "last, whatever the sheet says"


async def test_match_whose_server_was_killed_before_rating_is_rated_later_in_order(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        archive._due_matches.rate = _do_nothing  # type: ignore[method-assign]
        await store_rated_match(store, "later", 2 * DAY_MS)
        await store_rated_match(store, "sooner", DAY_MS)
        await archive.wait_until_current()
        assert await rated_tables(store) == []
    async with open_archive(url) as (store, archive):
        await asyncio.gather(archive.rate_missed(3 * DAY_MS), archive.rate_missed(3 * DAY_MS), archive.catch_up())
        assert await rated_tables(store) == ["sooner", "later"]
        assert await check_ratings(url) == RatingCheck(2, "")
        async with store.database.reading() as connection:
            assert await connection.scalar(select(func.count()).where(matches.c.rating_due)) == 0


async def _do_nothing() -> None: ...


async def test_match_whose_server_was_killed_before_archiving_is_rated_later(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        store.on_over = _forget
        await store_rated_match(store, "t0", DAY_MS)
        assert await rated_tables(store) == []
        await archive.rate_missed(2 * DAY_MS)
        assert await rated_tables(store) == ["t0"]


def _forget(table: str) -> None: ...


async def test_late_match_is_logged(url: str, stream: Any) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        await store_rated_match(store, "t0", DAY_MS)
        await archive.wait_until_current()
        async with store.database.writing() as connection:
            await connection.execute(update(matches).values(rating_due=True))
        await archive.rate_missed(DAY_MS + 59_000)
        assert "rating-late" not in stream.getvalue()
        async with store.database.writing() as connection:
            await connection.execute(update(matches).values(rating_due=True))
        await archive.rate_missed(DAY_MS + 61_000)
        assert "rating-late" in stream.getvalue()
        assert await rated_tables(store) == ["t0"], "it is not rated twice"


async def test_matches_that_wait_for_their_rating_are_counted(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        rate, archive._due_matches.rate = archive._due_matches.rate, _do_nothing  # type: ignore[method-assign]
        for number in range(2):
            await store_rated_match(store, f"t{number}", DAY_MS)
        await archive.wait_until_current()
        assert archive.ratings_due == 0, "nobody has looked yet"
        await archive.rate_missed(DAY_MS)
        assert archive.ratings_due == 2
        archive._due_matches.rate = rate  # type: ignore[method-assign]
        await archive.rate_missed(DAY_MS)
        assert archive.ratings_due == 0


async def test_deleted_user_gets_random_id(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        async with store.database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == "oleg").values(since=0))
        await store_rated_match(store, "t0", DAY_MS)
        await archive.wait_until_current()
        c = rating_changes.c
        async with store.database.reading() as connection:
            persons = list(await connection.scalars(select(c.person).order_by(c.seat)))
        assert persons[1].startswith("deleted-")
        assert await check_ratings(url) == RatingCheck(1, "")


async def test_users_with_many_forfeits_wait(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_people(store)
        waits_ms = []
        for number in range(5):
            await store_rated_match(store, f"t{number}", number + 1, planned=12, forfeits={1: 0}, stop="time")
            await archive.wait_until_current()
            async with store.database.reading() as connection:
                waits_ms.append(await ms_until_rated_lanes(connection, "oleg", 100))
        assert [round(wait_ms / DAY_MS) for wait_ms in waits_ms] == [0, 0, 1, 1, 7]
        async with store.database.reading() as connection:
            assert await ms_until_rated_lanes(connection, "vera", 100) == 0


async def test_players_of_unfinished_rated_matches_are_found(url: str) -> None:
    async with open_archive(url) as (store, _):
        lookup = RatedPlayers(store.database)
        for table, is_rated, stage, forfeits in (
            ("t0", True, "deal", (1,)),
            ("t1", False, "deal", ()),
        ):
            summary = Summary(stage, 1, NAMES, (), NAMES, rated=is_rated, forfeits=forfeits)
            record = NewTableRecord(table, b"{}", "vera", msgspec.json.encode(summary))
            await store.create(record)
            sits = tuple((name, seat) for seat, name in enumerate(NAMES))
            await store.write(Commit(table, 1, encode(()), sits=sits))
        assert await lookup.are_playing_elsewhere(("vera",), "t1")
        assert not await lookup.are_playing_elsewhere(("vera",), "t0")
        assert not await lookup.are_playing_elsewhere(("oleg",), "t1"), "who has forfeited is free"
        assert await lookup.is_in_deal("zina")
        assert not await lookup.is_in_deal("oleg")
