"""Rated matches on SQLite and PostgreSQL: each is rated once, recomputed exactly, and can be voided."""

import asyncio
import random

import msgspec
import pytest
from server.archive.test_matches import open_archive, store_match
from sqlalchemy import func, insert, select, update
from support.circles import depth
from support.example_games import example

from prikup.api.people import VoidedMatch
from prikup.ratings.model import ANCHOR_SIGMA
from prikup.ratings.pool import RatingChange
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.archive.matches import Archive
from prikup.server.archive.reading import match_record
from prikup.server.notices.notice_rows import Facts
from prikup.server.ratings.due_matches import rating_effects
from prikup.server.ratings.leaders import rating_list
from prikup.server.ratings.rating_check import (
    NotRated,
    RatingCheck,
    check_ratings,
    list_suspects,
    rebuild_ratings,
    void_match,
)
from prikup.server.ratings.rating_rows import rate_finished_match
from prikup.server.storage.audit import read
from prikup.server.storage.database import reading_snapshot
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.match_summary import StoredMatchSummary
from prikup.server.storage.sql_tables import matches, notices, people, rated_matches, rating_changes, ratings
from prikup.terminal.cli.app import run

THREE, FOUR = example(seats=3), example(seats=4)
NAMES = ("vera", "oleg", "zina", "lena", "ivan")
DAY_MS = 86_400_000


async def rate(store: SqlEventStore, archive: Archive, table: str) -> tuple[RatingChange, ...] | None:
    """Rate the finished match at a table."""
    await archive.wait_until_current()
    match = await archive._read(table)
    assert match is not None
    async with store.database.writing(exclusive=True) as connection:
        return await rate_finished_match(connection, table, match, match.people)


