"""The browsers, mail addresses and wishes of users are stored, proved and forgotten."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.still_time import StillTime
from server.stored_session import session_of, store_session
from sqlalchemy import delete, insert, select

from prikup.server.accounts.errors import AccountError
from prikup.server.notices.channels import MAX_SUBSCRIPTIONS, UNPROVED_MS, NoticeChannels, is_mail_address
from prikup.server.notices.kinds import CHANNELS_OF, KINDS, Wishes, is_zone
from prikup.server.notices.subscription import Subscription
from prikup.server.storage.database import Database
from prikup.server.storage.deletion import delete_person
from prikup.server.storage.sql_tables import mail_addresses, notices, people, push_subscriptions, tokens, wishes
from prikup.table.host.storage import NotWritten

ANNA, BORIS = session_of("anna"), session_of("boris")


@asynccontextmanager
async def channels_of(url: str, time: StillTime) -> AsyncIterator[tuple[NoticeChannels, Database]]:
    database = await Database.open(url)
    try:
        async with database.writing() as connection:
            rows = [{"id": name, "name": name, "since": 1} for name in ("anna", "boris")]
            await connection.execute(insert(people), rows)
            for name in ("anna", "boris"):
                await store_session(connection, name)
        yield NoticeChannels(database, lambda: round(time.now() * 1000)), database
    finally:
        await database.close()


def browser(number: int) -> Subscription:
    return Subscription(f"https://push.apple.com/{number}", "key", "auth")


async def test_user_has_at_most_five_browsers(url: str) -> None:
    async with channels_of(url, time := StillTime()) as (channels, _):
        for number in range(MAX_SUBSCRIPTIONS + 2):
            await channels.subscribe(ANNA, browser(number), "en")
            time.advance(1)
        stored = await channels.subscriptions_of("anna")
        assert [each.subscription for each in stored] == [browser(n) for n in range(2, MAX_SUBSCRIPTIONS + 2)]
        await channels.unsubscribe("boris", browser(3).endpoint)
        assert len(await channels.subscriptions_of("anna")) == MAX_SUBSCRIPTIONS
        await channels.unsubscribe("anna", browser(3).endpoint)
        assert browser(3) not in [each.subscription for each in await channels.subscriptions_of("anna")]


async def test_browser_belongs_to_last_user_who_subscribed(url: str) -> None:
    async with channels_of(url, StillTime()) as (channels, _):
        await channels.subscribe(ANNA, browser(1), "en")
        await channels.subscribe(BORIS, browser(1), "ru")
        assert await channels.subscriptions_of("anna") == []
        assert [each.language for each in await channels.subscriptions_of("boris")] == ["ru"]


async def test_browser_goes_with_its_session(url: str) -> None:
    async with channels_of(url, StillTime()) as (channels, database):
        await channels.subscribe(ANNA, browser(1), "en")
        async with database.writing() as connection:
            await connection.execute(delete(tokens).where(tokens.c.digest == ANNA.token))
        assert await channels.subscriptions_of("anna") == []
        with pytest.raises(NotWritten):
            await channels.subscribe(ANNA, browser(1), "en")


async def test_mail_address_is_proved_within_a_day(url: str) -> None:
    async with channels_of(url, time := StillTime()) as (channels, _):
        late = await channels.set_address("anna", "anna@example.org", "en")
        time.advance(UNPROVED_MS / 1000)
        with pytest.raises(AccountError, match="mail-link-old"):
            await channels.prove_address(late)
        assert await channels.delete_unproved() == 1
        assert await channels.mail_address("anna") is None
        replaced = await channels.set_address("anna", "anna@example.org", "en")
        proof = await channels.set_address("anna", "other@example.org", "ru")
        with pytest.raises(AccountError, match="mail-link-old"):
            await channels.prove_address(replaced)
        await channels.prove_address(proof)
        address = await channels.mail_address("anna")
        assert address is not None
        assert (address.address, address.language, address.proved) == ("other@example.org", "ru", True)
        time.advance(10 * UNPROVED_MS)
        assert await channels.delete_unproved() == 0


async def test_proved_address_is_used_until_new_one_is_proved(url: str) -> None:
    async with channels_of(url, StillTime()) as (channels, _):
        await channels.prove_address(await channels.set_address("anna", "old@example.org", "en"))
        wrong = await channels.set_address("anna", "tpyo@example.org", "en")
        assert (await used_address(channels)) == "old@example.org"
        await channels.forget_new_address("anna", wrong)
        with pytest.raises(AccountError, match="mail-link-old"):
            await channels.prove_address(wrong)
        assert (await used_address(channels)) == "old@example.org"
        await channels.prove_address(await channels.set_address("anna", "new@example.org", "en"))
        assert (await used_address(channels)) == "new@example.org"
        await channels.remove_address("anna")
        assert await channels.mail_address("anna") is None


async def used_address(channels: NoticeChannels) -> str:
    """Return the proved mail address of Anna."""
    address = await channels.mail_address("anna")
    assert address is not None
    assert address.proved
    return address.address


async def test_link_in_mail_stops_mails(url: str) -> None:
    async with channels_of(url, StillTime()) as (channels, _):
        for person in ("anna", "boris"):
            await channels.prove_address(await channels.set_address(person, f"{person}@example.org", "en"))
        address = await channels.mail_address("anna")
        assert address is not None
        await channels.stop_mails("something else")
        assert await channels.mail_address("anna") == address
        await channels.stop_mails(address.stop)
        await channels.stop_mails(address.stop)
        assert await channels.mail_address("anna") is None
        assert await channels.mail_address("boris") is not None


async def test_wishes_are_stored(url: str) -> None:
    async with channels_of(url, StillTime()) as (channels, _):
        assert await channels.wishes_of("anna") == Wishes()
        for wish in (Wishes({"turn": ("mail",)}, quiet=False, zone="Asia/Yerevan"), Wishes({})):
            await channels.set_wishes("anna", wish)
            assert await channels.wishes_of("anna") == wish
        assert await channels.wishes_of("boris") == Wishes()


async def test_deleted_user_leaves_no_address(url: str) -> None:
    async with channels_of(url, StillTime()) as (channels, database):
        await channels.subscribe(ANNA, browser(1), "en")
        await channels.set_address("anna", "anna@example.org", "en")
        await channels.set_wishes("anna", Wishes())
        row = {"id": "n", "person": "anna", "kind": "turn", "about": "t", "turn": 1, "part": "push", "facts": b"{}"}
        async with database.writing() as connection:
            await connection.execute(insert(notices), row | {"due": 1, "until": 2})
            await delete_person(connection, "anna", 1)
        async with database.reading() as connection:
            for table in (notices, wishes, mail_addresses, push_subscriptions):
                assert (await connection.execute(select(table))).all() == [], table.name


def test_every_kind_is_wished_over_channels_that_it_has() -> None:
    for kind in KINDS:
        assert set(Wishes().channels[kind]) <= set(CHANNELS_OF[kind])
        assert not Wishes({kind: ()}).allows(kind, "push")
    assert not Wishes({"found": ("mail",)}).allows("found", "mail")


def test_zones_are_checked() -> None:
    assert is_zone("Asia/Yerevan")
    for text in ("", "Asia", "Asia/Nowhere", "../../etc/passwd", "/etc/passwd", "\x00", "é"):
        assert not is_zone(text)


@pytest.mark.parametrize("text", ["anna@example.org", "a.b+c@mail.example.co.uk", "x@xn--e1afmkfd.org"])
def test_mail_addresses_are_accepted(text: str) -> None:
    assert is_mail_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "anna",
        "@example.org",
        "anna@",
        "anna@localhost",
        "Anna <anna@example.org>",
        "anna@example.org, boris@example.org",
        "anna@example.org\nBcc: boris@example.org",
        "анна@example.org",
        "anna@example.org ",
        f"{'x' * 250}@example.org",
    ],
)
def test_other_texts_are_no_mail_addresses(text: str) -> None:
    assert not is_mail_address(text)


@given(st.text())
def test_any_text_is_checked_as_mail_address(text: str) -> None:
    assert not is_mail_address(text) or text.count("@") == 1
