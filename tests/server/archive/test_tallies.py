"""The tallies of players in their database, SQLite and PostgreSQL: whatever happens, they are what the logs say."""

import random

import pytest
from examples import example
from server.archive.test_matches import kept, played
from server.loop import in_loop
from sqlalchemy import insert, select, update

from prikup.review.judgement import Judgement
from prikup.review.parts import STRONGEST
from prikup.review.review import VERSION, DealReview, SeatReview
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.archive import tallies
from prikup.server.archive.recount import mend, recount
from prikup.server.archive.review_rows import SEED
from prikup.server.archive.reviews import DealToReview, Reviews
from prikup.server.archive.tallies import Played, Tallies
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import matches, people, statistics
from prikup.server.worker_processes import WorkerProcesses
from prikup.statistics.tally import Tally, added_up

THREE, FOUR = example(seats=3), example(seats=4)


def review(rng: random.Random, deal: int, seats: int) -> DealReview:
    """The review of a deal in which seats have made mistakes of some kinds."""
    judged = tuple(
        Judgement(at, rng.randrange(seats), rng.choice(["auction", "play"]), (0,), "mistake", lost=rng.random() * 9)
        for at in range(rng.randrange(12))
    )
    return DealReview(
        deal, VERSION, STRONGEST, SEED, judged, tuple(SeatReview(s, 0.0, ()) for s in range(seats)), (), ()
    )


async def keep_review(store: SqlEventStore, rng: random.Random, table: str, name: str, deal: int) -> None:
    """Keep the review of a deal of a match."""
    reviews = Reviews(store.database, WorkerProcesses())
    found = review(rng, deal, 3 if name == THREE else 4)
    await reviews._keep(DealToReview(table, deal, f"{table} {deal}", b"", counts=True), found)


async def told(store: SqlEventStore, user: str) -> Tally:
    """All that is counted of a person."""
    return added_up((await Tallies(store.database).of_person(user)).values())


@in_loop
async def test_whatever_happens_they_are_what_the_logs_say(url: str) -> None:
    rng = random.Random(7)
    async with kept(url) as (store, archive):
        async with store.database.writing() as connection:
            for person in ("vera", "oleg", "zina"):
                row = {"id": person, "name": person, "folded": person, "since": 1}
                await connection.execute(insert(people), row)
        for at in range(12):
            name, others = rng.choice([THREE, FOUR]), rng.choice([{}, {1: "oleg"}, {1: "zina", 2: "oleg"}])
            await played(store, f"t{at}", name, {0: "vera"} | others, at, at)
            await archive.settled()
            if rng.random() < 0.7:
                await keep_review(store, rng, f"t{at}", name, rng.choice([1, 2]))
            if at == 8:
                await Accounts(store.database).delete(User("zina", "zina", True), "")
            if rng.random() < 0.3:
                await archive.keep_private(f"t{at}", "vera", True)
        vera = await told(store, "vera")
        assert vera.points.count >= 12
        assert vera.lost.count > 0
        assert (await told(store, "zina")).points.count == 0, "an account that is deleted"
        found = await recount(url)
        assert found == (12, ())
        async with store.database.writing() as connection:
            await connection.execute(update(matches).where(matches.c.table_id < "t3").values(counted="older"))
        assert (await recount(url)).wrong == ("t0", "t1", "t10", "t11", "t2")
        fewer = await told(store, "vera")
        assert fewer.points.count < vera.points.count, "what another program has counted is not added to ours"
        await archive.catch_up()
        assert await recount(url) == (12, ())
        assert await told(store, "vera") == vera


@in_loop
async def test_they_are_added_up_page_by_page(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with kept(url) as (store, archive):
        for at in range(5):
            await played(store, f"t{at}", THREE, {0: "vera"}, at, at)
        await archive.settled()
        whole = [await told(store, "vera"), *(await Tallies(store.database).of_levels()).values()]
        monkeypatch.setattr(tallies, "A_PAGE", 2)
        assert [await told(store, "vera"), *(await Tallies(store.database).of_levels()).values()] == whole


@in_loop
async def test_those_of_computer_players_are_added_up_now_and_then(url: str) -> None:
    now = 0.0
    async with kept(url) as (store, archive):
        found = Tallies(store.database, lambda: now)
        assert await found.of_levels() == {}
        await played(store, "t", THREE, {0: "vera"}, 1)
        await archive.settled()
        assert await found.of_levels() == {}
        now = tallies.FRESH + 1
        ((part, tally),) = (await found.of_levels()).items()
        assert (part.game, part.level) == (THREE, "rule")
        assert tally.points.count > 0
        assert isinstance(part, Played)


@in_loop
async def test_what_is_wrong_is_written_anew(url: str) -> None:
    async with kept(url) as (store, archive):
        for at in range(3):
            await played(store, f"t{at}", THREE, {0: "vera"}, at, at)
        await archive.settled()
        before = await told(store, "vera")
        async with store.database.writing() as connection:
            await connection.execute(update(statistics).where(statistics.c.table_id == "t1").values(tally=b"{}"))
    assert await recount(url) == (3, ("t1",))
    assert await mend(url) == (3, ("t1",))
    assert await recount(url) == (3, ())
    async with kept(url) as (store, _):
        assert await told(store, "vera") == before
        async with store.database.reading() as connection:
            assert len((await connection.execute(select(statistics))).all()) == 6
