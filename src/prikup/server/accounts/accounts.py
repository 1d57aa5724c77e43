"""The users of a server: guests (users without an account) and account owners, and how they sign in.

A person logs in with the password of an account. From then on the browser signs in with a token in a cookie. A program
opens a WebSocket with a ticket, which is valid once.
"""

import asyncio
import hashlib
import hmac
import math
import secrets
import unicodedata
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.name_comparison import skeleton
from prikup.rules.errors import reason
from prikup.server.accounts.account_names import account_name, check_name, fold_name
from prikup.server.accounts.errors import AccountError
from prikup.server.accounts.tickets import Tickets
from prikup.server.storage import audit
from prikup.server.storage.batch_loader import BatchLoader
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.deletion import delete_person
from prikup.server.storage.guest_matches import move_matches
from prikup.server.storage.sql_tables import people, push_subscriptions, tokens
from prikup.table.host.storage import NotWritten
from prikup.table.host.time_source import LOOP_TIME

__all__ = ["TOKEN_MS", "Accounts", "LoginSession", "User", "UserChange"]

DAY = 86_400_000  # ms
TOKEN_MS = 400 * DAY
"""Milliseconds for which a sign-in token stays valid after its last use; browsers keep no cookie for longer."""
MIN_PASSWORD, MAX_PASSWORD = 8, 200
"""The minimum and maximum number of characters in a password."""
MAX_CACHED = 4096
"""Maximum number of sign-in tokens whose users are cached in memory. The least recently used ones are dropped."""
TOKENS_PER_QUERY = 200
HASHERS = 2
"""Maximum number of passwords that are hashed at the same time. Each takes 19 MiB and briefly occupies a core."""
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class User(Struct, frozen=True):
    """A guest or the owner of an account. A guest who opens an account keeps the id.

    A guest's `name` is "" until the guest has chosen a name.
    """

    id: str
    name: str
    guest: bool


class LoginSession(Struct, frozen=True):
    """The session of a signed-in user. It lasts until its sign-in token expires or is revoked.

    `token` is the SHA-256 digest of the sign-in token, in hex.
    """

    user: User
    token: str


class UserChange(Struct, frozen=True, omit_defaults=True):
    """A change of a user. Every server that caches users must apply it.

    - `user`: the id of the changed user; "" if only the session of `token` has ended.
    - `name`: the user's new name; "" if the name has not changed.
    - `guest`: whether the user is a guest; it is only set together with `name`.
    - `ended`: True if all sessions of the user have ended, except the one whose token has the SHA-256 digest `kept`.
    - `kept`: the digest of the only token that is still valid; "" if none is.
    - `token`: the digest of a token whose session has ended because its user has signed out; "" for other changes.
    """

    user: str = ""
    name: str = ""
    guest: bool = False
    ended: bool = False
    kept: str = ""
    token: str = ""

    def ends(self, session: LoginSession) -> bool:
        """Return whether `session` has ended because of this change."""
        if self.ended and session.user.id == self.user:
            return session.token != self.kept
        return session.token == self.token

    def renames(self, session: LoginSession) -> bool:
        """Return whether the user of `session` has a new name, or has become the owner of an account."""
        return bool(self.name) and session.user.id == self.user


class _CachedUser(NamedTuple):
    user: User
    until: int
    read: float  # when it was loaded, by the monotonic clock


