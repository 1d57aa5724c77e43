"""The channels by which users get notices: their browsers and mail addresses, and which notices they wish to get."""

import hashlib
import secrets
from collections.abc import Callable
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Delete, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.rules.errors import reason
from prikup.server.accounts.accounts import LoginSession
from prikup.server.accounts.errors import AccountError
from prikup.server.notices.kinds import Wishes
from prikup.server.notices.subscription import Subscription
from prikup.server.storage import audit
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.sql_tables import mail_addresses, push_subscriptions, wishes
from prikup.table.host.storage import NotWritten, new_id

__all__ = [
    "MAX_BOUNCES",
    "MAX_SUBSCRIPTIONS",
    "UNPROVED_MS",
    "MailAddress",
    "MailOutcome",
    "NoticeChannels",
    "StoredSubscription",
    "is_mail_address",
]

MAX_SUBSCRIPTIONS = 5
"""The maximum number of a user's browsers that are sent push messages. A further browser replaces the oldest one."""
UNPROVED_MS = 24 * 3_600_000
"""Milliseconds within which a user has to prove that a mail address is theirs."""
MAX_BOUNCES = 2
"""The number of permanently refused mails after which an address is no longer used."""
MAX_LENGTH = 254
"""The maximum number of characters in a mail address (RFC 5321)."""

MailOutcome = Literal["sent", "bounced", "later"]
"""The result of sending a mail. It was `sent`, refused permanently (`bounced`), or may be accepted `later`."""


class StoredSubscription(NamedTuple):
    """A browser that may be sent push messages: its id in the database, its subscription, and its language."""

    id: str
    subscription: Subscription
    language: str


class MailAddress(NamedTuple):
    """The mail address of a user.

    - `language`: the language of the mails.
    - `proved`: True if the user has proved that the address is theirs.
    - `stop`: the secret in the link that stops the mails.
    """

    address: str
    language: str
    proved: bool
    stop: str


