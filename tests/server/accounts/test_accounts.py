import asyncio
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import msgspec
import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from server.still_time import StillTime
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts import accounts as module
from prikup.server.accounts.account_names import check_name
from prikup.server.accounts.accounts import DAY, TOKEN_MS, Accounts, User, UserChange
from prikup.server.accounts.errors import AccountError
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import matches, tables, tokens
from prikup.server.storage.sql_tables import people as kept
from prikup.table.host.storage import NotWritten


class Clock:
    """A wall clock in milliseconds that only moves when a test changes `now_ms`."""

    now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms


@asynccontextmanager
async def open_accounts(url: str) -> AsyncIterator[tuple[Accounts, Database, Clock]]:
    database = await Database.open(url)
    clock = Clock()
    try:
        yield Accounts(database, clock), database, clock
    finally:
        await database.close()


async def owner(people: Accounts, name: str, password: str = "12345678") -> User:
    """Create a guest and open an account for it."""
    guest, _ = await people.create_guest()
    return await people.open_account(guest, name, password)


@contextmanager
def raises_account_error(key: str, **numbers: int | str) -> Iterator[None]:
    with pytest.raises(AccountError) as error:
        yield
    assert (error.value.reason.key, dict(error.value.reason.numbers)) == (key, numbers)


class Transactions:
    """Counts the transactions that a method of a database ("reading" or "writing") starts from now on."""

    def __init__(self, patch: pytest.MonkeyPatch, method: str, *, fail: bool = False) -> None:
        self.start_count = 0
        begin = getattr(Database, method)

        @asynccontextmanager
        async def count_and_begin(database: Database) -> AsyncIterator[AsyncConnection]:
            self.start_count += 1
            if fail:
                raise NotWritten("the disk is full")
            async with begin(database) as connection:
                yield connection

        patch.setattr(Database, method, count_and_begin)