class Accounts:
    """Stores all users, and signs them in with a token, a password or a ticket.

    A token is the text in a user's cookie. A ticket is a text with which a program opens one WebSocket. The database
    contains only hashes of tokens and passwords.

    - `wall_clock_ms` returns the wall-clock time in milliseconds, and `clock` returns monotonic seconds.
    - `tickets` issues and redeems tickets; by default they are valid in this process only.
    - `remember_s` is the number of seconds for which a cached token is trusted before it is loaded from the database
      again. This matters if another server may have ended the session.
    - `on_news` is called with each change of a user that is made on this server or received by `hear`.
    - `tell` sends a change made on this server to other servers, once the change is durable. It is called in addition
      to the notification that the database sends to them.
    """

    def __init__(
        self,
        database: Database,
        wall_clock_ms: Callable[[], int] = wall_clock,
        tickets: Tickets | None = None,
        remember_s: float = math.inf,
        on_news: Callable[[UserChange], object] = lambda news: None,
        tell: Callable[[UserChange], object] = lambda news: None,
        clock: Callable[[], float] = LOOP_TIME.now,
    ) -> None:
        self._database, self._now, self._clock = database, wall_clock_ms, clock
        self._tickets, self._remember_s = tickets or Tickets(), remember_s
        self._on_news, self._tell = on_news, tell
        self._tokens: dict[str, _CachedUser] = {}  # by digest, the most recently used last
        self._token_loader = BatchLoader(self._load_tokens, TOKENS_PER_QUERY)
        self._changes = 0
        self._loads = 0
        self._changed: dict[str, int] = {}  # while sessions are loaded, by user id and by digest: number of last change
        self._all_changed = 0
        self._hashers = asyncio.Semaphore(HASHERS)
        self._no_password = _hasher.hash(secrets.token_urlsafe())

    async def create_guest(self, name: str = "") -> tuple[User, str]:
        """Create a guest, a user without an account; return the guest and their sign-in token.

        `name` is "" for a guest who has not chosen a name yet. Raise AccountError for a name that cannot be displayed.
        """
        user, now_ms = User(secrets.token_urlsafe(12), check_name(name) if name else "", True), self._now()
        async with self._database.writing() as connection:
            values = {"id": user.id, "name": user.name, "since": now_ms, "used": now_ms}
            await connection.execute(insert(people), values)
            return user, await self._grant(connection, user.id)

    async def user_of_token(self, token: str) -> User | None:
        """Return the user to whom a sign-in token belongs; None if the token is "", unknown, expired or revoked."""
        session = await self.session(token)
        return session.user if session else None

    async def session(self, token: str) -> LoginSession | None:
        """Return the session that a sign-in token belongs to; None if the token is "", unknown, expired or revoked."""
        return await self.session_of_digest(_digest(token)) if token else None

    async def session_of_digest(self, digest: str) -> LoginSession | None:
        """Return the session of the sign-in token with this SHA-256 digest; None if there is no such session.

        There is none if the token is unknown, expired or revoked.
        """
        now_ms = self._now()
        cached_session = self._tokens.pop(digest, None)
        if cached_session and self._clock() - cached_session.read < self._remember_s:
            self._tokens[digest] = cached_session
        else:
            cached_session = await self._load(digest)
        if not cached_session or cached_session.until <= now_ms:
            return None
        if cached_session.until < now_ms + TOKEN_MS - DAY:
            if not await self._prolong(digest, cached_session, now_ms):
                return None
            cached_session = self._tokens.get(digest) or await self._load(digest)  # the user may have changed meanwhile
        return LoginSession(cached_session.user, digest) if cached_session else None

    async def rename(self, user: User, name: str) -> User:
        """Change a user's name; return the user with the new name. Account owners log in with the new name from now on.

        Raise AccountError for a name that cannot be displayed, or if an account owner chooses a name that looks like
        that of another account. A guest may choose the name of an account: a refusal would show guests which accounts
        exist.
        """
        name = check_name(name)
        if not (user.guest and await self._update(user.id, "renamed", people.c.password.is_(None), name=name)):
            await self._take(user.id, "renamed", name)
        return User(user.id, name, user.guest)

    async def open_account(self, user: User, name: str, password: str) -> User:
        """Turn a guest into the owner of an account, who logs in with a name and a password; return the changed user.

        Raise AccountError if the name or the password is not allowed, or if the user has an account already.
        """
        name = check_name(name)
        password = await self._hash_password(password)
        if not await self._take(user.id, "account-opened", name, people.c.password.is_(None), password=password):
            raise AccountError(reason("account-already"))
        return User(user.id, name, False)

    async def log_in(self, name: str, password: str, old_token: str = "") -> str:
        """Log in to the account of this name; return a new sign-in token.

        The session of `old_token`, with which the browser was signed in before, ends; "" stands for none. If it was a
        guest's, the account gets the guest's matches. If it was a session of the same account, the push messages that
        its user has allowed still reach the browser.

        Raise AccountError if there is no account of this name or the password is wrong. Both cases take the same time,
        so the time does not reveal whether the account exists.
        """
        query = select(people.c.id, people.c.password).where(people.c.folded == account_name(name))
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        if not await self._verify_password(row.password if row else self._no_password, password) or not row:
            raise AccountError(reason("login-wrong"))
        async with self._database.writing(exclusive=True) as connection:
            if await _password(connection, row.id) != row.password:
                raise AccountError(reason("login-wrong"))  # the password was changed meanwhile
            new_token = await self._grant(connection, row.id)
            news = await self._replace_session(connection, old_token, new_token, row.id)
        if news is not None:
            self._apply_change(news)
        return new_token

    async def _replace_session(
        self, connection: AsyncConnection, old_token: str, new_token: str, user: str
    ) -> UserChange | None:
        """End the session of `old_token`, because its browser has just logged in as `user` and got `new_token`.

        `user` is the id of the account's owner. Return the change of the user whose session has ended, or None if the
        old token is "", unknown or expired.
        """
        digest, p, t = _digest(old_token), people.c, tokens.c
        query = select(p.id, p.password.is_(None).label("guest")).join_from(tokens, people).where(t.digest == digest)
        old_user = (await connection.execute(query)).first()
        if old_user is None:
            return None
        if old_user.guest:
            await move_matches(connection, old_user.id, user)
        if old_user.id == user:
            await _move_push_subscription(connection, digest, _digest(new_token))
        await connection.execute(delete(tokens).where(t.digest == digest))
        return await self._announce(connection, UserChange(token=digest))

    async def device(self, user: str) -> str:
        """Return a proof that a user has logged in to their account on a device; "" for a guest, who has no account.

        `user` is the id of the user. The device stores the proof and sends it with later logins (`knows`). The proof
        alone does not sign anyone in. It becomes invalid when the password is changed.
        """
        async with self._database.reading() as connection:
            password_hash = await _password(connection, user)
        return _proof(user, password_hash) if password_hash else ""

    async def knows(self, name: str, device: str) -> bool:
        """Return whether anyone has logged in to the account of this name before, on the device that logs in now.

        `device` is the proof of an earlier login that the device has received from `Accounts.device` and stored, "" if
        it has stored none.
        """
        if not device:
            return False
        query = select(people.c.id, people.c.password).where(people.c.folded == account_name(name))
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return row is not None and hmac.compare_digest(_proof(row.id, row.password).encode(), device.encode())

    async def delete(self, user: User, password: str) -> None:
        """Delete a user permanently, and end all their sessions. Raise AccountError if the password is wrong.

        The password of a guest is not checked, because guests have none.
        """
        async with self._database.reading() as connection:
            password_hash = await _password(connection, user.id)
        if password_hash and not await self._verify_password(password_hash, password):
            raise AccountError(reason("password-wrong"))
        async with self._database.writing(exclusive=True) as connection:
            if await _password(connection, user.id) != password_hash:
                raise AccountError(reason("password-wrong"))  # the password was changed meanwhile
            await delete_person(connection, user.id, self._now())
            news = await self._announce(connection, UserChange(user.id, ended=True))
        self._apply_change(news)

    async def change_password(self, user: User, token: str, old: str, new: str) -> str:
        """Change a user's password from `old` to `new`, end all their sessions, and return a new sign-in token.

        `token` is the sign-in token of the browser that changes the password. This browser is still sent push messages;
        the user's other browsers are not. Raise AccountError if `old` is wrong, or if `new` is too short or too long.
        """
        async with self._database.reading() as connection:
            old_hash = await _password(connection, user.id)
        if not await self._verify_password(old_hash or self._no_password, old) or not old_hash:
            raise AccountError(reason("password-wrong"))
        new_hash = await self._hash_password(new)
        async with self._database.writing(exclusive=True) as connection:
            await connection.execute(update(people).where(people.c.id == user.id).values(password=new_hash))
            await audit.note(connection, audit.NewAuditRow(self._now(), "password-changed", person=user.id))
            new_token = await self._grant(connection, user.id)
            await _move_push_subscription(connection, _digest(token), _digest(new_token))
            others = and_(tokens.c.person == user.id, tokens.c.digest != _digest(new_token))
            await connection.execute(delete(tokens).where(others))
            news = await self._announce(connection, UserChange(user.id, ended=True, kept=_digest(new_token)))
        self._apply_change(news)
        return new_token

    async def log_out(self, token: str) -> None:
        """Revoke a sign-in token, which ends its session."""
        digest = _digest(token)
        async with self._database.writing() as connection:
            await connection.execute(delete(tokens).where(tokens.c.digest == digest))
            news = await self._announce(connection, UserChange(token=digest))
        self._apply_change(news)

    async def _announce(self, connection: AsyncConnection, news: UserChange) -> UserChange:
        await self._database.announce(connection, msgspec.json.encode(news))
        return news

    def _apply_change(self, news: UserChange) -> None:
        self.hear(news)
        self._tell(news)

    def hear(self, news: UserChange | None) -> None:
        """Apply a change of a user: remove the user or the ended session from the cache, and call `on_news`.

        If `news` is None, changes may have been missed. In that case the whole cache is cleared, and `on_news` is not
        called.
        """
        if news is None:
            self._changes += 1
            self._all_changed = self._changes
            self._tokens.clear()
            return
        self._tokens.pop(news.token, None)
        self._forget([news.user], [news.token])
        self._on_news(news)

    def issue_ticket(self, session: LoginSession) -> str:
        """Return a ticket, a text with which a program opens one WebSocket for the user of `session`.

        The ticket is valid once, for 30 seconds, and no longer than the session.
        """
        return self._tickets.issue(session.token)

    async def redeem_ticket(self, ticket: str) -> LoginSession | None:
        """Return the session for which a ticket (a text with which a program opens one WebSocket) was issued.

        Return None if the ticket is altered, used or expired, or if the session has ended.
        """
        digest = self._tickets.redeem(ticket)
        return await self.session_of_digest(digest) if digest else None

    async def _take(
        self, user: str, kind: audit.AuditKind, name: str, *conditions: ColumnElement[bool], **values: Any
    ) -> bool:
        """Give a user the account name `name`, with which they log in. Return False if a condition is not fulfilled.

        `conditions` are SQL conditions on the user's row in the database table `people`; nothing is changed unless all
        of them are fulfilled. `values` are new values of the row's other columns, and `kind` is the kind of the entry
        that is added to the moderation journal. Raise AccountError if the name looks like that of another account.
        """
        p, folded_name, name_skeleton = people.c, fold_name(name), skeleton(name)
        conflict_query = select(p.id).where(or_(p.folded == folded_name, p.skeleton == name_skeleton), p.id != user)
        return await self._update(
            user,
            kind,
            *conditions,
            conflict_query=conflict_query,
            name=name,
            folded=folded_name,
            skeleton=name_skeleton,
            **values,
        )

    async def _update(
        self,
        user: str,
        kind: audit.AuditKind,
        *conditions: ColumnElement[bool],
        conflict_query: Select[str] | None = None,
        **values: Any,
    ) -> bool:
        """Set columns of a user's row in the table `people` to `values`, and add an entry to the moderation journal.

        The entry has the kind `kind`, the old name and the new name. Return False, changing nothing, if the row does
        not fulfil the SQL conditions in `conditions`. Raise AccountError if the query `conflict_query` returns a row,
        because this means that another account has the name; None skips this check.
        """
        async with self._database.writing(
            exclusive=True
        ) as connection:  # so that no other user takes the name meanwhile
            if conflict_query is not None and (await connection.execute(conflict_query)).first():
                raise AccountError(reason("name-taken"))
            old_name = await connection.scalar(select(people.c.name).where(people.c.id == user, *conditions))
            if old_name is None:
                return False
            await connection.execute(update(people).where(people.c.id == user).values(**values))
            if old_name != values["name"] or kind != "renamed":
                facts = {"from": old_name, "to": values["name"]}
                await audit.note(connection, audit.NewAuditRow(self._now(), kind, facts, person=user))
            news = await self._announce(connection, UserChange(user, values["name"], guest=conflict_query is None))
        self._apply_change(news)
        return True

    async def _grant(self, connection: AsyncConnection, user: str) -> str:
        """Create a sign-in token for a user (id) in the transaction of `connection`, and return the token.

        Also delete the expired tokens of all users.
        """
        token, now_ms = secrets.token_urlsafe(32), self._now()
        await connection.execute(delete(tokens).where(tokens.c.until <= now_ms))
        await connection.execute(insert(tokens), {"digest": _digest(token), "person": user, "until": now_ms + TOKEN_MS})
        return token

    async def _load(self, digest: str) -> _CachedUser | None:
        """Load the user of the sign-in token with this SHA-256 digest, and cache the user.

        If the user changes while they are loaded, or the session ends, load them again, because the result may be out
        of date. Return None if there is no such token.
        """
        self._loads += 1
        try:
            while True:
                changes = self._changes
                cached_session = await self._token_loader.load(digest)
                ids = (digest, cached_session.user.id) if cached_session else (digest,)
                if changes >= max(self._all_changed, *(self._changed.get(key, 0) for key in ids)):
                    break
        finally:
            self._loads -= 1
            if not self._loads:
                self._changed.clear()
        if cached_session:
            if len(self._tokens) >= MAX_CACHED:
                del self._tokens[next(iter(self._tokens))]
            self._tokens[digest] = cached_session
        return cached_session

    async def _load_tokens(self, digests: list[str]) -> dict[str, _CachedUser]:
        p, t = people.c, tokens.c
        query = select(t.digest, p.id, p.name, p.password.is_(None), t.until).join_from(tokens, people)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.where(t.digest.in_(digests)))
            read = self._clock()
            return {digest: _CachedUser(User(*user), until, read) for digest, *user, until in rows}

    async def _prolong(self, digest: str, session: _CachedUser, now_ms: int) -> bool:
        """Record that a user is active now, and extend the validity of their sign-in token.

        Return False if the token was revoked. `digest` is the SHA-256 digest of the token, `session` is its cached
        user, and `now_ms` is the present time (wall clock, ms). The cached expiry is extended before the database is
        written, so that concurrent requests do not write too. If the write fails, the cached expiry is set back and the
        result is True.
        """
        until = now_ms + TOKEN_MS
        self._cache_expiry(digest, until)
        try:
            async with self._database.writing() as connection:
                token_update = await connection.execute(
                    update(tokens).where(tokens.c.digest == digest).values(until=until)
                )
                await connection.execute(update(people).where(people.c.id == session.user.id).values(used=now_ms))
        except NotWritten:  # the next request tries again
            self._cache_expiry(digest, session.until)
            return True
        if not token_update.rowcount:
            self._tokens.pop(digest, None)
        return bool(token_update.rowcount)

    def _cache_expiry(self, digest: str, until: int) -> None:
        """Set the expiry of a token, if it is cached, to `until` (wall clock, ms). `digest` is its SHA-256 digest."""
        if cached_session := self._tokens.get(digest):
            self._tokens[digest] = cached_session._replace(until=until)

    def forget(self, users: Collection[str]) -> None:
        """Remove the users with these ids from the cache, because they have changed or were deleted."""
        self._forget(users)

    def _forget(self, users: Collection[str], digests: Collection[str] = ()) -> None:
        """Remove users (ids) from the cache, and note that they, or the tokens with these digests, have changed."""
        self._changes += 1
        if self._loads:
            self._changed |= dict.fromkeys((*users, *digests), self._changes)
        for key in [key for key, cached_session in self._tokens.items() if cached_session.user.id in users]:
            del self._tokens[key]

    async def _hash_password(self, password: str) -> str:
        if len(password) < MIN_PASSWORD:
            raise AccountError(reason("password-short", least=MIN_PASSWORD))
        if len(password) > MAX_PASSWORD:
            raise AccountError(reason("password-long", most=MAX_PASSWORD))
        async with self._hashers:
            return await asyncio.to_thread(_hasher.hash, _bytes(password))

    async def _verify_password(self, password_hash: str, password: str) -> bool:
        async with self._hashers:
            try:
                return await asyncio.to_thread(_hasher.verify, password_hash, _bytes(password))
            except VerifyMismatchError:
                return False


async def _password(connection: AsyncConnection, user: str) -> str | None:
    return (await connection.execute(select(people.c.password).where(people.c.id == user))).scalar()


async def _move_push_subscription(connection: AsyncConnection, old: str, new: str) -> None:
    """Keep sending push messages to a browser that has a new sign-in token.

    `old` and `new` are the SHA-256 digests of its previous token and of the new one.
    """
    is_here = push_subscriptions.c.session == old
    await connection.execute(update(push_subscriptions).where(is_here).values(session=new))


def _proof(user: str, password: str) -> str:
    return hmac.digest(password.encode(), f"device {user}".encode(), "sha256").hex()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _bytes(password: str) -> bytes:
    """Return a password in the normalised form (Unicode NFKC) that is hashed.

    In this form a password has the same bytes even if one keyboard enters an accented letter as one character, and
    another as a letter and an accent.
    """
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
