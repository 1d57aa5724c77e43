import asyncio
import random
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import msgspec
import pytest
from msgspec import Struct, field
from server.storage.test_database import prepare_database
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from support.circles import depth
from support.example_games import example
from support.waiting import eventually

from prikup.server.accounts.accounts import DAY, Accounts, User
from prikup.server.retention import DeletionCounts, Retention, RetentionPeriods
from prikup.server.storage import audit, deletion
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.event_store import Fence, SqlEventStore
from prikup.server.storage.sql_tables import audit as journal
from prikup.server.storage.sql_tables import moves, people, seats, tables, tokens
from prikup.table.host.background_workers import Inline
from prikup.table.host.storage import AuditNote, Commit, NewTableRecord, NotWritten
from prikup.table.registry import TableRegistry
from prikup.table.state.events import SeatLeft, SeatTaken, decode, encode
from prikup.table.table_settings import TableSettings, Timing

START = 1_800_000_000_000
THREE = example(seats=3)


class Site(Struct):
    """The parts of a server involved in deletion, with a manual clock."""

    store: SqlEventStore
    accounts: Accounts
    registry: TableRegistry
    now_ms: int = START
    present: set[str] = field(default_factory=set)
    fence: Fence | None = None

    def retention(self, keep: RetentionPeriods = RetentionPeriods()) -> Retention:  # noqa: B008  (immutable)
        return Retention(
            self.store.database,
            self.accounts,
            self.registry,
            keep,
            lambda: self.present,
            lambda: self.now_ms,
            self.fence,
        )

    async def round(self, keep: RetentionPeriods = RetentionPeriods()) -> DeletionCounts:  # noqa: B008
        return await self.retention(keep).round()

    async def open_table(self, name: str, host: str, **values: object) -> None:
        """Store a table opened at the current time."""
        await self.store.create(NewTableRecord(name, b"{}", host))
        async with self.store.database.writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == name).values(opened=self.now_ms, **values))

    async def seat_user(self, table: str, person: str) -> None:
        """Seat a user at a table now, as its first event."""
        await self.store.write(Commit(table, 1, b"[]", at=self.now_ms, sits=((person, 0),)))

    async def leave_seat_of_finished_table(self, name: str, user: User) -> None:
        """Store a table whose match is over, and where a user has left a seat: only the journal knows of the user."""
        settings = msgspec.json.encode(TableSettings(THREE, "", host="somebody"))
        seated = AuditNote("seated", user.id, {"seat": 1, "name": user.name})
        events = encode((SeatTaken(1, user.id, user.name), SeatLeft(1)))
        await self.store.create(NewTableRecord(name, settings, "somebody"))
        await self.store.write(Commit(name, 1, events, at=self.now_ms, notes=(seated,), over=True))

    async def remaining_ids(self) -> tuple[set[str], set[str]]:
        """Return the ids of remaining users and tables; check that no partial data is left."""
        async with self.store.database.reading() as connection:
            user_ids = set((await connection.execute(select(people.c.id))).scalars())
            table_ids = set((await connection.execute(select(tables.c.id).where(~tables.c.deleted))).scalars())
            rows = (await connection.execute(select(moves.c.table_id, func.count()).group_by(moves.c.table_id))).all()
            token_users = set((await connection.execute(select(tokens.c.person))).scalars())
            seated_tables = set((await connection.execute(select(seats.c.table_id))).scalars())
        assert token_users <= user_ids
        assert seated_tables <= table_ids
        for table, number in rows:
            assert table not in table_ids or len(await self.store.commits(table)) == number
        return user_ids, table_ids


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.retention.PAUSE", 0.0)


@asynccontextmanager
async def site(url: str) -> AsyncIterator[Site]:
    store = await SqlEventStore.open(url)
    registry = TableRegistry(store, Inline(), Timing())
    server = Site(store, Accounts(store.database, lambda: server.now_ms), registry)
    try:
        yield server
    finally:
        await registry.close()
        await store.close()


async def test_retention_deletes_guest_and_unfinished_tables_after_30_days(url: str) -> None:
    async with site(url) as server:
        vera, token = await server.accounts.create_guest("Vera")
        await server.open_table("t", vera.id)
        await server.seat_user("t", vera.id)
        await server.open_table("over", vera.id, over=True)
        server.now_ms += 30 * DAY
        assert await server.round() == DeletionCounts(0, 0, 0)
        server.now_ms += 1
        assert await server.round() == DeletionCounts(1, 1, 0)
        assert await server.remaining_ids() == (set(), {"over"})
        assert await server.accounts.user_of_token(token) is None
        assert await server.registry.find("t") is None
        async with server.store.database.reading() as connection:
            audit_rows = [row async for row in audit.read(connection)]
            assert (await connection.execute(select(moves))).all() == []
        assert [(row.kind, row.table, row.person, row.at) for row in audit_rows] == [
            ("table-deleted", "t", None, server.now_ms),
            ("guest-deleted", None, vera.id, server.now_ms),
        ]
        assert await server.round() == DeletionCounts(0, 0, 0)


