"""The matches on a profile, on SQLite and PostgreSQL: never private ones, and no names of people who hide theirs."""

from server.archive.test_matches import FOUR, THREE, open_archive, store_match
from sqlalchemy import insert, update

from prikup.api.people import ProfileMatch
from prikup.server.accounts.profiles import find_person
from prikup.server.archive.profile_matches import MAX_MATCHES, count_matches, load_profile_matches
from prikup.server.archive.tallies import TallyStore
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import match_seats, matches, people

DAY_MS = 86_400_000


async def add_accounts(store: SqlEventStore, *names: str) -> None:
    rows = [{"id": name, "name": name, "folded": name, "since": 1} for name in names]
    async with store.database.writing() as connection:
        await connection.execute(insert(people), rows)


async def read_matches(store: SqlEventStore, name: str, reader: str) -> tuple[ProfileMatch, ...]:
    async with store.database.reading() as connection:
        person = await find_person(connection, name, None)
        assert person is not None
        return await load_profile_matches(connection, person, reader)


async def hide_name(store: SqlEventStore, name: str) -> None:
    async with store.database.writing() as connection:
        await connection.execute(update(people).where(people.c.id == name).values(hides_name=True))


async def test_profile_lists_newest_matches_without_private_ones(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_accounts(store, "vera", "oleg")
        for number in range(MAX_MATCHES + 3):
            game = THREE if number % 2 else FOUR
            await store_match(store, f"t{number:02}", game, {0: "oleg", 1: "vera"}, number * DAY_MS, number % 3)
        await archive.wait_until_current()
        last = MAX_MATCHES + 2
        assert await archive.visibility.set_private(f"t{last}", "oleg", private=True)
        shown = await read_matches(store, "vera", "")
        assert [match.id for match in shown] == [
            f"t{number:02}" for number in range(last - 1, last - 1 - MAX_MATCHES, -1)
        ]
        first = shown[0]
        assert (first.day, first.deals, first.seat) == ("1970-01-22", 2, 1)
        assert [seat.name for seat in first.seats][:2] == ["oleg", "vera"]
        tallies = TallyStore(store.database)
        public, every = [await tallies.tallies_of_user("vera", with_private=private) for private in (False, True)]
        async with store.database.reading() as connection:
            assert await count_matches(connection, "vera") == {THREE: 11, FOUR: 11}
        assert sum(tally.points.count for tally in public.values()) == 2 * 22
        assert sum(tally.points.count for tally in every.values()) == 2 * 23


async def test_profile_hides_names_of_people_who_hide_theirs_from_others(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_accounts(store, "vera", "oleg")
        await store_match(store, "t0", THREE, {0: "vera", 1: "oleg"}, 1)
        await archive.wait_until_current()
        await hide_name(store, "oleg")
        for reader, names in (("", ["vera", ""]), ("zina", ["vera", ""]), ("oleg", ["vera", "oleg"])):
            (match,) = await read_matches(store, "vera", reader)
            assert [seat.name for seat in match.seats][:2] == names
        assert await read_matches(store, "oleg", "zina") == ()
        assert [match.id for match in await read_matches(store, "oleg", "vera")] == ["t0"]
        assert [match.id for match in await read_matches(store, "oleg", "oleg")] == ["t0"]


async def test_match_in_which_a_person_has_two_seats_is_listed_once(url: str) -> None:
    async with open_archive(url) as (store, archive):
        await add_accounts(store, "vera")
        await store_match(store, "t0", FOUR, {0: "vera"}, 1)
        await archive.wait_until_current()
        async with store.database.writing() as connection:
            second_seat = update(match_seats).where(match_seats.c.seat == 2)
            await connection.execute(second_seat.values(person="vera", level=""))
            await connection.execute(update(matches).values(game=FOUR))
        assert [match.seat for match in await read_matches(store, "vera", "")] == [0]
        async with store.database.reading() as connection:
            assert await count_matches(connection, "vera") == {FOUR: 1}
