import asyncio
import random
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest
from msgspec import Struct, field
from server.storage.test_database import told
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from support.circles import depth
from support.example_games import example
from support.waiting import eventually

from prikup.server.accounts.accounts import DAY, Accounts
from prikup.server.retention import Deleted, Keep, Retention
from prikup.server.storage import audit, deletion
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.event_store import Fence, SqlEventStore
from prikup.server.storage.sql_tables import audit as journal
from prikup.server.storage.sql_tables import moves, people, seats, tables, tokens
from prikup.table.background_workers import Inline
from prikup.table.registry import TableRegistry
from prikup.table.storage import Commit, NewTableRecord, NotWritten
from prikup.table.table_settings import TableSettings, Timing

START = 1_800_000_000_000
THREE = example(seats=3)


class Site(Struct):
    """The parts of a server involved in deletion, with a manual clock."""

    store: SqlEventStore
    accounts: Accounts
    registry: TableRegistry
    now: int = START
    present: set[str] = field(default_factory=set)
    fence: Fence | None = None

    def retention(self, keep: Keep = Keep()) -> Retention:  # noqa: B008  (immutable)
        return Retention(
            self.store.database,
            self.accounts,
            self.registry,
            keep,
            lambda: self.present,
            lambda: self.now,
            self.fence,
        )

    async def round(self, keep: Keep = Keep()) -> Deleted:  # noqa: B008
        return await self.retention(keep).round()

    async def opened(self, name: str, host: str, **values: object) -> None:
        """Store a table opened at the current time."""
        await self.store.create(NewTableRecord(name, b"{}", host))
        async with self.store.database.writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == name).values(opened=self.now, **values))

    async def sat(self, table: str, person: str) -> None:
        """Seat a user at a table now, as its first event."""
        await self.store.write(Commit(table, 1, b"[]", at=self.now, sits=((person, 0),)))

    async def kept(self) -> tuple[set[str], set[str]]:
        """Return the ids of remaining users and tables; check that no partial data is left."""
        async with self.store.database.reading() as connection:
            found = set((await connection.execute(select(people.c.id))).scalars())
            there = set((await connection.execute(select(tables.c.id).where(~tables.c.deleted))).scalars())
            rows = (await connection.execute(select(moves.c.table_id, func.count()).group_by(moves.c.table_id))).all()
            shown = set((await connection.execute(select(tokens.c.person))).scalars())
            sat = set((await connection.execute(select(seats.c.table_id))).scalars())
        assert shown <= found
        assert sat <= there
        for table, number in rows:
            assert table not in there or len(await self.store.commits(table)) == number
        return found, there


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.retention.PAUSE", 0.0)


@asynccontextmanager
async def site(url: str) -> AsyncIterator[Site]:
    store = await SqlEventStore.open(url)
    registry = TableRegistry(store, Inline(), Timing())
    one = Site(store, Accounts(store.database, lambda: one.now), registry)
    try:
        yield one
    finally:
        await registry.close()
        await store.close()


async def test_a_guest_goes_after_the_days_with_the_unfinished_tables_and_not_before(url: str) -> None:
    async with site(url) as one:
        vera, token = await one.accounts.create_guest("Vera")
        await one.opened("t", vera.id)
        await one.sat("t", vera.id)
        await one.opened("over", vera.id, over=True)
        one.now += 30 * DAY
        assert await one.round() == Deleted(0, 0, 0)
        one.now += 1
        assert await one.round() == Deleted(1, 1, 0)
        assert await one.kept() == (set(), {"over"})
        assert await one.accounts.by_token(token) is None
        assert await one.registry.find("t") is None
        async with one.store.database.reading() as connection:
            found = [each async for each in audit.read(connection)]
            assert (await connection.execute(select(moves))).all() == []
        assert [(each.kind, each.table, each.person, each.at) for each in found] == [
            ("table-deleted", "t", None, one.now),
            ("guest-deleted", None, vera.id, one.now),
        ]
        assert await one.round() == Deleted(0, 0, 0)