class NoticeChannels:
    """Stores in the database by which channels users get notices, and which notices they wish to get.

    A notice tells a user about an event, for example that it is their turn. The channels are push messages to browsers,
    and mails. `wall_clock_ms` returns the wall-clock time in milliseconds.
    """

    def __init__(self, database: Database, wall_clock_ms: Callable[[], int] = wall_clock) -> None:
        self._database, self._now = database, wall_clock_ms

    # Wishes

    async def wishes_of(self, person: str) -> Wishes:
        """Return which notices a user wishes to get; the default if the user has not chosen."""
        async with self._database.reading() as connection:
            return await _load_wishes(connection, person)

    async def set_wishes(self, person: str, new_wishes: Wishes) -> None:
        """Store which notices a user wishes to get."""
        await self.change_wishes(person, lambda _: new_wishes)

    async def change_wishes(self, person: str, change: Callable[[Wishes], Wishes]) -> None:
        """Change which notices a user wishes to get.

        `change` is called with the stored wishes (the default if there are none), and returns the new wishes.
        """
        is_theirs = wishes.c.person == person
        async with self._database.writing(exclusive=True) as connection:
            wishes_json = msgspec.json.encode(change(await _load_wishes(connection, person)))
            changed = await connection.execute(update(wishes).where(is_theirs).values(wishes=wishes_json))
            if not changed.rowcount:
                await connection.execute(insert(wishes), {"person": person, "wishes": wishes_json})

    # Browsers

    async def subscriptions_of(self, person: str) -> list[StoredSubscription]:
        """Return the browsers of a user that may be sent push messages, the oldest subscription first."""
        p = push_subscriptions.c
        query = select(p.id, p.endpoint, p.p256dh, p.auth, p.language).where(p.person == person)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query.order_by(p.made, p.id))).all()
        return [StoredSubscription(row.id, Subscription(*row[1:4]), row.language) for row in rows]

    async def subscribe(self, session: LoginSession, subscription: Subscription, language: str) -> str:
        """Store that a browser may be sent push messages until the session ends; return the id of the new row.

        `session` is the sign-in session of the user in this browser, and `language` the language of the messages. A
        browser belongs to the user who subscribed last. If the user has more than `MAX_SUBSCRIPTIONS` browsers, the
        oldest one is deleted. Raise NotWritten if the session has just ended.
        """
        p, name = push_subscriptions.c, new_id()
        person, made = session.user.id, self._now()
        row = {"id": name, "person": person, "session": session.token, "language": language, "made": made}
        row |= subscription._asdict()
        try:
            async with self._database.writing(exclusive=True) as connection:
                await connection.execute(delete(push_subscriptions).where(p.endpoint == subscription.endpoint))
                await connection.execute(insert(push_subscriptions), row)
                query = select(p.id).where(p.person == person).order_by(p.made.desc(), p.id == name, p.id)
                ids = list((await connection.execute(query)).scalars())
                kept = [name, *(other for other in ids if other != name)][:MAX_SUBSCRIPTIONS]
                await connection.execute(delete(push_subscriptions).where(p.person == person, p.id.not_in(kept)))
        except IntegrityError as error:
            raise NotWritten(str(error)) from error
        return name

    async def unsubscribe(self, person: str, endpoint: str) -> None:
        """Delete the subscription of a user's browser. `endpoint` is the address of its push service."""
        p = push_subscriptions.c
        async with self._database.writing() as connection:
            await connection.execute(delete(push_subscriptions).where(p.person == person, p.endpoint == endpoint))

    async def drop_subscription(self, subscription: str) -> None:
        """Delete the subscription with this id, because its push service no longer knows it."""
        async with self._database.writing() as connection:
            await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id == subscription))

    # Mail addresses

    async def mail_address(self, person: str) -> MailAddress | None:
        """Return a user's mail address that is proved, or else the one that is not proved yet; None if there is none.

        An address is left out if `MAX_BOUNCES` mails to it were refused permanently.
        """
        m = mail_addresses.c
        is_proved = m.proved.is_not(None)
        query = select(m.address, m.language, is_proved, m.stop).where(m.person == person, m.bounced < MAX_BOUNCES)
        async with self._database.reading() as connection:
            row = (await connection.execute(query.order_by(is_proved.desc()))).first()
        return MailAddress(*row) if row else None

    async def set_address(self, person: str, address: str, language: str) -> str:
        """Store a new mail address of a user. Return the secret with which the user proves that the address is theirs.

        `language` is the language of the mails. Until the new address is proved, an earlier proved address stays in
        use. If both are the same address, it has to be proved again.
        """
        m, proof, now_ms = mail_addresses.c, secrets.token_urlsafe(24), self._now()
        row = {
            "person": person,
            "address": address,
            "language": language,
            "asked": now_ms,
            "proof": _digest(proof),
            "stop": secrets.token_urlsafe(24),
        }
        async with self._database.writing(exclusive=True) as connection:
            await connection.execute(_deletion(person, or_(m.proved.is_(None), m.address == address)))
            await connection.execute(insert(mail_addresses), row)
            await audit.note(connection, audit.NewAuditRow(now_ms, "mail-set", person=person))
        return proof

    async def prove_address(self, proof: str) -> None:
        """Mark a mail address as proved, and delete the user's earlier one.

        `proof` is the secret that was mailed to the address. Raise AccountError if the secret is unknown or too old.
        """
        m, now_ms = mail_addresses.c, self._now()
        is_open = and_(m.proof == _digest(proof), m.asked > now_ms - UNPROVED_MS)
        async with self._database.writing(exclusive=True) as connection:
            row = (await connection.execute(select(m.person, m.address).where(is_open))).first()
            if row is None:
                raise AccountError(reason("mail-link-old"))
            is_it = and_(m.person == row.person, m.address == row.address)
            await connection.execute(update(mail_addresses).where(is_it).values(proved=now_ms))
            await connection.execute(_deletion(row.person, m.address != row.address))

    async def stop_mails(self, stop: str) -> None:
        """Delete the mail addresses of the user who was mailed the secret `stop`. Do nothing if there are none."""
        m = mail_addresses.c
        async with self._database.writing() as connection:
            person = await connection.scalar(select(m.person).where(m.stop == stop))
            if person is not None:
                await connection.execute(delete(mail_addresses).where(m.person == person))
                await audit.note(connection, audit.NewAuditRow(self._now(), "mail-removed", person=person))

    async def forget_new_address(self, person: str, proof: str) -> None:
        """Delete a new mail address that a user has not proved yet, because the mail with the link could not be sent.

        `proof` is the secret in this link. Do nothing if the address is no longer stored or is proved.
        """
        m = mail_addresses.c
        async with self._database.writing() as connection:
            await connection.execute(_deletion(person, and_(m.proved.is_(None), m.proof == _digest(proof))))

    async def remove_address(self, person: str) -> None:
        """Delete all mail addresses of a user."""
        async with self._database.writing() as connection:
            removed = await connection.execute(delete(mail_addresses).where(mail_addresses.c.person == person))
            if removed.rowcount:
                await audit.note(connection, audit.NewAuditRow(self._now(), "mail-removed", person=person))

    async def count_bounce(self, person: str) -> None:
        """Count that a mail server has permanently refused a mail to a user."""
        m = mail_addresses.c
        async with self._database.writing() as connection:
            is_used = and_(m.person == person, m.proved.is_not(None))
            await connection.execute(update(mail_addresses).where(is_used).values(bounced=m.bounced + 1))

    async def delete_unproved(self) -> int:
        """Delete the mail addresses that were not proved in time; return the number of deleted addresses."""
        m = mail_addresses.c
        is_old = and_(m.proved.is_(None), m.asked <= self._now() - UNPROVED_MS)
        async with self._database.writing() as connection:
            return (await connection.execute(delete(mail_addresses).where(is_old))).rowcount


async def _load_wishes(connection: AsyncConnection, person: str) -> Wishes:
    stored = await connection.scalar(select(wishes.c.wishes).where(wishes.c.person == person))
    return msgspec.json.decode(stored, type=Wishes) if stored else Wishes()


def is_mail_address(text: str) -> bool:
    """Return whether a text is a mail address to which a mail can be sent: a name, `@` and a domain with a dot."""
    if len(text) > MAX_LENGTH or not text.isascii() or not text.isprintable() or parseaddr(text) != ("", text):
        return False
    try:
        address = Address(addr_spec=text)
    except (ValueError, IndexError, HeaderParseError):
        return False
    return bool(address.username) and "." in address.domain.strip(".")


def _deletion(person: str, condition: ColumnElement[bool]) -> Delete:
    """Return the statement that deletes those mail addresses of a user that fulfil a condition."""
    return delete(mail_addresses).where(mail_addresses.c.person == person, condition)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
