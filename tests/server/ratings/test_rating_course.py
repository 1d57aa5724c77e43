"""The course of a rating on SQLite and PostgreSQL: the matches that count, in their order, thinned out if many."""

import pytest
from server.archive.test_matches import open_archive, store_match
from server.ratings.test_rating_rows import DAY_MS, FOUR, THREE, rate
from sqlalchemy import update

from prikup.api.people import RatingPoint
from prikup.ratings.standing import shown_margin, shown_number
from prikup.server.ratings import rating_course
from prikup.server.ratings.rating_course import load_course
from prikup.server.ratings.rating_rows import load_all_standings
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import rated_matches


async def read_course(store: SqlEventStore, person: str, game: str = THREE) -> tuple[RatingPoint, ...]:
    async with store.database.reading() as connection:
        return await load_course(connection, person, game)


async def test_course_ends_with_current_rating_and_leaves_out_void_matches(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_archive(url) as (store, archive):
        for day in range(5):
            forfeits = {0: 0} if day == 3 else {}
            await store_match(store, f"t{day}", THREE, {0: "vera", 1: "oleg"}, day * DAY_MS, day, forfeits)
            await rate(store, archive, f"t{day}")
        course = await read_course(store, "vera")
        async with store.database.reading() as connection:
            rating = (await load_all_standings(connection, "vera"))[THREE].rating
        assert [day for day, _, _ in course] == [f"1970-01-0{day}" for day in range(1, 6)]
        assert course[-1][1:] == (shown_number(rating), shown_margin(rating))
        assert len(await read_course(store, "oleg")) == 4  # one match has changed only the rating of who forfeited
        assert await read_course(store, "rule") == await read_course(store, "vera", FOUR) == ()
        async with store.database.writing() as connection:
            await connection.execute(update(rated_matches).where(rated_matches.c.seq == 2).values(void="a mistake"))
        assert await read_course(store, "vera") == (course[0], *course[2:])
        monkeypatch.setattr(rating_course, "MAX_POINTS", 2)
        assert await read_course(store, "vera") == (course[2], course[4])
