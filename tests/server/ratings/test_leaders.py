"""The list of leaders on SQLite and PostgreSQL: who is in it, in which order, and its pages."""

import pytest
from server.archive.test_matches import open_archive
from sqlalchemy import insert, update
from support.example_games import example

from prikup.api.people import PAGE_SIZE, OwnRating, RatedLevel, RatingList
from prikup.ratings import anchors
from prikup.ratings.anchors import Anchors, MeasuredLevel
from prikup.ratings.model import Rating
from prikup.ratings.standing import DAY_MS, Standing
from prikup.server.ratings.leaders import load_leaders, load_public_ratings, rated_levels, rating_list
from prikup.server.ratings.rating_rows import standing_row
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import people, ratings

GAME, OTHER_GAME = example(seats=3), example(seats=4)
NOW = 20_000 * DAY_MS


def standing(mu: float = 25.0, sigma: float = 2.0, matches: int = 20, days_ago: int = 0) -> Standing:
    return Standing(Rating(mu, sigma), matches, NOW - days_ago * DAY_MS)


async def add_people(store: SqlEventStore, standings: dict[str, Standing], game: str = GAME) -> None:
    """Store accounts with these standings, by name; their ids are their names in lower case."""
    rows = [{"id": name.lower(), "name": name, "folded": name.lower(), "since": 1} for name in standings]
    async with store.database.writing() as connection:
        await connection.execute(insert(people), rows)
        rated = [standing_row(game, name.lower(), standing) for name, standing in standings.items()]
        await connection.execute(insert(ratings), rated)


async def read_list(store: SqlEventStore, person: str = "", start: int = 0) -> RatingList:
    async with store.database.reading() as connection:
        return await rating_list(connection, GAME, start, person, NOW)


async def set_viewers(store: SqlEventStore, person: str, viewers: str) -> None:
    async with store.database.writing() as connection:
        await connection.execute(update(people).where(people.c.id == person).values(profile=viewers))


async def test_leaders_are_ordered_by_mean_then_certainty_then_name(url: str) -> None:
    async with open_archive(url) as (store, _):
        await add_people(
            store,
            {
                "Dora": standing(27.0),
                "Anna": standing(26.0, sigma=2.1),
                "Boris": standing(26.0, sigma=1.9),
                "Zoya": standing(38.0),
                "Clara": standing(27.0),
            },
        )
        leaders = (await read_list(store)).leaders
    assert [(leader.place, leader.name) for leader in leaders] == [
        (1, "Zoya"),
        (2, "Clara"),
        (3, "Dora"),
        (4, "Boris"),
        (5, "Anna"),
    ]
    assert [leader.places for leader in leaders] == [(1, 1), *[(2, 5)] * 4]
    assert (leaders[0].rating, leaders[0].error, leaders[0].matches) == (1812, 94, 20)


async def test_leaders_leave_out_provisional_inactive_and_hidden_people(url: str) -> None:
    async with open_archive(url) as (store, _):
        await add_people(
            store,
            {
                "New": standing(40.0, matches=19),
                "Vague": standing(40.0, sigma=5.0),
                "Rested": standing(40.0, sigma=4.26, days_ago=2),
                "Gone": standing(40.0, days_ago=91),
                "Friendly": standing(40.0),
                "Accounts": standing(40.0),
                "Back": standing(30.0, days_ago=90),
            },
        )
        await add_people(store, {"Elsewhere": standing(40.0)}, OTHER_GAME)
        await set_viewers(store, "friendly", "friends")
        await set_viewers(store, "accounts", "accounts")
        found = {name: await read_list(store, name.lower()) for name in ("", "New", "Rested", "Gone", "Friendly")}
    assert all([leader.name for leader in list_.leaders] == ["Back"] for list_ in found.values())
    reasons = {name: list_.you.why if list_.you else None for name, list_ in found.items()}
    assert reasons == {
        "": None,
        "New": "provisional",
        "Rested": "provisional",
        "Gone": "inactive",
        "Friendly": "hidden",
    }


async def test_user_sees_own_place_and_none_without_rating(url: str) -> None:
    async with open_archive(url) as (store, _):
        await add_people(store, {"Anna": standing(35.0, sigma=1.0), "Boris": standing(25.0, sigma=1.0)})
        assert (await read_list(store, "boris")).you == OwnRating(2, (2, 2), 1500, 47, 20, "")
        assert (await read_list(store, "nobody")).you is None


async def test_pages_contain_every_leader_once(url: str) -> None:
    names = [f"P{number:03}" for number in range(2 * PAGE_SIZE + 10)]
    async with open_archive(url) as (store, _):
        await add_people(store, {name: standing(45 - index / 20) for index, name in enumerate(names)})
        found, cursor = list[str](), "0"
        while cursor:
            page = await read_list(store, start=int(cursor))
            assert page.number == len(names)
            found += [leader.name for leader in page.leaders]
            cursor = page.next
        beyond = await read_list(store, start=1000)
    assert found == names
    assert (beyond.leaders, beyond.next) == ((), "")


async def test_deleted_person_is_no_leader(url: str) -> None:
    async with open_archive(url) as (store, _):
        await add_people(store, {"Anna": standing(35.0)})
        async with store.database.writing() as connection:
            await connection.execute(update(ratings).values(person="deleted-1"))
        async with store.database.reading() as connection:
            assert len(await load_leaders(connection, GAME, NOW)) == 0


async def test_public_ratings_leave_out_hidden_profiles_and_grow_uncertain(url: str) -> None:
    async with open_archive(url) as (store, _):
        await add_people(
            store, {"Anna": standing(35.0, sigma=1.0, days_ago=7), "Boris": standing(), "New": standing(matches=19)}
        )
        await set_viewers(store, "boris", "accounts")
        async with store.database.reading() as connection:
            found = await load_public_ratings(connection, ["anna", "boris", "new", "nobody"], NOW)
    assert found == {("anna", GAME): (1740, 50, False), ("new", GAME): (1500, 94, True)}


def test_computer_players_stand_beside_with_their_uncertainty(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = {"beginner": MeasuredLevel(22.479, 22.304, 22.698), "master": MeasuredLevel(29.0, 27.0, 31.0)}
    monkeypatch.setattr(anchors, "load_anchors", lambda game: Anchors(levels, 400, 20, "seed", "0.1.0"))
    assert rated_levels(GAME) == (RatedLevel("rule", 1500, 0), RatedLevel("beginner", 1439, 5))
