"""Who people are: guests at once, accounts when they like, and the tokens by which they are known again."""

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from msgspec import Struct
from sqlalchemy import ColumnElement, case, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.errors import reason
from prikup.server.accounts.display_names import Denied, cleaned, fold, shown
from prikup.server.storage.batch_loader import BatchLoader
from prikup.server.storage.database import Database, wall
from prikup.server.storage.sql_tables import people, tokens
from prikup.table.storage import NotWritten

__all__ = ["Accounts", "Denied", "Person"]

DAY = 86_400_000  # ms
KEPT = 400 * DAY
"""A token is good for so long after it was last shown; browsers keep no cookie for longer."""
TICKET = 30_000
SHORTEST, LONGEST = 8, 200  # passwords
REMEMBERED = 4096  # tokens, and as many tickets
SHOWN = 200
"""So many tokens are looked up at once."""
AT_ONCE = 2  # passwords: each takes 19 MiB and a core for a moment
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Person(Struct, frozen=True):
    """Somebody; the id stays when a guest opens an account. `name` may be "" for a guest."""

    id: str
    name: str
    guest: bool


class _Known(NamedTuple):
    person: Person
    until: int


class Accounts:
    """Everybody the server knows. What it keeps of a token or a password does not let anybody in."""

    def __init__(self, database: Database, now: Callable[[], int] = wall) -> None:
        self._database = database
        self._now = now
        self._known: dict[str, _Known] = {}  # by digest, the one shown last at the end
        self._tickets: dict[str, _Known] = {}  # oldest first
        self._shown = BatchLoader(self._persons, SHOWN)
        self._changes = 0
        self._passwords = asyncio.Semaphore(AT_ONCE)
        self._nobody = _hasher.hash(secrets.token_urlsafe())

    async def guest(self, name: str = "") -> tuple[Person, str]:
        """A new guest and his token. Raises Denied for a name that cannot be shown or is an account's."""
        person = Person(secrets.token_urlsafe(12), await self._free(name) if name else "", True)
        async with self._database.writing() as connection:
            await connection.execute(insert(people), {"id": person.id, "name": person.name, "since": self._now()})
            return person, await self._grant(connection, person.id)

    async def whose(self, token: str) -> Person | None:
        """Who shows this token; None for one that is unknown, expired or was given up, and for no token at all."""
        if not token:
            return None
        digest, now = _digest(token), self._now()
        known = self._known.pop(digest, None)
        if known:
            self._known[digest] = known
        else:
            known = await self._found(digest)
        if not known or known.until <= now:
            return None
        if known.until < now + KEPT - DAY:
            await self._prolong(digest, now + KEPT)
        return known.person

    async def rename(self, person: Person, name: str) -> Person:
        """Call somebody otherwise; an account is then let in by the new name. Raises Denied."""
        name = await self._free(name, person.id)
        folded = case((people.c.folded.is_not(None), fold(name)))
        await self._change(person.id, name=name, folded=folded)
        return Person(person.id, name, person.guest)

    async def account(self, person: Person, name: str, password: str) -> Person:
        """Turn a guest into one who can come back from elsewhere by name and password. Raises Denied."""
        name = await self._free(name, person.id)
        password = await self._hashed(password)
        if not await self._change(
            person.id, people.c.password.is_(None), name=name, folded=fold(name), password=password
        ):
            raise Denied(reason("account-already"))
        return Person(person.id, name, False)

    async def login(self, name: str, password: str) -> str:
        """A new token for the account of this name. Raises Denied, after the same work whatever was wrong."""
        asked = select(people.c.id, people.c.password).where(people.c.folded == fold(cleaned(name)))
        async with self._database.reading() as connection:
            found = (await connection.execute(asked)).first()
        if not await self._right(found.password if found else self._nobody, password) or not found:
            raise Denied(reason("login-wrong"))
        async with self._database.writing() as connection:
            if await _password(connection, found.id) == found.password:
                return await self._grant(connection, found.id)
        raise Denied(reason("login-wrong"))  # it was changed meanwhile

    async def password(self, person: Person, old: str, new: str) -> str:
        """Change a password: all tokens of the person end, and the new one that is returned begins. Raises Denied."""
        async with self._database.reading() as connection:
            kept = await _password(connection, person.id)
        if not await self._right(kept or self._nobody, old) or not kept:
            raise Denied(reason("password-wrong"))
        hashed = await self._hashed(new)
        async with self._database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(password=hashed))
            await connection.execute(delete(tokens).where(tokens.c.person == person.id))
            token = await self._grant(connection, person.id)
        self._forget(person.id)
        return token

    async def logout(self, token: str) -> None:
        """Give a token up."""
        digest = _digest(token)
        async with self._database.writing() as connection:
            await connection.execute(delete(tokens).where(tokens.c.digest == digest))
        self._changes += 1
        self._known.pop(digest, None)

    def ticket(self, person: Person) -> str:
        """What lets a person in once, in the next 30 seconds."""
        ticket = secrets.token_urlsafe(32)
        _remember(self._tickets, ticket, _Known(person, self._now() + TICKET))
        return ticket

    def redeem(self, ticket: str) -> Person | None:
        """Whose ticket it was; None for one that is unknown, used or too old."""
        known = self._tickets.pop(ticket, None)
        return known.person if known and self._now() < known.until else None

    async def _free(self, name: str, but: str = "") -> str:
        """A name as it is shown, if no account but that of `but` has it."""
        name = shown(name)
        asked = select(people.c.id).where(people.c.folded == fold(name), people.c.id != but)
        async with self._database.reading() as connection:
            if (await connection.execute(asked)).first():
                raise Denied(reason("name-taken"))
        return name

    async def _change(self, person: str, *where: ColumnElement[bool], **values: object) -> bool:
        try:
            async with self._database.writing() as connection:
                done = await connection.execute(update(people).where(people.c.id == person, *where).values(**values))
        except IntegrityError:  # somebody was quicker
            raise Denied(reason("name-taken")) from None
        self._forget(person)
        return done.rowcount == 1

    async def _grant(self, connection: AsyncConnection, person: str) -> str:
        """A new token; those that have expired go."""
        token, now = secrets.token_urlsafe(32), self._now()
        await connection.execute(delete(tokens).where(tokens.c.until <= now))
        await connection.execute(insert(tokens), {"digest": _digest(token), "person": person, "until": now + KEPT})
        return token

    async def _found(self, digest: str) -> _Known | None:
        changes = self._changes
        known = await self._shown.find(digest)
        if known and changes == self._changes:  # else it may be no longer so
            _remember(self._known, digest, known)
        return known

    async def _persons(self, digests: list[str]) -> dict[str, _Known]:
        p, t = people.c, tokens.c
        asked = select(t.digest, p.id, p.name, p.password.is_(None), t.until).join_from(tokens, people)
        async with self._database.reading() as connection:
            found = await connection.execute(asked.where(t.digest.in_(digests)))
            return {digest: _Known(Person(*person), until) for digest, *person, until in found}

    async def _prolong(self, digest: str, until: int) -> None:
        if known := self._known.get(digest):
            self._known[digest] = known._replace(until=until)
        with suppress(NotWritten):  # then tomorrow
            async with self._database.writing() as connection:
                await connection.execute(update(tokens).where(tokens.c.digest == digest).values(until=until))

    def _forget(self, person: str) -> None:
        self._changes += 1
        for kept in (self._known, self._tickets):
            for key in [key for key, known in kept.items() if known.person.id == person]:
                del kept[key]

    async def _hashed(self, password: str) -> str:
        if len(password) < SHORTEST:
            raise Denied(reason("password-short", least=SHORTEST))
        if len(password) > LONGEST:
            raise Denied(reason("password-long", most=LONGEST))
        async with self._passwords:
            return await asyncio.to_thread(_hasher.hash, _bytes(password))

    async def _right(self, hashed: str, password: str) -> bool:
        async with self._passwords:
            try:
                return await asyncio.to_thread(_hasher.verify, hashed, _bytes(password))
            except VerifyMismatchError:
                return False


async def _password(connection: AsyncConnection, person: str) -> str | None:
    return (await connection.execute(select(people.c.password).where(people.c.id == person))).scalar()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _bytes(password: str) -> bytes:
    """A password, however the keyboard composes its letters."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")


def _remember(kept: dict[str, _Known], key: str, known: _Known) -> None:
    if len(kept) >= REMEMBERED:
        del kept[next(iter(kept))]
    kept[key] = known
