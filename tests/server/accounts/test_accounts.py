import asyncio
import unicodedata
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from server.loop import in_loop
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts import accounts as module
from prikup.server.accounts.accounts import DAY, KEPT, TICKET, Accounts, Person
from prikup.server.accounts.display_names import Denied, shown
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import people as kept
from prikup.server.storage.sql_tables import tokens
from prikup.table.storage import NotWritten


class Clock:
    """A wall clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[Accounts, Database, Clock]]:
    database = await Database.open(url)
    clock = Clock()
    try:
        yield Accounts(database, clock), database, clock
    finally:
        await database.close()


@contextmanager
def denied(key: str, **numbers: int) -> Iterator[None]:
    with pytest.raises(Denied) as error:
        yield
    assert (error.value.reason.key, dict(error.value.reason.numbers)) == (key, numbers)


class Writes:
    """Counts the transactions that change a database from now on."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.begun = 0
        self.fail = False
        writing = Database.writing

        @asynccontextmanager
        async def counted(database: Database) -> AsyncIterator[AsyncConnection]:
            self.begun += 1
            if self.fail:
                raise NotWritten("the disk is full")
            async with writing(database) as connection:
                yield connection

        patch.setattr(Database, "writing", counted)


@in_loop
async def test_a_guest_is_known_by_his_token(url: str) -> None:
    async with opened(url) as (people, database, _):
        anna, token = await people.guest(" Anna ")
        nameless, other = await people.guest()
        assert (anna.name, anna.guest, nameless.name) == ("Anna", True, "")
        assert anna.id != nameless.id
        assert len(token) >= 43  # 256 bits
        for knows in (people, people, Accounts(database)):
            assert await knows.whose(token) == anna
            assert await knows.whose(other) == nameless
        for unknown in ("", "x", token[:-1], "\ud800"):
            assert await people.whose(unknown) is None


@in_loop
async def test_nothing_that_is_kept_lets_anybody_in(url: str) -> None:
    async with opened(url) as (people, database, _):
        anna, token = await people.guest("Anna")
        await people.account(anna, "Anna", "correct horse")
        async with database.reading() as connection:
            rows = [*await connection.execute(select(kept)), *await connection.execute(select(tokens))]
        assert len(rows) == 2
        assert token not in str(rows)
        assert "correct horse" not in str(rows)
        assert all([await people.whose(str(value)) is None for row in rows for value in row])


