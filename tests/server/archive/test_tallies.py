"""Stored tallies of players on SQLite and PostgreSQL: after any change they equal the sums over the logs."""

import io
import json
import random

import pytest
from server.archive.test_matches import open_archive, store_match
from sqlalchemy import delete, insert, select, update
from support.example_games import example

from prikup.archive.match_records import SEED
from prikup.archive.statistics_page import StatisticsScope
from prikup.review.judgement import Judgement
from prikup.review.result_breakdown import STRONGEST
from prikup.review.review import VERSION, DealReview, SeatReview
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.archive import tallies
from prikup.server.archive.level_sums import subtract_from_sums
from prikup.server.archive.reviews import DealToReview, ServerReviews
from prikup.server.archive.tallies import TallyStore
from prikup.server.archive.tally_check import Recount, recount, repair_tallies
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import level_sums, matches, people, statistics
from prikup.server.worker_processes import WorkerProcesses
from prikup.statistics.tally import Tally, encode_tally, sum_tallies

THREE, FOUR = example(seats=3), example(seats=4)


def review(rng: random.Random, deal: int, seats: int) -> DealReview:
    """Return a review with random mistakes."""
    judgements = tuple(
        Judgement(index, rng.randrange(seats), rng.choice(["auction", "play"]), (0,), "mistake", cost=rng.random() * 9)
        for index in range(rng.randrange(12))
    )
    return DealReview(
        deal,
        VERSION,
        STRONGEST,
        SEED,
        judgements,
        tuple(SeatReview(s, 0.0, (), {}, None, 0.0) for s in range(seats)),
        (),
        0,
        (),
    )


async def keep_review(
    store: SqlEventStore, rng: random.Random, table: str, name: str, deal: int, *, counts: bool = True
) -> None:
    """Store a random review of a deal of a match."""
    reviews = ServerReviews(store.database, WorkerProcesses())
    deal_review = review(rng, deal, 3 if name == THREE else 4)
    await reviews._store(DealToReview(table, deal, f"{table} {deal}", b"", counts=counts), deal_review)


async def user_tally(store: SqlEventStore, user: str) -> Tally:
    """Return the sum of all tallies of a user."""
    return sum_tallies((await TallyStore(store.database).tallies_of_user(user)).values())


async def test_tallies_equal_recount_after_any_change(url: str) -> None:
    rng = random.Random(7)
    async with open_archive(url) as (store, archive):
        async with store.database.writing() as connection:
            for person in ("vera", "oleg", "zina"):
                row = {"id": person, "name": person, "folded": person, "since": 1}
                await connection.execute(insert(people), row)
        for number in range(12):
            name, other_players = rng.choice([THREE, FOUR]), rng.choice([{}, {1: "oleg"}, {1: "zina", 2: "oleg"}])
            await store_match(store, f"t{number}", name, {0: "vera"} | other_players, number, number)
            await archive.wait_until_current()
            if rng.random() < 0.7:
                await keep_review(store, rng, f"t{number}", name, rng.choice([1, 2]))
            if number == 8:
                await Accounts(store.database).delete(User("zina", "zina", True), "")
            if rng.random() < 0.5:
                await archive.visibility.set_private(f"t{rng.randrange(number + 1)}", "vera", rng.random() < 0.6)
            assert (await recount(url)).sums == ()
        vera = await user_tally(store, "vera")
        assert vera.points.count >= 12
        assert vera.lost.count > 0
        assert (await user_tally(store, "zina")).points.count == 0, "an account that is deleted"
        assert await recount(url) == Recount(12, (), ())
        levels = await TallyStore(store.database).tallies_of_levels()
        assert {part.level for part in levels} == {"rule"}
        assert all(tally.points.count > 0 for tally in levels.values())
        async with store.database.writing() as connection:
            for number in (0, 1, 10, 11, 2):
                await subtract_from_sums(connection, f"t{number}")
            await connection.execute(update(matches).where(matches.c.table_id < "t3").values(counted="older"))
        assert (await recount(url)).wrong == ("t0", "t1", "t10", "t11", "t2")
        assert await TallyStore(store.database).tallies_of_levels() != levels
        smaller_tally = await user_tally(store, "vera")
        assert smaller_tally.points.count < vera.points.count, "what another program has counted is not added to ours"
        await archive.catch_up()
        assert await recount(url) == Recount(12, (), ())
        await keep_review(store, rng, "t0", THREE, 1, counts=False)
        assert await user_tally(store, "vera") == vera
        assert await TallyStore(store.database).tallies_of_levels() == levels