async def test_a_table_that_another_server_has_by_now_is_not_deleted(url: str) -> None:
    async with site(url) as one:
        vera, _ = await one.accounts.create_guest("Vera")
        for name in "tu":
            await one.opened(name, vera.id)
            await one.sat(name, vera.id)

        async def only_u(_: AsyncConnection, names: Collection[str]) -> set[str]:
            return set(names) & {"u"}

        one.fence = only_u
        one.now += 31 * DAY
        assert await one.round() == Deleted(0, 1, 0), "she has a table still"
        assert await one.kept() == ({vera.id}, {"t"})
        one.fence = None
        assert await one.round() == Deleted(1, 1, 0)


async def test_nothing_goes_where_all_is_kept(url: str) -> None:
    async with site(url) as one:
        vera, token = await one.accounts.create_guest()
        one.now += 399 * DAY
        assert await one.round(Keep(0, 0)) == Deleted(0, 0, 0)
        assert await one.accounts.by_token(token) == vera


async def test_who_shows_a_token_or_is_connected_is_here(url: str) -> None:
    async with site(url) as one:
        (shows, token), (connected, _), (gone, _) = [await one.accounts.create_guest() for _ in range(3)]
        for _ in range(4):
            one.now += 20 * DAY
            one.present = {connected.id}
            assert await one.accounts.by_token(token) == shows
            await one.round()
        assert (await one.kept())[0] == {shows.id, connected.id}
        one.present = set()
        one.now += 30 * DAY
        assert await one.round() == Deleted(0, 0, 0)
        one.now += DAY
        assert await one.round() == Deleted(2, 0, 0)
        assert gone.id not in (await one.kept())[0]