async def test_retention_spares_table_owned_by_another_server(url: str) -> None:
    async with site(url) as server:
        vera, _ = await server.accounts.create_guest("Vera")
        for name in "tu":
            await server.open_table(name, vera.id)
            await server.seat_user(name, vera.id)

        async def only_u(_: AsyncConnection, names: Collection[str]) -> set[str]:
            return set(names) & {"u"}

        server.fence = only_u
        server.now_ms += 31 * DAY
        assert await server.round() == DeletionCounts(0, 1, 0), "she has a table still"
        assert await server.remaining_ids() == ({vera.id}, {"t"})
        server.fence = None
        assert await server.round() == DeletionCounts(1, 1, 0)


async def test_retention_deletes_nothing_when_disabled(url: str) -> None:
    async with site(url) as server:
        vera, token = await server.accounts.create_guest()
        server.now_ms += 399 * DAY
        assert await server.round(RetentionPeriods(0, 0)) == DeletionCounts(0, 0, 0)
        assert await server.accounts.user_of_token(token) == vera


async def test_retention_forgets_deleted_user_even_if_guests_are_kept(url: str) -> None:
    async with site(url) as server:
        vera, _ = await server.accounts.create_guest("Vera")
        await server.leave_seat_of_finished_table("t", vera)
        await server.accounts.delete(vera, "")
        assert await server.round(RetentionPeriods(0, 0)) == DeletionCounts(1, 0, 0)
        assert await server.remaining_ids() == (set(), {"t"})
        (commit,) = await server.store.commits("t")
        taken, left = decode(commit.events)
        assert isinstance(taken, SeatTaken)
        assert (taken.name, left) == ("", SeatLeft(1))
        assert vera.id not in str(commit)


async def test_retention_spares_guests_who_use_token_or_are_connected(url: str) -> None:
    async with site(url) as server:
        (active_guest, token), (connected_guest, _), (absent_guest, _) = [
            await server.accounts.create_guest() for _ in range(3)
        ]
        for _ in range(4):
            server.now_ms += 20 * DAY
            server.present = {connected_guest.id}
            assert await server.accounts.user_of_token(token) == active_guest
            await server.round()
        assert (await server.remaining_ids())[0] == {active_guest.id, connected_guest.id}
        server.present = set()
        server.now_ms += 30 * DAY
        assert await server.round() == DeletionCounts(0, 0, 0)
        server.now_ms += DAY
        assert await server.round() == DeletionCounts(2, 0, 0)
        assert absent_guest.id not in (await server.remaining_ids())[0]


async def test_retention_keeps_row_of_deleted_user_until_all_tables_are_unnamed(url: str) -> None:
    """Another server owns the finished table at first."""
    async with site(url) as server:
        vera, _ = await server.accounts.create_guest("Vera")
        await server.leave_seat_of_finished_table("t", vera)
        await server.accounts.delete(vera, "")

        async def no_table(_: AsyncConnection, names: Collection[str]) -> set[str]:
            return set()

        server.fence = no_table
        assert await server.round() == DeletionCounts(0, 0, 0)
        server.fence = None
        assert await server.round() == DeletionCounts(1, 0, 0)
        assert vera.id not in str(await server.store.commits("t"))