async def test_deal_reviewed_on_two_servers_at_once_counts_once(url: str) -> None:
    rng = random.Random(8)
    async with open_archive(url) as (store, archive):
        await store_match(store, "t", THREE, {0: "vera", 1: "oleg", 2: "zina"}, 1)
        await archive.wait_until_current()
        await keep_review(store, rng, "t", THREE, 1)
        tally = await user_tally(store, "vera")
        await keep_review(store, rng, "t", THREE, 1)
        assert await user_tally(store, "vera") == tally
        assert await recount(url) == Recount(1, (), ())


async def test_level_tallies_exclude_private_matches(url: str) -> None:
    async with open_archive(url) as (store, archive):
        tally_store = TallyStore(store.database)
        assert await tally_store.tallies_of_levels() == {}
        await store_match(store, "t", THREE, {0: "vera"}, 1)
        await archive.wait_until_current()
        ((part, tally),) = (await tally_store.tallies_of_levels()).items()
        assert (part.game, part.level) == (THREE, "rule")
        assert tally.points.count > 0
        assert isinstance(part, StatisticsScope)
        await archive.visibility.set_private("t", "vera", True)
        await archive.visibility.set_private("t", "vera", True)
        assert await tally_store.tallies_of_levels() == {}
        async with store.database.reading() as connection:
            assert (await connection.execute(select(level_sums))).all() == [], "a sum of nothing is no row"
        await archive.visibility.set_private("t", "oleg", False)
        assert await tally_store.tallies_of_levels() == {}, "only its host may"
        await archive.visibility.set_private("t", "vera", False)
        await archive.visibility.set_private("t", "vera", False)
        assert await tally_store.tallies_of_levels() == {part: tally}


async def test_catch_up_adds_unsummed_matches_to_level_sums(
    url: str, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.archive.missing_matches.MATCHES_PER_TRANSACTION", 2)
    async with open_archive(url) as (store, archive):
        for number in range(5):
            await store_match(store, f"t{number}", THREE if number % 2 else FOUR, {0: "vera"}, number, number)
        await archive.wait_until_current()
        levels = await TallyStore(store.database).tallies_of_levels()
        async with store.database.writing() as connection:
            await connection.execute(delete(level_sums))
            await connection.execute(update(matches).values(summed=False))
        await archive.catch_up()
        assert await TallyStore(store.database).tallies_of_levels() == levels
        async with store.database.writing() as connection:
            await connection.execute(delete(level_sums))
            await connection.execute(update(matches).values(summed=False))
            await connection.execute(update(statistics).where(statistics.c.table_id == "t2").values(tally=b"damaged"))
        await archive.catch_up()
        assert len(await TallyStore(store.database).tallies_of_levels()) == len(levels), (
            "the others are added all the same"
        )
    assert [json.loads(line)["table"] for line in stream.getvalue().splitlines() if "not-counted" in line] == ["t2"]
    assert await repair_tallies(url) == Recount(5, ("t2",), ())
    async with open_archive(url) as (store, _):
        assert await TallyStore(store.database).tallies_of_levels() == levels


async def test_repair_tallies_names_and_rewrites_wrong_tallies(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_archive(url) as (store, archive):
        for number in range(3):
            await store_match(store, f"t{number}", THREE, {0: "vera"}, number, number)
        await archive.wait_until_current()
        old_tally = await user_tally(store, "vera")
        ((part, tally),) = (await TallyStore(store.database).tallies_of_levels()).items()
        async with store.database.writing() as connection:
            await connection.execute(update(statistics).where(statistics.c.table_id == "t1").values(tally=b"{}"))
            await connection.execute(update(level_sums).values(tally=encode_tally(tally + tally)))
    wrong = Recount(3, ("t1",), ("/".join(part),))
    assert [await recount(url), await repair_tallies(url), await recount(url)] == [wrong, wrong, Recount(3, (), ())]
    monkeypatch.setattr(tallies, "ROWS_PER_PAGE", 2)
    async with open_archive(url) as (store, _):
        assert await user_tally(store, "vera") == old_tally, "added up page by page"
        assert await TallyStore(store.database).tallies_of_levels() == {part: tally}
        async with store.database.reading() as connection:
            assert len((await connection.execute(select(statistics))).all()) == 6