@in_loop
async def test_a_token_lives_400_days_from_the_day_it_was_last_shown(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as (people, database, clock):
        anna, token = await people.guest("Anna")
        _, forgotten = await people.guest()
        writes = Writes(monkeypatch)
        for _ in range(10):
            clock.now += DAY // 20
            assert await people.whose(token) == anna
        assert writes.begun == 0
        for _ in range(3):
            clock.now += DAY
            again = Accounts(database, clock)  # which remembers nothing
            for _ in range(5):
                assert await again.whose(token) == anna
                assert await people.whose(token) == anna
        assert 3 <= writes.begun <= 6
        clock.now += KEPT - DAY
        assert await people.whose(token) == anna
        assert await people.whose(forgotten) is None
        clock.now += KEPT
        assert await people.whose(token) is None
        assert await Accounts(database, clock).whose(token) is None


@in_loop
async def test_expired_tokens_are_thrown_away(url: str) -> None:
    async with opened(url) as (people, database, clock):
        await people.guest()
        clock.now += KEPT
        await people.guest()
        async with database.reading() as connection:
            assert len((await connection.execute(select(tokens))).all()) == 1


@in_loop
async def test_a_disk_that_fails_keeps_nobody_out(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as (people, _, clock):
        anna, token = await people.guest("Anna")
        clock.now += 2 * DAY
        writes = Writes(monkeypatch)
        writes.fail = True
        assert await people.whose(token) == anna
        assert writes.begun == 1
        with pytest.raises(NotWritten):
            await people.guest()


@in_loop
async def test_an_account_is_the_guest_who_was_there(url: str) -> None:
    async with opened(url) as (people, database, _):
        guest, token = await people.guest("Anna")
        assert await people.whose(token) == guest
        account = await people.account(guest, "Анна", "12345678")
        assert account == Person(guest.id, "Анна", False)
        for knows in (people, Accounts(database)):
            assert await knows.whose(token) == account
            assert await knows.whose(await knows.login("анна", "12345678")) == account
        with denied("account-already"):
            await people.account(guest, "Anna", "another one")
        assert await people.whose(token) == account


@in_loop
async def test_a_name_is_one_account_s(url: str) -> None:
    async with opened(url) as (people, _, _):
        anna = await people.account((await people.guest())[0], "Straße", "12345678")
        boris, token = await people.guest("Boris")
        for name in ("Straße", "STRASSE", "\uff33trasse", " strasse\u200b "):
            with denied("name-taken"):
                await people.account(boris, name, "12345678")
            with denied("name-taken"):
                await people.rename(boris, name)
            with denied("name-taken"):
                await people.guest(name)
        assert await people.whose(token) == boris
        await people.guest("Boris")  # guests may be called alike
        assert await people.rename(anna, "STRASSE") == Person(anna.id, "STRASSE", False)


@in_loop
async def test_of_two_who_want_a_name_at_once_one_gets_it(url: str) -> None:
    async with opened(url) as (people, _, _):
        guests = [await people.guest() for _ in range(6)]
        done = await asyncio.gather(
            *(people.account(guest, "Anna", f"password {guest.id}") for guest, _ in guests), return_exceptions=True
        )
        accounts = [person for person in done if isinstance(person, Person)]
        assert [person.name for person in accounts] == ["Anna"]
        assert [str(error) for error in done if error not in accounts] == ["name-taken"] * 5
        assert await people.whose(await people.login("Anna", f"password {accounts[0].id}")) == accounts[0]


@in_loop
async def test_a_password_has_8_to_200_characters(url: str) -> None:
    async with opened(url) as (people, _, _):
        anna, token = await people.guest("Anna")
        with denied("password-short", least=8):
            await people.account(anna, "Anna", "1234567")
        with denied("password-long", most=200):
            await people.account(anna, "Anna", "x" * 201)
        assert await people.whose(token) == anna
        await people.account(anna, "Anna", "ключ–к–двери")
        with denied("password-short", least=8):
            await people.password(anna, "ключ–к–двери", "короче")
        boris, _ = await people.guest()
        await people.account(boris, "Boris", "é" * 200)
        await people.login("Boris", unicodedata.normalize("NFD", "é" * 200))  # another keyboard


@in_loop
async def test_a_login_that_fails_tells_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as (people, _, _):
        anna, _ = await people.guest()
        await people.account(anna, "Anna", "12345678")
        await people.guest("Boris")
        asked: list[str] = []
        verify = PasswordHasher.verify

        def counted(hasher: PasswordHasher, hashed: str, password: bytes) -> bool:
            asked.append(hashed.rpartition("$")[0].rpartition("$")[0])
            return verify(hasher, hashed, password)

        monkeypatch.setattr(PasswordHasher, "verify", counted)
        for name, password in [
            ("Anna", "12345679"),
            ("Nobody", "12345678"),
            ("Boris", ""),
            ("", ""),
            ("\u202e", "x" * 999),
        ]:
            with denied("login-wrong"):
                await people.login(name, password)
        assert len(asked) == 5
        assert len(set(asked)) == 1  # the same work: the parameters are equal


@in_loop
async def test_logging_out_ends_one_token(url: str) -> None:
    async with opened(url) as (people, database, _):
        anna, first = await people.guest()
        await people.account(anna, "Anna", "12345678")
        second = await people.login("Anna", "12345678")
        assert await people.whose(first) is not None
        await people.logout(first)
        await people.logout("unknown")
        for knows in (people, Accounts(database)):
            assert await knows.whose(first) is None
            assert await knows.whose(second) == Person(anna.id, "Anna", False)


@in_loop
async def test_a_new_password_ends_all_tokens(url: str) -> None:
    async with opened(url) as (people, database, _):
        guest, first = await people.guest()
        anna = await people.account(guest, "Anna", "12345678")
        other, others = await people.guest()
        second = await people.login("Anna", "12345678")
        ticket = people.ticket(anna)
        for old in (first, second):
            assert await people.whose(old) == anna
        for person, wrong in ((anna, "87654321"), (other, "12345678")):
            with denied("password-wrong"):
                await people.password(person, wrong, "new password")
        new = await people.password(anna, "12345678", "new password")
        for knows in (people, Accounts(database)):
            assert [await knows.whose(token) for token in (first, second, new, others)] == [None, None, anna, other]
        assert people.redeem(ticket) is None
        with denied("login-wrong"):
            await people.login("Anna", "12345678")
        assert await people.whose(await people.login("Anna", "new password")) == anna


@in_loop
async def test_an_old_password_lets_nobody_in_who_hurries(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as (people, _, _):
        anna = await people.account((await people.guest())[0], "Anna", "12345678")
        right = Accounts._right

        async def slow(self: Accounts, hashed: str, password: str) -> bool:
            found = await right(self, hashed, password)
            monkeypatch.undo()
            await people.password(anna, "12345678", "new password")
            return found

        monkeypatch.setattr(Accounts, "_right", slow)
        with denied("login-wrong"):
            await people.login("Anna", "12345678")


@in_loop
async def test_who_is_renamed_is_let_in_by_the_new_name(url: str) -> None:
    async with opened(url) as (people, database, _):
        guest, token = await people.guest("Anna")
        assert await people.whose(token) == guest
        renamed = await people.rename(guest, "Anja")
        assert await people.whose(token) == renamed == Person(guest.id, "Anja", True)
        anna = await people.account(renamed, "Anna", "12345678")
        for was in (anna, guest):  # whatever the caller still holds
            await people.rename(was, "Hanna")
            assert await people.whose(await people.login("hanna", "12345678")) == Person(guest.id, "Hanna", False)
        with denied("login-wrong"):
            await people.login("Anna", "12345678")
        assert await Accounts(database).whose(token) == Person(guest.id, "Hanna", False)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna \t Maria\n", "Anna Maria"),
        ("Вера ♠", "Вера ♠"),
        ("a\u202eb\u2066c\u200fd\u200be\x00f\x1b[31m", "abcdef[31m"),
        ("Cafe\u0301", "Café"),
        ("\ud800a\ue000\ufffe", "a"),
        ("\u3164x\u2800", "x"),
        ("Անի", "Անի"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed: str, name: str) -> None:
    assert shown(typed) == name


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "name-empty"),
        (" \u3000 ", "name-empty"),
        ("\u202e\u200b", "name-empty"),
        ("\u3164\u115f", "name-empty"),
        ("\u0301\u0302", "name-empty"),
        ("x" * 21, "name-long"),
    ],
)
def test_what_is_no_name_is_refused(typed: str, key: str) -> None:
    with pytest.raises(Denied, match=key):
        shown(typed)