async def test_accounts_identify_guest_by_token(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        anna, token = await people.create_guest(" Anna ")
        nameless, nameless_token = await people.create_guest()
        assert (anna.name, anna.guest, nameless.name) == ("Anna", True, "")
        assert anna.id != nameless.id
        assert len(token) >= 43  # 256 bits
        for accounts in (people, people, Accounts(database)):
            assert await accounts.user_of_token(token) == anna
            assert await accounts.user_of_token(nameless_token) == nameless
        for unknown in ("", "x", token[:-1], "\ud800"):
            assert await people.user_of_token(unknown) is None


async def test_accounts_store_no_usable_token_or_password(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        anna, token = await people.create_guest("Anna")
        await people.open_account(anna, "Anna", "correct horse")
        async with database.reading() as connection:
            rows = [*await connection.execute(select(kept)), *await connection.execute(select(tokens))]
        assert len(rows) == 2
        assert token not in str(rows)
        assert "correct horse" not in str(rows)
        assert all([await people.user_of_token(str(value)) is None for row in rows for value in row])


async def test_token_expires_400_days_after_last_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, database, clock):
        anna, token = await people.create_guest("Anna")
        _, forgotten = await people.create_guest()
        writes = Transactions(monkeypatch, "writing")
        for _ in range(10):
            clock.now_ms += DAY // 20
            assert await people.user_of_token(token) == anna
        assert writes.start_count == 0
        for _ in range(3):
            clock.now_ms += DAY
            new_accounts = Accounts(database, clock)  # a new instance with an empty cache
            for _ in range(5):
                assert await new_accounts.user_of_token(token) == anna
                assert await people.user_of_token(token) == anna
        assert 3 <= writes.start_count <= 6
        clock.now_ms += TOKEN_MS - DAY
        assert await people.user_of_token(token) == anna
        assert await people.user_of_token(forgotten) is None
        clock.now_ms += TOKEN_MS
        assert await people.user_of_token(token) is None
        assert await Accounts(database, clock).user_of_token(token) is None


async def test_accounts_delete_expired_tokens(url: str) -> None:
    async with open_accounts(url) as (people, database, clock):
        await people.create_guest()
        clock.now_ms += TOKEN_MS
        await people.create_guest()
        async with database.reading() as connection:
            assert len((await connection.execute(select(tokens))).all()) == 1


async def test_token_is_accepted_when_database_cannot_write(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, clock):
        anna, token = await people.create_guest("Anna")
        clock.now_ms += 2 * DAY
        writes = Transactions(monkeypatch, "writing", fail=True)
        assert await people.user_of_token(token) == anna
        assert writes.start_count == 1
        with pytest.raises(NotWritten):
            await people.create_guest()


async def test_token_that_a_failed_write_did_not_extend_expires_as_stored(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_accounts(url) as (people, _, clock):
        anna, token = await people.create_guest("Anna")
        clock.now_ms += 2 * DAY
        with monkeypatch.context() as full_disk:
            Transactions(full_disk, "writing", fail=True)
            assert await people.user_of_token(token) == anna
        clock.now_ms += TOKEN_MS - 2 * DAY
        assert await people.user_of_token(token) is None


async def test_token_is_extended_once_the_disk_works_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, database, clock):
        anna, token = await people.create_guest("Anna")
        clock.now_ms += 2 * DAY
        with monkeypatch.context() as full_disk:
            Transactions(full_disk, "writing", fail=True)
            assert await people.user_of_token(token) == anna
        assert await people.user_of_token(token) == anna
        clock.now_ms += TOKEN_MS - 2 * DAY
        for accounts in (Accounts(database, clock), people):
            assert await accounts.user_of_token(token) == anna


async def test_open_account_preserves_guest_id_and_token(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        guest, token = await people.create_guest("Anna")
        assert await people.user_of_token(token) == guest
        account = await people.open_account(guest, "Анна", "12345678")
        assert account == User(guest.id, "Анна", False)
        for knows in (people, Accounts(database)):
            assert await knows.user_of_token(token) == account
            assert await knows.user_of_token(await knows.log_in("анна", "12345678")) == account
        with raises_account_error("account-already"):
            await people.open_account(guest, "Anna", "another one")
        assert await people.user_of_token(token) == account


SPELLINGS_BY_NAME = {
    "Straße": ("Straße", "STRASSE", "\uff33trasse", " strasse\u200b "),
    "COCA": ("СОСА", "Соса", "C0CA", "coca\ufe0f"),  # the first two are Cyrillic
}
"""Account names, each with spellings that look like it or are the same."""


async def test_accounts_refuse_name_that_resembles_another_account(url: str) -> None:
    async with open_accounts(url) as (people, _, _):
        owners = {name: await owner(people, name) for name in SPELLINGS_BY_NAME}
        vera = await owner(people, "Vera")
        boris, token = await people.create_guest("Boris")
        for alike in SPELLINGS_BY_NAME.values():
            for name in alike:
                with raises_account_error("name-taken"):
                    await people.open_account(boris, name, "12345678")
                with raises_account_error("name-taken"):
                    await people.rename(vera, name)
        assert await people.user_of_token(token) == boris
        await people.create_guest("Boris")  # guests may share a name
        anna = owners["Straße"]
        assert await people.rename(anna, "STRASSE") == User(anna.id, "STRASSE", False)
        assert (await people.open_account(boris, "Coca 2", "12345678")).name == "Coca 2"


async def test_refused_change_of_name_is_announced_to_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[UserChange] = []

    async def announce(_: Database, __: AsyncConnection, news: bytes) -> None:
        announced.append(msgspec.json.decode(news, type=UserChange))

    async with open_accounts(url) as (people, _, _):
        anna = await owner(people, "Anna")
        await owner(people, "Boris")
        monkeypatch.setattr(Database, "announce", announce)
        with raises_account_error("account-already"):
            await people.open_account(anna, "Nina", "12345678")
        with raises_account_error("name-taken"):  # a request that began before the guest had an account
            await people.rename(User(anna.id, "Anna", True), "Boris")
        assert announced == []
        await people.rename(anna, "Nina")
        assert announced == [UserChange(anna.id, "Nina")]


async def test_guest_name_may_equal_account_name(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        await owner(people, "Anna")
        guest, token = await people.create_guest("Anna")
        assert guest.name == "Anna"
        assert await people.rename(guest, "ANNA") == User(guest.id, "ANNA", True)
        assert await Accounts(database).user_of_token(token) == User(guest.id, "ANNA", True)
        with raises_account_error("login-wrong"):
            await people.log_in("ANNA", "its guest has no password")


async def test_accounts_give_name_to_one_of_concurrent_requests(url: str) -> None:
    async with open_accounts(url) as (people, _, _):
        guests = [await people.create_guest() for _ in range(6)]
        outcomes = await asyncio.gather(
            *(people.open_account(guest, "Anna", f"password {guest.id}") for guest, _ in guests), return_exceptions=True
        )
        accounts = [person for person in outcomes if isinstance(person, User)]
        assert [person.name for person in accounts] == ["Anna"]
        assert [str(error) for error in outcomes if error not in accounts] == ["name-taken"] * 5
        assert await people.user_of_token(await people.log_in("Anna", f"password {accounts[0].id}")) == accounts[0]


async def test_password_has_8_to_200_characters(url: str) -> None:
    async with open_accounts(url) as (people, _, _):
        anna, token = await people.create_guest("Anna")
        with raises_account_error("password-short", least=8):
            await people.open_account(anna, "Anna", "1234567")
        with raises_account_error("password-long", most=200):
            await people.open_account(anna, "Anna", "x" * 201)
        assert await people.user_of_token(token) == anna
        await people.open_account(anna, "Anna", "ключ–к–двери")
        with raises_account_error("password-short", least=8):
            await people.change_password(anna, "", "ключ–к–двери", "короче")
        await owner(people, "Boris", "é" * 200)
        await people.log_in("Boris", unicodedata.normalize("NFD", "é" * 200))  # as another keyboard encodes it


async def test_failed_login_does_not_reveal_its_cause(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, _):
        await owner(people, "Anna")
        await people.create_guest("Boris")
        hash_parameters: list[str] = []
        verify = PasswordHasher.verify

        def verify_and_note(hasher: PasswordHasher, password_hash: str, password: bytes) -> bool:
            hash_parameters.append(password_hash.rpartition("$")[0].rpartition("$")[0])
            return verify(hasher, password_hash, password)

        monkeypatch.setattr(PasswordHasher, "verify", verify_and_note)
        wrong = (("Anna", "12345679"), ("Nobody", "12345678"), ("Boris", ""), ("", ""), ("\u202e", "x" * 999))
        for name, password in wrong:
            with raises_account_error("login-wrong"):
                await people.log_in(name, password)
        assert len(hash_parameters) == 5
        assert len(set(hash_parameters)) == 1  # the same work: the parameters are equal


async def test_log_out_ends_one_session(url: str) -> None:
    changes: list[UserChange] = []
    async with open_accounts(url) as (_, database, _):
        people = Accounts(database, on_news=changes.append)
        anna = await owner(people, "Anna")
        first_token, second_token = [await people.log_in("Anna", "12345678") for _ in range(2)]
        ended_session, other_session = await people.session(first_token), await people.session(second_token)
        assert ended_session is not None
        assert other_session is not None
        tickets = [people.issue_ticket(session) for session in (ended_session, other_session)]
        await people.log_out("unknown")
        await people.log_out(first_token)
        for knows in (people, Accounts(database)):
            assert [await knows.user_of_token(token) for token in (first_token, second_token)] == [None, anna]
        assert [changes[-1].ends(session) for session in (ended_session, other_session)] == [True, False]
        assert [await people.redeem_ticket(ticket) for ticket in tickets] == [None, other_session]


async def test_log_in_ends_session_of_the_same_browser(url: str) -> None:
    changes: list[UserChange] = []
    async with open_accounts(url) as (_, database, _):
        people = Accounts(database, on_news=changes.append)
        anna = await owner(people, "Anna")
        _, guest_token = await people.create_guest()
        guest_session = await people.session(guest_token)
        assert guest_session is not None
        with raises_account_error("login-wrong"):
            await people.log_in("Anna", "a wrong password", guest_token)
        assert await people.session(guest_token) == guest_session
        first_token = await people.log_in("Anna", "12345678", guest_token)
        assert changes[-1].ends(guest_session)
        second_token = await people.log_in("Anna", "12345678", "unknown")
        third_token = await people.log_in("Anna", "12345678", first_token)
        for knows in (people, Accounts(database)):
            users = [
                await knows.user_of_token(token) for token in (guest_token, first_token, second_token, third_token)
            ]
            assert users == [None, None, anna, anna]


async def test_log_in_moves_matches_of_guest_alone(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        anna, boris = await owner(people, "Anna"), await owner(people, "Boris")
        guest, guest_token = await people.create_guest()
        boris_token = await people.log_in("Boris", "12345678")
        async with database.writing() as connection:
            for number, host in enumerate((guest.id, boris.id)):
                table = {"id": f"t{number}", "settings": b"", "host": host, "opened": 1, "over": True}
                await connection.execute(insert(tables), table)
                match = {"table_id": f"t{number}", "host": host, "ended": 1, "game": "", "preset": ""}
                await connection.execute(insert(matches), match | {"deals": 1, "private": False, "summary": b""})
        for token in (guest_token, boris_token):
            await people.log_in("Anna", "12345678", token)
        async with database.reading() as connection:
            hosts = (await connection.execute(select(matches.c.host).order_by(matches.c.table_id))).scalars().all()
        assert hosts == [anna.id, boris.id]


async def test_change_password_ends_all_earlier_sessions(url: str) -> None:
    changes: list[UserChange] = []
    async with open_accounts(url) as (_, database, _):
        people = Accounts(database, on_news=changes.append)
        guest, first_token = await people.create_guest()
        anna = await people.open_account(guest, "Anna", "12345678")
        other_guest, other_token = await people.create_guest()
        second_token = await people.log_in("Anna", "12345678")
        old_session = await people.session(second_token)
        assert old_session is not None
        ticket = people.issue_ticket(old_session)
        for old in (first_token, second_token):
            assert await people.user_of_token(old) == anna
        for person, wrong in ((anna, "87654321"), (other_guest, "12345678")):
            with raises_account_error("password-wrong"):
                await people.change_password(person, "", wrong, "new password")
        new_token = await people.change_password(anna, "", "12345678", "new password")
        for knows in (people, Accounts(database)):
            assert [
                await knows.user_of_token(token) for token in (first_token, second_token, new_token, other_token)
            ] == [
                None,
                None,
                anna,
                other_guest,
            ]
        new_session = await people.session(new_token)
        assert new_session is not None
        assert [changes[-1].ends(session) for session in (old_session, new_session)] == [True, False]
        assert await people.redeem_ticket(ticket) is None
        with raises_account_error("login-wrong"):
            await people.log_in("Anna", "12345678")
        assert await people.user_of_token(await people.log_in("Anna", "new password")) == anna


async def test_login_fails_if_password_changes_during_verification(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, _):
        anna = await owner(people, "Anna")
        right = Accounts._verify_password

        async def slow(self: Accounts, password_hash: str, password: str) -> bool:
            is_right = await right(self, password_hash, password)
            monkeypatch.undo()
            await people.change_password(anna, "", "12345678", "new password")
            return is_right

        monkeypatch.setattr(Accounts, "_verify_password", slow)
        with raises_account_error("login-wrong"):
            await people.log_in("Anna", "12345678")


async def test_login_uses_new_name_after_rename(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        guest, token = await people.create_guest("Anna")
        assert await people.user_of_token(token) == guest
        renamed_guest = await people.rename(guest, "Anja")
        assert await people.user_of_token(token) == renamed_guest == User(guest.id, "Anja", True)
        anna = await people.open_account(renamed_guest, "Anna", "12345678")
        for was in (anna, guest):  # the caller may still hold either object
            await people.rename(was, "Hanna")
            assert await people.user_of_token(await people.log_in("hanna", "12345678")) == User(
                guest.id, "Hanna", False
            )
        with raises_account_error("login-wrong"):
            await people.log_in("Anna", "12345678")
        assert await Accounts(database).user_of_token(token) == User(guest.id, "Hanna", False)


NAMES_BY_INPUT = {
    "  Anna \t Maria\n": "Anna Maria",
    "Вера ♠": "Вера ♠",
    "a\u202eb\u2066c\u200fd\u200be\x00f\x1b[31m": "abcdef[31m",
    "Cafe\u0301": "Café",
    "\ud800a\ue000\ufffe": "a",
    "\u3164x\u2800": "x",
    "Անի": "Անի",
    "x" * 20: "x" * 20,
}
"""Typed names and the form to which look-alikes are reduced."""
NO_NAMES = {
    "": "name-empty",
    " \u3000 ": "name-empty",
    "\u202e\u200b": "name-empty",
    "\u3164\u115f": "name-empty",
    "\u0301\u0302": "name-empty",
    "x" * 21: "name-long",
    "СOCA": "name-mixed",
}
"""Why a typed name is rejected."""


def test_check_name_normalises_text_and_removes_invisible_characters() -> None:
    assert {text: check_name(text) for text in NAMES_BY_INPUT} == NAMES_BY_INPUT


def test_check_name_refuses_invalid_names() -> None:
    for text, key in NO_NAMES.items():
        with pytest.raises(AccountError, match=key):
            check_name(text)


@given(st.text(max_size=30))
def test_check_name_result_is_printable_and_stable(text: str) -> None:
    try:
        name = check_name(text)
    except AccountError:
        return
    assert 1 <= len(name) <= 20
    assert name.isprintable(), "nor does anything in it turn the direction of what is written"
    assert check_name(name) == name == name.strip()


async def test_token_cache_retains_frequent_user_within_size_limit(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CACHED", 3)
    async with open_accounts(url) as (people, _, _):
        regular, token = await people.create_guest("Anna")
        guests = [await people.create_guest() for _ in range(6)]
        assert await people.user_of_token(token) == regular
        reads = Transactions(monkeypatch, "reading")
        for person, guest_token in guests:
            assert await people.user_of_token(guest_token) == person
            assert await people.user_of_token(token) == regular
        assert reads.start_count == len(guests)
        assert len(people._tokens) == 3, "no more are remembered"


async def test_token_ended_by_another_server_is_refused_after_cache_expires(url: str) -> None:
    async with open_accounts(url) as (people, database, _):
        anna, token = await people.create_guest("Anna")
        clock = StillTime()
        brief, long = (Accounts(database, remember_s=seconds, clock=clock) for seconds in (30, 60))
        for knows in (brief, long):
            assert await knows.user_of_token(token) == anna
        await people.log_out(token)
        clock.advance(30)
        assert await brief.user_of_token(token) is None
        assert await long.user_of_token(token) == anna, "it is remembered"


@contextmanager
def change_during_next(
    patch: pytest.MonkeyPatch, method: str, change: Callable[[], Awaitable[object]]
) -> Iterator[None]:
    """Await `change()` at the end of the next transaction of the kind `method` ("reading" or "writing").

    Whoever has started the transaction continues only afterwards.
    """
    begin = getattr(Database, method)

    @asynccontextmanager
    async def begin_and_change(database: Database) -> AsyncIterator[AsyncConnection]:
        async with begin(database) as connection:
            yield connection
        context.undo()
        await change()

    with patch.context() as context:
        context.setattr(Database, method, begin_and_change)
        yield


async def test_token_logged_out_during_lookup_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, _):
        _, token = await people.create_guest("Anna")
        with change_during_next(monkeypatch, "reading", lambda: people.log_out(token)):
            assert await people.user_of_token(token) is None
        assert await people.user_of_token(token) is None, "it is not remembered either"


async def test_user_renamed_during_lookup_has_new_name(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, _):
        anna, token = await people.create_guest("Anna")
        with change_during_next(monkeypatch, "reading", lambda: people.rename(anna, "Nina")):
            assert await people.user_of_token(token) == User(anna.id, "Nina", True)
        assert await people.user_of_token(token) == User(anna.id, "Nina", True)


async def test_user_renamed_while_token_is_extended_has_new_name(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, clock):
        anna, token = await people.create_guest("Anna")
        clock.now_ms += 2 * DAY
        with change_during_next(monkeypatch, "writing", lambda: people.rename(anna, "Nina")):
            assert await people.user_of_token(token) == User(anna.id, "Nina", True)


async def test_change_of_another_user_does_not_repeat_lookup(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_accounts(url) as (people, _, _):
        (anna, token), (boris, _) = await people.create_guest("Anna"), await people.create_guest("Boris")
        reads = Transactions(monkeypatch, "reading")
        with change_during_next(monkeypatch, "reading", lambda: people.rename(boris, "Oleg")):
            assert await people.user_of_token(token) == await people.user_of_token(token) == anna
        assert reads.start_count == 1