async def test_retention_spares_loaded_table_and_delays_lookup_during_deletion(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(url) as server:
        vera, _ = await server.accounts.create_guest()
        name = await server.registry.open(TableSettings(THREE, "", host=vera.id))
        async with server.store.database.writing() as connection:
            await connection.execute(update(tables).values(opened=server.now_ms))
        table = await server.registry.find(name)
        assert table is not None
        server.now_ms += 31 * DAY
        assert await server.round() == DeletionCounts(0, 0, 0)
        await server.registry.close()
        server.registry = TableRegistry(server.store, Inline(), Timing())
        marking, go = asyncio.Event(), asyncio.Event()
        mark = deletion.mark_table

        async def slow(*arguments: object) -> bool:
            marking.set()
            await go.wait()
            return await mark(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(deletion, "mark_table", slow)
        deleting = asyncio.create_task(server.round())
        await marking.wait()
        coming = asyncio.create_task(server.registry.find(name))
        await asyncio.sleep(0)  # real time: none passes; the task comes to where it waits
        assert not coming.done()
        go.set()
        assert await deleting == DeletionCounts(1, 1, 0)
        assert await coming is None


async def test_retention_spares_guest_who_returns_during_the_round(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with site(url) as server:
        guests = [await server.accounts.create_guest() for _ in range(3)]
        server.now_ms += 31 * DAY
        delete_guests = deletion.delete_guests

        async def delete_later(connection: AsyncConnection, ids: list[str], used_before: int, now: int) -> list[str]:
            await connection.execute(update(people).where(people.c.id == guests[0][0].id).values(used=now))
            server.present.add(guests[1][0].id)  # connected only after the list was requested
            return await delete_guests(connection, ids, used_before, now)

        monkeypatch.setattr(deletion, "delete_guests", delete_later)
        assert await server.round() == DeletionCounts(2, 0, 0)
        assert (await server.remaining_ids())[0] == {guests[0][0].id}
        assert [await server.accounts.user_of_token(token) for _, token in guests[1:]] == [None, None]


async def test_token_deleted_during_lookup_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with site(url) as server:
        _, token = await server.accounts.create_guest()
        server.now_ms += 31 * DAY
        load = Accounts._load

        async def slow(accounts: Accounts, digest: str) -> object:
            session = await load(accounts, digest)
            assert await server.round() == DeletionCounts(1, 0, 0)
            return session

        monkeypatch.setattr(Accounts, "_load", slow)
        assert await server.accounts.user_of_token(token) is None


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
        opened_days_ago = rng.choice([1, 31, 90])
        event_days_ago = sorted((rng.randrange(0, opened_days_ago + 1) for _ in range(rng.randrange(12))), reverse=True)
        event_days_ago = [day if rng.random() < 0.3 else max(day, min(opened_days_ago, 31)) for day in event_days_ago]
        event_days_ago = sorted(event_days_ago, reverse=True)
        sits = [*sitting, *([host] if rng.random() < 0.7 else [])]
        return (
            host,
            sits,
            START - opened_days_ago * DAY,
            [START - day * DAY for day in event_days_ago],
            rng.random() < 0.3,
        )

    async def write(self, connection: AsyncConnection) -> None:
        for person, (password, used) in self.people.items():
            values = {"id": person, "name": "", "password": password, "since": used - DAY, "used": used}
            await connection.execute(insert(people), values)
            token = {"digest": person, "person": person, "until": START + DAY}
            await connection.execute(insert(tokens), token)
        for table, (host, sits, opened_ms, event_times, over) in self.tables.items():
            opening = {"id": table, "settings": b"{}", "host": host, "opened": opened_ms, "over": over}
            await connection.execute(insert(tables), opening)
            for seat, person in enumerate(sits):
                await connection.execute(insert(seats), {"person": person, "table_id": table, "seat": seat})
            for seq, time_ms in enumerate(event_times, 1):
                await connection.execute(insert(moves), {"table_id": table, "seq": seq, "events": b"[]", "at": time_ms})

    def is_unused(self, person: str) -> bool:
        password, used = self.people[person]
        return password is None and used < START - 30 * DAY

    @property
    def expected_ids(self) -> tuple[set[str], set[str]]:
        """Compute the expected users and tables independently of the program."""
        stay = set()
        for table, (host, sits, opened_ms, event_times, over) in self.tables.items():
            recent = max([opened_ms, *event_times]) >= START - 30 * DAY
            if over or recent or not all(map(self.is_unused, {host, *sits})):
                stay.add(table)
        playing = {
            person
            for table, (host, sits, _, _, over) in self.tables.items()
            if table in stay and not over
            for person in (host, *sits)
        }
        return {person for person in self.people if not self.is_unused(person) or person in playing}, stay


@pytest.mark.parametrize("seed", range(depth(8)))
async def test_retention_result_matches_independent_rule(seed: int, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "GUESTS_AT_ONCE", 7)
    monkeypatch.setattr(deletion, "ROWS_AT_ONCE", 3)
    world = World(seed)
    async with site(url) as server:
        async with server.store.database.writing() as connection:
            await world.write(connection)
        old_ids = await server.remaining_ids()
        deletions = await server.round()
        new_ids = await server.remaining_ids()
        assert new_ids == world.expected_ids
        assert deletions == (len(old_ids[0] - new_ids[0]), len(old_ids[1] - new_ids[1]), 0, 0)
        assert 0 < deletions.guests < 40
        assert 0 < deletions.tables < 30


async def test_retention_resumes_after_crash_without_partial_deletions(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletion, "GUESTS_AT_ONCE", 5)
    monkeypatch.setattr(deletion, "ROWS_AT_ONCE", 2)
    world, writing, falls = World(1), Database.writing, 0
    async with site(url) as server:
        async with server.store.database.writing() as connection:
            await world.write(connection)
        while True:
            writes_left = falls % 4

            @asynccontextmanager
            async def failing(database: Database) -> AsyncIterator[AsyncConnection]:
                nonlocal writes_left
                async with writing(database) as connection:
                    yield connection
                    writes_left -= 1
                    if writes_left < 0:
                        raise NotWritten("the server has fallen")

            monkeypatch.setattr(Database, "writing", failing)
            try:
                await server.round()
                break
            except NotWritten:
                falls += 1
                user_ids, table_ids = await server.remaining_ids()
                assert user_ids >= world.expected_ids[0]
                assert table_ids >= world.expected_ids[1]
                if falls > depth(60):
                    monkeypatch.setattr(Database, "writing", writing)
                    await server.round()
                    break
        assert falls > 5
        assert await server.remaining_ids() == world.expected_ids
        async with server.store.database.reading() as connection:
            assert (await connection.execute(select(tables.c.id).where(tables.c.deleted))).all() == []
            kinds = [row.kind async for row in audit.read(connection)]
        assert kinds.count("guest-deleted") == 40 - len(world.expected_ids[0])
        assert kinds.count("table-deleted") == 30 - len(world.expected_ids[1])


async def test_retention_delays_commits_by_one_small_transaction_at_most(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(url) as server:
        vera, _ = await server.accounts.create_guest()
        await server.open_table("long", vera.id)
        move_rows = [{"table_id": "long", "seq": seq, "events": b"[]", "at": server.now_ms} for seq in range(1, 3001)]
        async with server.store.database.writing() as connection:
            await connection.execute(insert(moves), move_rows)
        server.now_ms += 31 * DAY
        await server.open_table("live", "somebody")
        transaction_count = 0
        rows = []
        writing = Database.writing

        @asynccontextmanager
        async def count_and_write(database: Database) -> AsyncIterator[AsyncConnection]:
            nonlocal transaction_count
            async with writing(database) as connection:
                transaction_count += 1
                old_count = await connection.scalar(select(func.count()).select_from(moves))
                yield connection
                new_count = await connection.scalar(select(func.count()).select_from(moves))
                rows.append((old_count or 0) - (new_count or 0))

        monkeypatch.setattr(Database, "writing", count_and_write)
        deleting = asyncio.create_task(server.round())
        waits = []
        seq = 0
        while not deleting.done():
            first_count, seq = transaction_count, seq + 1
            await server.store.write(Commit("live", seq, b"[]", at=server.now_ms))
            waits.append(transaction_count - first_count)
        assert await deleting == DeletionCounts(1, 1, 0)
        assert max(rows) <= deletion.ROWS_AT_ONCE
        assert len(waits) >= 5
        assert max(waits) <= 3  # the batch under way, one queued earlier, and its own


async def test_retention_deletes_audit_rows_after_a_year(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "ROWS_AT_ONCE", 4)
    async with site(url) as server:
        for day in range(10):
            async with server.store.database.writing() as connection:
                await audit.note(connection, audit.NewAuditRow(START + day * DAY, "password-changed", person=str(day)))
        server.now_ms += 365 * DAY
        assert await server.round() == DeletionCounts(0, 0, 0)
        server.now_ms += 6 * DAY
        assert await server.round(RetentionPeriods(audit=0)) == DeletionCounts(0, 0, 0)
        assert await server.round() == DeletionCounts(0, 0, 6)
        async with server.store.database.reading() as connection:
            remaining_persons = (await connection.execute(select(journal.c.person).order_by(journal.c.at))).scalars()
            assert list(remaining_persons) == ["6", "7", "8", "9"]


async def test_retention_runs_until_stopped_despite_failures(
    url: str, monkeypatch: pytest.MonkeyPatch, stream: object
) -> None:
    monkeypatch.setattr("prikup.server.retention.FIRST_AFTER", 0.0)
    monkeypatch.setattr("prikup.server.retention.EVERY", 0.01)
    async with site(url) as server:
        rounds = 0

        async def fail_every_other_round(connection: AsyncConnection) -> list[str]:
            nonlocal rounds
            rounds += 1
            if rounds % 2:
                raise NotWritten("a disk")
            return []

        monkeypatch.setattr(deletion, "marked_tables", fail_every_other_round)
        retention = server.retention()
        running = asyncio.create_task(retention.run())
        await eventually(lambda: rounds >= 4)
        retention.stop()
        await running


async def test_retention_counts_guests_of_old_schema_from_upgrade_day(empty_url: str) -> None:
    await prepare_database(empty_url, "INSERT INTO people (id, name, since) VALUES ('anna', '', 1)", revision="0004")
    today = wall_clock()
    async with site(empty_url) as server:
        server.now_ms = today + 29 * DAY
        assert await server.round() == DeletionCounts(0, 0, 0)
        server.now_ms = today + 31 * DAY
        assert await server.round() == DeletionCounts(1, 0, 0)