async def play_rated_matches(store: SqlEventStore, archive: Archive, number: int) -> None:
    """Store and rate matches of both games between random people, some with a computer player, some with forfeits."""
    rng = random.Random(number)
    async with store.database.writing() as connection:
        rows = [{"id": name, "name": name, "folded": name, "since": 1} for name in NAMES]
        await connection.execute(insert(people), rows)
    for index in range(number):
        game = rng.choice([THREE, FOUR])
        sat = rng.sample(NAMES, rng.choice([2, 3]) if game == THREE else 4)
        forfeits = rng.choice([{}, {}, {rng.randrange(len(sat)): rng.choice([0, 1])}])
        await store_match(store, f"t{index}", game, dict(enumerate(sat)), index * DAY_MS // 3 + 1, index, forfeits)
        await rate(store, archive, f"t{index}")


async def stored_numbers(store: SqlEventStore) -> list[list[tuple[object, ...]]]:
    """Return all rows of the ratings, without the numbers and the reasons of void matches."""
    c, r = rating_changes.c, rated_matches.c
    changes = select(r.table_id, c.seat, c.person, c.kind, c.rank, c.mu0, c.sigma0, c.mu, c.sigma)
    changes = changes.join(rating_changes, c.seq == r.seq).where(r.void == "").order_by(r.table_id, c.seat)
    async with store.database.reading() as connection:
        rows = [
            (await connection.execute(query)).all() for query in (changes, select(ratings).order_by("game", "person"))
        ]
    return [[tuple(row) for row in part] for part in rows]


async def test_ratings_follow_from_the_archive(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, depth(100))
        assert await check_ratings(url) == RatingCheck(depth(100), "")
        async with store.database.reading() as connection:
            kinds = set((await connection.execute(select(rating_changes.c.kind))).scalars())
            most = await connection.scalar(select(func.max(rated_matches.c.m)))
        assert kinds == {"person", "anchor", "forfeit", "unchanged"}
        assert most is not None
        assert most > 0


async def test_match_is_rated_exactly_once(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await store_match(store, "t0", THREE, {0: "vera", 1: "oleg"}, 1)
        results = await asyncio.gather(*(rate(store, archive, "t0") for _ in range(5)))
        changes = [result for result in results if result is not None]
        assert len(changes) == 1
        assert [change.kind for change in changes[0]] == ["person", "person", "anchor"]
        assert (changes[0][2].new.mu, changes[0][2].new.sigma) == (25.0, ANCHOR_SIGMA)
        assert await check_ratings(url) == RatingCheck(1, "")


async def test_matches_rated_at_once_are_numbered_without_gaps(url: str) -> None:
    async with open_archive(url) as (store, archive):
        for number in range(6):
            await store_match(store, f"t{number}", THREE, {0: "vera", 1: "oleg", 2: "zina"}, number, number)
        await asyncio.gather(*(rate(store, archive, f"t{number}") for number in range(6)))
        assert await check_ratings(url) == RatingCheck(6, "")


async def test_match_with_unmeasured_level_is_not_rated(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.ratings.rating_rows.anchor_mu", lambda game, level: None)
    async with open_archive(url) as (store, archive):
        await store_match(store, "t0", THREE, {0: "vera", 1: "oleg"}, 1)
        with pytest.raises(ValueError, match="no fixed rating"):
            await rate(store, archive, "t0")
        async with store.database.reading() as connection:
            assert await connection.scalar(select(func.count()).select_from(rated_matches)) == 0


@pytest.mark.parametrize("column", ["mu0", "sigma0", "mu", "sigma"])
async def test_check_names_match_with_a_changed_number(url: str, column: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 6)
        c = rating_changes.c
        async with store.database.writing() as connection:
            changed = update(rating_changes).where(c.seq == 4, c.seat == 1)
            await connection.execute(changed.values({column: c[column] + 0.001}))
        assert await check_ratings(url) == RatingCheck(3, "t3")


@pytest.mark.parametrize("changed", [{"kind": "forfeit"}, {"person": "ivan"}])
async def test_check_compares_forfeits_and_people_with_the_archive(url: str, changed: dict[str, str]) -> None:
    """The numbers stay right: a person who is alone in the last place has the same rank after a forfeit."""
    async with open_archive(url) as (store, archive):
        await store_match(store, "t0", THREE, {0: "vera", 1: "oleg", 2: "zina"}, 1)
        changes = await rate(store, archive, "t0")
        assert changes is not None
        (last,) = (change.name for change in changes if change.rank == 3)
        async with store.database.writing() as connection:
            await connection.execute(update(rating_changes).where(rating_changes.c.person == last).values(**changed))
            if "person" in changed:
                await connection.execute(update(ratings).where(ratings.c.person == last).values(**changed))
        assert await check_ratings(url) == RatingCheck(0, "t0")
    assert await rebuild_ratings(url) == 1
    assert await check_ratings(url) == RatingCheck(1, "")


async def test_check_names_changed_standing_and_rebuild_repairs_it(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 6)
        before = await stored_numbers(store)
        async with store.database.writing() as connection:
            game = await connection.scalar(select(ratings.c.game).where(ratings.c.person == "vera"))
            is_hers = (ratings.c.person == "vera") & (ratings.c.game == game)
            await connection.execute(update(ratings).where(is_hers).values(mu=ratings.c.mu + 0.001))
        assert await check_ratings(url) == RatingCheck(6, f"{game}/vera")
    assert await rebuild_ratings(url) == 6
    assert await check_ratings(url) == RatingCheck(6, "")
    async with open_archive(url) as (store, _):
        assert await stored_numbers(store) == before


async def test_check_names_match_that_is_missing_or_of_another_version(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 4)
        r = rated_matches.c
        async with store.database.writing() as connection:
            await connection.execute(update(rated_matches).where(r.seq == 3).values(version="0/older"))
        assert await check_ratings(url) == RatingCheck(2, "t2")
        async with store.database.writing() as connection:
            await connection.execute(update(rated_matches).where(r.seq == 2).values(table_id="gone"))
        assert await check_ratings(url) == RatingCheck(1, "gone")


async def test_void_match_leaves_what_was_rated_without_it(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 8)
        async with store.database.reading() as connection:
            query = select(rating_changes.c.person).where(rating_changes.c.seq == 4, rating_changes.c.kind != "anchor")
            expected_people = tuple((await connection.execute(query.order_by(rating_changes.c.seat))).scalars())
    voided_people = await void_match(url, "t3", "the cards were marked", 7)
    assert voided_people == expected_people
    assert await check_ratings(url) == RatingCheck(8, "")
    with pytest.raises(NotRated):
        await void_match(url, "t3", "again", 8)
    async with open_archive(url) as (store, _):
        numbers = await stored_numbers(store)
        async with store.database.writing() as connection:
            await connection.execute(rating_changes.delete().where(rating_changes.c.seq == 4))
            await connection.execute(rated_matches.delete().where(rated_matches.c.seq == 4))
    await rebuild_ratings(url)
    async with open_archive(url) as (store, _):
        assert await stored_numbers(store) == numbers
    async with reading_snapshot(url) as connection:
        journal = [row async for row in read(connection, table="t3") if row.kind == "rating-voided"]
    assert sorted((row.person, row.facts["why"]) for row in journal) == sorted(
        (person, "the cards were marked") for person in expected_people
    )


async def test_void_match_shows_no_effect_on_ratings_and_is_marked_on_its_page(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 0)
        for number in range(2):
            await store_match(store, f"t{number}", THREE, {0: "vera", 1: "oleg"}, number, number)
            await rate(store, archive, f"t{number}")
    await void_match(url, "t1", "the cards were marked", 7)
    async with open_archive(url) as (store, archive):
        for table, is_void in (("t0", False), ("t1", True)):
            effects = await rating_effects(store.database, table)
            assert [effect is None for effect in effects] == [is_void, is_void, True]
            match = await archive.find(table, "")
            assert match is not None
            assert msgspec.json.decode(match_record(match, {}))["void"] == is_void


async def test_void_match_is_told_to_its_people_by_notices_and_with_the_ratings(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 4)
    told_people = await void_match(url, "t1", "the cards were marked", 7)
    async with open_archive(url) as (store, _):
        async with store.database.reading() as connection:
            query = select(rated_matches.c.game).where(rated_matches.c.table_id == "t1")
            game = (await connection.execute(query)).scalar_one()
            n = notices.c
            rows = (await connection.execute(select(n.person, n.kind, n.about, n.part, n.due, n.facts))).all()
            voided = {name: (await rating_list(connection, game, 0, name, DAY_MS)).voided for name in NAMES}
        facts = msgspec.json.encode(Facts(game))
        assert len(told_people) > 1
        assert sorted(tuple(row) for row in rows) == sorted(
            (person, "voided", "t1", part, 7, facts) for person in told_people for part in ("push", "mail")
        )
        void_match_facts = VoidedMatch("t1", "1970-01-01", "the cards were marked")
        assert voided == {name: (void_match_facts,) if name in told_people else () for name in NAMES}


async def test_deleted_account_leaves_ratings_that_can_be_recomputed(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 8)
        await Accounts(store.database).delete(User("vera", "vera", True), "")
        assert await check_ratings(url) == RatingCheck(8, "")
        async with store.database.reading() as connection:
            for table in (rating_changes, ratings):
                names = set((await connection.execute(select(table.c.person))).scalars())
                assert "vera" not in names
                assert len([name for name in names if name.startswith("deleted-")]) == 1


async def test_pair_in_whose_company_others_lose_is_listed(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 0)
        async with store.database.writing() as connection:
            for seq in range(1, 13):
                match = {"seq": seq, "table_id": f"t{seq}", "game": THREE, "ended": seq * DAY_MS, "deals": 20, "m": 0}
                await connection.execute(insert(rated_matches), match | {"version": "1", "void": ""})
                for seat, (person, rank) in enumerate((("vera", 1), ("oleg", 2), (f"guest{seq}", 3))):
                    change = {"seq": seq, "seat": seat, "person": person, "kind": "person", "rank": rank}
                    numbers = {"mu0": 25.0, "sigma0": 2.0, "mu": 25.0, "sigma": 2.0}
                    await connection.execute(insert(rating_changes), change | numbers)
        ((pair, names),) = await list_suspects(url, THREE, 0)
        assert (names, pair.matches) == (("oleg", "vera"), 12)
        assert pair.others_z is not None
        assert pair.others_z < -3
        assert pair.given_z is None, "the archive does not have these matches"
        assert await list_suspects(url, THREE, 6 * DAY_MS) == [], "too few matches since then"
        assert await list_suspects(url, "another", 0) == []


async def test_points_by_deal_are_those_of_the_settlement(url: str) -> None:
    async with open_archive(url) as (store, archive):
        for index, name in enumerate((THREE, FOUR)):
            await store_match(store, name, name, {0: "vera", 1: "oleg", 2: "zina"}, 1, index)
            await archive.wait_until_current()
            match = await archive._read(name)
            assert match is not None
            async with store.database.reading() as connection:
                query = select(matches.c.summary).where(matches.c.table_id == name)
                summary = await connection.scalar(query)
            points = msgspec.json.decode(summary or b"", type=StoredMatchSummary).points_by_deal()
            assert len(points) == 2
            for seat, won in enumerate(map(sum, zip(*points, strict=True))):
                side = next(side for side, seats in enumerate(match.log.game.sides) if seat in seats)
                assert won == pytest.approx(float(match.settlements[-1][side]), abs=0.01)


async def test_pair_of_whom_one_gives_points_is_listed(url: str) -> None:
    """Oleg gets 12 / 3 = 4 points from Vera in each of 16 deals: 16 · 4 / √(16 · 4²) = 4."""
    async with open_archive(url) as (store, archive):
        await play_rated_matches(store, archive, 0)
        for index in range(8):
            await store_match(store, f"t{index}", THREE, {0: "vera", 1: "oleg", 2: "zina"}, index + 1, index)
            await rate(store, archive, f"t{index}")
        summary = b'{"options": "", "sides": [[0], [1], [2]], "settlement": [], "course": [[-6, -12], [6, 12], [0, 0]]}'
        async with store.database.writing() as connection:
            await connection.execute(update(matches).values(summary=summary))
            await connection.execute(update(rating_changes).values(mu0=25.0))
        given_z = {names: pair.given_z for pair, names in await list_suspects(url, THREE, 0)}
        assert given_z["vera", "oleg"] == pytest.approx(4)


def test_ratings_command_checks_rebuilds_and_voids(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def fill() -> None:
        async with open_archive(url) as (store, archive):
            await play_rated_matches(store, archive, 4)

    asyncio.run(fill())
    command = ["ratings", "--language", "en", "--database", url]
    for arguments, code, text in (
        (["--check"], 0, "Rated matches recomputed: 4. All ratings agree."),
        (["--void", "t1", "by agreement"], 0, "The match at table t1 is void."),
        (["--check"], 0, "Rated matches recomputed: 4. All ratings agree."),
        (["--rebuild"], 0, "Rated matches computed again: 3."),
        (["--void", "t1", "by agreement"], 1, "is not rated, or is void already"),
        (["--void", "t2", " "], 2, "Give one of --check"),
        (["--check", "--rebuild"], 2, "Give one of --check"),
        (["--suspects", THREE], 0, "Pairs found: 0, among those with 8 common matches or more."),
        (["--suspects", THREE, "--since", "2026-02-30"], 2, "2026-02-30 is not a day."),
        (["--suspects", "chess"], 2, "chess"),
        ([], 2, "Give one of --check"),
    ):
        assert run([*command, *arguments]) == code
        captured = capsys.readouterr()
        assert text in captured.out + captured.err


def test_check_command_exits_with_1_and_names_the_match_with_a_changed_number(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fill() -> None:
        async with open_archive(url) as (store, archive):
            await play_rated_matches(store, archive, 4)
            c = rating_changes.c
            async with store.database.writing() as connection:
                change = update(rating_changes).where(c.seq == 2, c.seat == 0)
                await connection.execute(change.values(mu=c.mu + 0.001))

    asyncio.run(fill())
    assert run(["ratings", "--language", "en", "--database", url, "--check"]) == 1
    assert "Rated matches recomputed: 1. Then t1 differs." in capsys.readouterr().out