async def test_a_table_in_memory_stays_and_who_comes_while_one_goes_finds_none(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(url) as one:
        vera, _ = await one.accounts.create_guest()
        name = await one.registry.open(TableSettings(THREE, "", host=vera.id))
        async with one.store.database.writing() as connection:
            await connection.execute(update(tables).values(opened=one.now))
        table = await one.registry.find(name)
        assert table is not None
        one.now += 31 * DAY
        assert await one.round() == Deleted(0, 0, 0)
        await one.registry.close()
        one.registry = TableRegistry(one.store, Inline(), Timing())
        marking, go = asyncio.Event(), asyncio.Event()
        mark = deletion.mark_table

        async def slow(*given: object) -> bool:
            marking.set()
            await go.wait()
            return await mark(*given)  # type: ignore[arg-type]

        monkeypatch.setattr(deletion, "mark_table", slow)
        deleting = asyncio.create_task(one.round())
        await marking.wait()
        coming = asyncio.create_task(one.registry.find(name))
        await asyncio.sleep(0)  # real time: none passes; the task comes to where it waits
        assert not coming.done()
        go.set()
        assert await deleting == Deleted(1, 1, 0)
        assert await coming is None


async def test_who_comes_back_while_guests_are_looked_through_stays(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with site(url) as one:
        guests = [await one.accounts.create_guest() for _ in range(3)]
        one.now += 31 * DAY
        forget = deletion.delete_guests

        async def later(connection: AsyncConnection, ids: list[str], before: int, now: int) -> list[str]:
            await connection.execute(update(people).where(people.c.id == guests[0][0].id).values(used=now))
            one.present.add(guests[1][0].id)  # connected only after the list was requested
            return await forget(connection, ids, before, now)

        monkeypatch.setattr(deletion, "delete_guests", later)
        assert await one.round() == Deleted(2, 0, 0)
        assert (await one.kept())[0] == {guests[0][0].id}
        assert [await one.accounts.by_token(token) for _, token in guests[1:]] == [None, None]


async def test_a_token_that_is_deleted_while_it_is_shown_lets_nobody_in(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(url) as one:
        _, token = await one.accounts.create_guest()
        one.now += 31 * DAY
        load = Accounts._load

        async def slow(accounts: Accounts, digest: str) -> object:
            found = await load(accounts, digest)
            assert await one.round() == Deleted(1, 0, 0)
            return found

        monkeypatch.setattr(Accounts, "_load", slow)
        assert await one.accounts.by_token(token) is None


class World:
    """Random users and tables of all ages, and the expected result of deleting after 30 days."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.people = {
            f"p{n}": (rng.choice([*[None] * 6, "hash"]), START - rng.choice([1, 29, *[31] * 4, *[90] * 4]) * DAY)
            for n in range(40)
        }
        self.tables = {f"t{n}": self._table(rng) for n in range(30)}

    def _table(self, rng: random.Random) -> tuple[str, list[str], int, list[int], bool]:
        """Return a random table: host, seated users, opening time, event times, whether it is over."""
        host, *sitting = rng.sample(sorted(self.people), rng.randrange(1, 4))
        opened = rng.choice([1, 31, 90])
        happened = sorted((rng.randrange(0, opened + 1) for _ in range(rng.randrange(12))), reverse=True)
        happened = [day if rng.random() < 0.3 else max(day, min(opened, 31)) for day in happened]
        happened = sorted(happened, reverse=True)
        sits = [*sitting, *([host] if rng.random() < 0.7 else [])]
        return host, sits, START - opened * DAY, [START - day * DAY for day in happened], rng.random() < 0.3

    async def write(self, connection: AsyncConnection) -> None:
        for person, (password, used) in self.people.items():
            values = {"id": person, "name": "", "password": password, "since": used - DAY, "used": used}
            await connection.execute(insert(people), values)
            token = {"digest": person, "person": person, "until": START + DAY}
            await connection.execute(insert(tokens), token)
        for table, (host, sits, opened, happened, over) in self.tables.items():
            opening = {"id": table, "settings": b"{}", "host": host, "opened": opened, "over": over}
            await connection.execute(insert(tables), opening)
            for seat, person in enumerate(sits):
                await connection.execute(insert(seats), {"person": person, "table_id": table, "seat": seat})
            for seq, at in enumerate(happened, 1):
                await connection.execute(insert(moves), {"table_id": table, "seq": seq, "events": b"[]", "at": at})

    def unused(self, person: str) -> bool:
        password, used = self.people[person]
        return password is None and used < START - 30 * DAY

    @property
    def left(self) -> tuple[set[str], set[str]]:
        """Compute the expected users and tables independently of the program."""
        stay = set()
        for table, (host, sits, opened, happened, over) in self.tables.items():
            recent = max([opened, *happened]) >= START - 30 * DAY
            if over or recent or not all(map(self.unused, {host, *sits})):
                stay.add(table)
        playing = {
            person
            for table, (host, sits, _, _, over) in self.tables.items()
            if table in stay and not over
            for person in (host, *sits)
        }
        return {person for person in self.people if not self.unused(person) or person in playing}, stay


@pytest.mark.parametrize("seed", range(depth(8)))
async def test_what_is_left_is_what_the_rule_leaves(seed: int, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "GUESTS_AT_ONCE", 7)
    monkeypatch.setattr(deletion, "ROWS_AT_ONCE", 3)
    world = World(seed)
    async with site(url) as one:
        async with one.store.database.writing() as connection:
            await world.write(connection)
        before = await one.kept()
        deleted = await one.round()
        left = await one.kept()
        assert left == world.left
        assert deleted == (len(before[0] - left[0]), len(before[1] - left[1]), 0, 0)
        assert 0 < deleted.guests < 40
        assert 0 < deleted.tables < 30


async def test_whoever_comes_after_a_fall_goes_on_and_all_was_whole(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "GUESTS_AT_ONCE", 5)
    monkeypatch.setattr(deletion, "ROWS_AT_ONCE", 2)
    world, writing, falls = World(1), Database.writing, 0
    async with site(url) as one:
        async with one.store.database.writing() as connection:
            await world.write(connection)
        while True:
            left = falls % 4

            @asynccontextmanager
            async def failing(database: Database) -> AsyncIterator[AsyncConnection]:
                nonlocal left
                async with writing(database) as connection:
                    yield connection
                    left -= 1
                    if left < 0:
                        raise NotWritten("the server has fallen")

            monkeypatch.setattr(Database, "writing", failing)
            try:
                await one.round()
                break
            except NotWritten:
                falls += 1
                found, there = await one.kept()
                assert found >= world.left[0]
                assert there >= world.left[1]
                if falls > depth(60):
                    monkeypatch.setattr(Database, "writing", writing)
                    await one.round()
                    break
        assert falls > 5
        assert await one.kept() == world.left
        async with one.store.database.reading() as connection:
            assert (await connection.execute(select(tables.c.id).where(tables.c.deleted))).all() == []
            kinds = [each.kind async for each in audit.read(connection)]
        assert kinds.count("guest-deleted") == 40 - len(world.left[0])
        assert kinds.count("table-deleted") == 30 - len(world.left[1])


async def test_a_move_waits_for_one_small_transaction_at_most(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with site(url) as one:
        vera, _ = await one.accounts.create_guest()
        await one.opened("long", vera.id)
        many = [{"table_id": "long", "seq": seq, "events": b"[]", "at": one.now} for seq in range(1, 3001)]
        async with one.store.database.writing() as connection:
            await connection.execute(insert(moves), many)
        one.now += 31 * DAY
        await one.opened("live", "somebody")
        begun = 0
        rows = []
        writing = Database.writing

        @asynccontextmanager
        async def counted(database: Database) -> AsyncIterator[AsyncConnection]:
            nonlocal begun
            async with writing(database) as connection:
                begun += 1
                before = await connection.scalar(select(func.count()).select_from(moves))
                yield connection
                after = await connection.scalar(select(func.count()).select_from(moves))
                rows.append((before or 0) - (after or 0))

        monkeypatch.setattr(Database, "writing", counted)
        deleting = asyncio.create_task(one.round())
        waits = []
        seq = 0
        while not deleting.done():
            since, seq = begun, seq + 1
            await one.store.write(Commit("live", seq, b"[]", at=one.now))
            waits.append(begun - since)
        assert await deleting == Deleted(1, 1, 0)
        assert max(rows) <= deletion.ROWS_AT_ONCE
        assert len(waits) >= 5
        assert max(waits) <= 3  # the batch under way, one queued earlier, and its own


async def test_the_journal_is_kept_for_a_year(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "ROWS_AT_ONCE", 4)
    async with site(url) as one:
        for day in range(10):
            async with one.store.database.writing() as connection:
                await audit.note(connection, audit.NewAuditRow(START + day * DAY, "password-changed", person=str(day)))
        one.now += 365 * DAY
        assert await one.round() == Deleted(0, 0, 0)
        one.now += 6 * DAY
        assert await one.round(Keep(audit=0)) == Deleted(0, 0, 0)
        assert await one.round() == Deleted(0, 0, 6)
        async with one.store.database.reading() as connection:
            left = (await connection.execute(select(journal.c.person).order_by(journal.c.at))).scalars()
            assert list(left) == ["6", "7", "8", "9"]


async def test_it_runs_until_it_is_stopped_and_bears_whatever_fails(
    url: str, monkeypatch: pytest.MonkeyPatch, stream: object
) -> None:
    monkeypatch.setattr("prikup.server.retention.FIRST_AFTER", 0.0)
    monkeypatch.setattr("prikup.server.retention.EVERY", 0.01)
    async with site(url) as one:
        rounds = 0

        async def marked(connection: AsyncConnection) -> list[str]:
            nonlocal rounds
            rounds += 1
            if rounds % 2:
                raise NotWritten("a disk")
            return []

        monkeypatch.setattr(deletion, "marked_tables", marked)
        retention = one.retention()
        running = asyncio.create_task(retention.run())
        await eventually(lambda: rounds >= 4)
        retention.stop()
        await running


async def test_whoever_was_there_before_this_was_noted_counts_as_here_today(empty_url: str) -> None:
    await told(empty_url, "INSERT INTO people (id, name, since) VALUES ('anna', '', 1)", revision="0004")
    today = wall_clock()
    async with site(empty_url) as one:
        one.now = today + 29 * DAY
        assert await one.round() == Deleted(0, 0, 0)
        one.now = today + 31 * DAY
        assert await one.round() == Deleted(1, 0, 0)