@given(st.text(max_size=30))
def test_a_name_that_is_shown_stays_as_it_is(typed: str) -> None:
    try:
        name = shown(typed)
    except Denied:
        return
    assert 1 <= len(name) <= 20
    assert name.isprintable()
    assert shown(name) == name == name.strip()
    assert not {unicodedata.bidirectional(c) for c in name} & {
        "LRE",
        "RLE",
        "LRO",
        "RLO",
        "PDF",
        "LRI",
        "RLI",
        "FSI",
        "PDI",
    }


@in_loop
async def test_a_ticket_is_good_once_and_for_30_seconds(url: str) -> None:
    async with opened(url) as (people, _, clock):
        anna, _ = await people.guest("Anna")
        ticket, late, last = people.ticket(anna), people.ticket(anna), people.ticket(anna)
        assert people.redeem(ticket) == anna
        assert people.redeem(ticket) is None
        assert people.redeem("") is None
        clock.now += TICKET - 1
        assert people.redeem(last) == anna
        clock.now += 1
        assert people.redeem(late) is None


@in_loop
async def test_what_is_remembered_is_bounded(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 3)
    async with opened(url) as (people, _, _):
        guests = [await people.guest(str(number)) for number in range(6)]
        for _ in range(2):
            for person, token in guests:
                assert await people.whose(token) == person
        assert len(people._known) == 3
        tickets = [people.ticket(person) for person, _ in guests]
        assert [people.redeem(ticket) for ticket in tickets] == [None] * 3 + [person for person, _ in guests[3:]]


@in_loop
async def test_who_comes_often_is_not_looked_up_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 3)
    async with opened(url) as (people, _, _):
        regular, token = await people.guest("Anna")
        others = [await people.guest() for _ in range(6)]
        assert await people.whose(token) == regular
        reading, reads = Database.reading, 0

        @asynccontextmanager
        async def counted(database: Database) -> AsyncIterator[AsyncConnection]:
            nonlocal reads
            reads += 1
            async with reading(database) as connection:
                yield connection

        monkeypatch.setattr(Database, "reading", counted)
        for person, other in others:
            assert await people.whose(other) == person
            assert await people.whose(token) == regular
        assert reads == len(others)


@in_loop
async def test_a_token_given_up_while_it_is_looked_up_is_not_remembered(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(url) as (people, _, _):
        anna, token = await people.guest("Anna")
        reading = Database.reading

        @asynccontextmanager
        async def slow(database: Database) -> AsyncIterator[AsyncConnection]:
            async with reading(database) as connection:
                yield connection
            monkeypatch.undo()
            await people.logout(token)

        monkeypatch.setattr(Database, "reading", slow)
        assert await people.whose(token) == anna  # she still was when it was asked
        assert await people.whose(token) is None
