"""Friends: friend requests, friendships, friend codes, and calls to a table. Only owners of accounts have friends.

A user who enters another user's friend code sends that user a friend request. A call invites a friend to a table.

A friendship is mutual. The sender of a request must not learn whether it has reached anyone: the name may be unknown,
and the other person may have blocked the sender or refused earlier requests. Therefore every request is stored in the
list of its sender, under the name that the sender used, and stays there until it is accepted or withdrawn. Only the
column `person` says whom the request has reached, and only that person's list depends on this column. A request makes
the same queries whatever its outcome.
"""

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.accounts import UserSettings
from prikup.api.errors import NotFound
from prikup.rules.errors import reason
from prikup.server.accounts.account_names import account_name, check_name
from prikup.server.accounts.accounts import User
from prikup.server.accounts.errors import AccountError
from prikup.server.storage.attendance import load_often_absent
from prikup.server.storage.database import FRIENDS_CHANNEL, Database, wall_clock
from prikup.server.storage.sql_tables import (
    IS_UNFINISHED,
    blocks,
    friend_calls,
    friend_codes,
    friend_refusals,
    friend_requests,
    friends,
    people,
    tables,
)
from prikup.table.host.storage import new_id
from prikup.table.protocol.message_parts import FriendCall
from prikup.table.table_settings import TableSettings

__all__ = [
    "CALLS_PER_DAY",
    "CALL_MS",
    "MAX_FRIENDS",
    "MAX_REFUSALS",
    "MAX_REQUESTS",
    "CalledFriend",
    "FriendLimit",
    "FriendLists",
    "FriendRow",
    "Friends",
    "SentRequest",
    "end_contact",
    "friend_ids",
]

MAX_FRIENDS, MAX_REQUESTS = 200, 50
"""The maximum numbers of friends of a user, and of friend requests that a user has sent and that are still open."""
MAX_REFUSALS = 2
"""The number of refused requests after which a person is no longer reached by further requests of the same sender."""
DAY = 86_400_000  # ms
CALLS_PER_DAY = 5
"""Maximum number of times that a user may call (invite) the same friend to a table within 24 hours."""
CALL_MS = 30 * 60_000
"""Milliseconds for which a called friend is shown the call (invitation) to a table."""
USERS_PER_QUERY = 1000
"""The maximum number of users whose calls one query loads. PostgreSQL accepts 32,767 values in a query."""


class FriendLimit(AccountError):
    """Raised if a user would exceed the maximum number of friends, of friend requests or of calls to a table."""


FriendRating = tuple[int, int, bool]
"""The rating of a friend in a game, half the width of its 95 % interval, and whether it is provisional.

A rating is provisional while too little is known to compare it with others.
"""


class FriendRow(NamedTuple):
    """A friend of a user, as stored in the database.

    - `id`, `name`: the friend's id and name.
    - `hidden`: whether the friend hides from all friends whether they are online, and at which table.
    - `used`: the time of the friend's last activity, accurate to a day (wall clock, ms).
    - `often_absent`: whether computer players often had to decide for the friend at turn-based tables, at which players
      answer within hours or days.
    - `ratings`: the friend's ratings, by game.
    """

    id: str
    name: str
    hidden: bool
    used: int
    often_absent: bool = False
    ratings: Mapping[str, FriendRating] = MappingProxyType({})


class CalledFriend(NamedTuple):
    """A friend who was called (invited) to a table.

    - `person`: the id of the called user.
    - `table`, `game`: the id of the table, and the name of the game that is played there.
    - `caller`: the name of the friend who calls.
    - `called`: the time of the call (wall clock, ms).
    """

    person: str
    table: str
    game: str
    caller: str
    called: int


NoteCall = Callable[[AsyncConnection, CalledFriend], Awaitable[None]]
"""The type of a function that stores a notice (a message to be sent) of a friend's call to a table.

It is called with a connection in the transaction that stores the call.
"""
LoadRatings = Callable[[AsyncConnection, Collection[str], int], Awaitable[Mapping[tuple[str, str], FriendRating]]]
"""The type of a function that loads the ratings of people in all games, by person and game, at a time.

It gets the ids of the people and the time (wall clock, ms).
"""


class SentRequest(NamedTuple):
    """A friend request that a user has sent.

    - `asker`, `asker_name`: the id and the name of the sender.
    - `person`: the id of the user whom the request has reached, None if it has reached no one.
    - `asked`: the time of the request (wall clock, ms).
    """

    asker: str
    asker_name: str
    person: str | None
    asked: int


NoteRequest = Callable[[AsyncConnection, SentRequest], Awaitable[None]]
"""The type of a function that stores a notice (a message to be sent) of a friend request.

It is called with a connection in the transaction that stores the request, whether or not the request has reached
anyone, and must make the same queries in both cases.
"""


class FriendLists(NamedTuple):
    """Everything about a user's friends that the user is shown.

    - `friends`: the friends.
    - `asked`: the names of the people to whom the user has sent friend requests.
    - `asking`: the names of the people who have sent the user friend requests.
    - `calls`: the calls (invitations) of friends to a table.
    - `askers`: the ids of the people who have sent the user friend requests. The user is not shown these ids.
    """

    friends: list[FriendRow]
    asked: tuple[str, ...]
    asking: tuple[str, ...]
    calls: tuple[FriendCall, ...]
    askers: frozenset[str] = frozenset()

    @property
    def requests_and_calls(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[FriendCall, ...]]:
        """The lists of sent friend requests, of received friend requests, and of calls to a table."""
        return self.asked, self.asking, self.calls


class _Relation(NamedTuple):
    """The relation between the sender of a friend request and the person to whom it is sent.

    - `blocked`: whether one of the two has blocked the other.
    - `refusals`: the number of requests of the sender that the person has refused, None for none.
    - `asked`: the time of the person's own request to the sender (wall clock, ms), None if there is none.
    - `friends`: whether the two are friends.
    """

    blocked: bool
    refusals: int | None
    asked: int | None
    friends: bool


class Friends:
    """Stores the friends of all users of a server, their friend requests and their calls to a table.

    A call invites a friend to a table. `wall_clock_ms` returns the wall-clock time in milliseconds. `on_change` is
    called with the ids of users whose lists of friends, requests and calls have changed, once the change is durable.
    `note_call` and `note_request` store a notice (a message to be sent) of each call and of each friend request, in the
    transaction of the call or request; with None no notice is stored. `load_ratings` loads the ratings of friends,
    which each friend may see; with None friends have none.
    """

    def __init__(
        self,
        database: Database,
        wall_clock_ms: Callable[[], int] = wall_clock,
        on_change: Callable[[Collection[str]], object] = lambda users: None,
        load_ratings: LoadRatings | None = None,
        note_call: NoteCall | None = None,
        note_request: NoteRequest | None = None,
    ) -> None:
        self._database, self._now, self._on_change = database, wall_clock_ms, on_change
        self._note_call, self._note_request, self._load_ratings = note_call, note_request, load_ratings

    # Lists

    async def lists_of(self, user: str) -> FriendLists:
        """Return a user's friends, sorted by name, and the user's friend requests and calls to a table, newest first.

        A call is an invitation by a friend.
        """
        r, p = friend_requests.c, people.c
        asked = select(r.name).where(r.asker == user).order_by(r.asked.desc(), r.key)
        asking = select(p.id, p.name).join(friend_requests, r.asker == p.id).where(r.person == user)
        async with self._database.reading() as connection:
            rows = (await connection.execute(_friend_rows(user))).all()
            often_absent = await load_often_absent(connection, [row[0] for row in rows])
            ratings = await self._ratings_of(connection, [row[0] for row in rows])
            friend_rows = [FriendRow(*row, row[0] in often_absent, ratings.get(row[0], {})) for row in rows]
            asked_names = dict.fromkeys(await connection.scalars(asked))  # a person may be asked by name and at a table
            askers = {row.id: row.name for row in await connection.execute(asking.order_by(r.asked.desc(), p.id))}
            calls = (await self._calls_to(connection, [user])).get(user, ())
        asking_names = dict.fromkeys(askers.values())
        return FriendLists(friend_rows, tuple(asked_names), tuple(asking_names), calls, frozenset(askers))

    async def calls_to(self, users: Collection[str]) -> dict[str, tuple[FriendCall, ...]]:
        """Return the calls (invitations) of friends to a table, newest first, by the id of the called user.

        `users` are ids of users. Those who are not called are left out.
        """
        ids, calls = list(users), dict[str, tuple[FriendCall, ...]]()
        async with self._database.reading() as connection:
            for start in range(0, len(ids), USERS_PER_QUERY):
                calls |= await self._calls_to(connection, ids[start : start + USERS_PER_QUERY])
        return calls

    async def _ratings_of(
        self, connection: AsyncConnection, friends: Collection[str]
    ) -> dict[str, dict[str, FriendRating]]:
        """Return the ratings of friends (ids) by friend and game; leave out friends without a rating."""
        ratings = dict[str, dict[str, FriendRating]]()
        if friends and self._load_ratings is not None:
            for (friend, game), rating in (await self._load_ratings(connection, friends, self._now())).items():
                ratings.setdefault(friend, {})[game] = rating
        return ratings

    async def _calls_to(self, connection: AsyncConnection, users: Collection[str]) -> dict[str, tuple[FriendCall, ...]]:
        c, p, t = friend_calls.c, people.c, tables.c
        columns = (c.person, c.id, p.name, t.id, t.settings)
        query = select(*columns).join(people, p.id == c.caller).join(tables, t.id == c.table_id)
        is_shown = and_(c.person.in_(users), c.called > self._now() - CALL_MS, ~c.dismissed, IS_UNFINISHED)
        rows = (await connection.execute(query.where(is_shown).order_by(c.called.desc(), c.id))).all()
        newest = {(row[0], row[2], row[3]): row for row in reversed(rows)}  # a friend may call twice to one table
        calls = dict[str, tuple[FriendCall, ...]]()
        for user, id, name, table, settings in reversed(newest.values()):  # noqa: A001  (an id everywhere in the API)
            game = msgspec.json.decode(settings, type=TableSettings).game
            calls[user] = (*calls.get(user, ()), FriendCall(id, name, table, game))
        return calls

    # Requests

    async def ask_by_name(self, asker: str, name: str) -> None:
        """Send a friend request from the user `asker` to the account with this exact name.

        Raise AccountError if the name is not allowed or is the user's own, and FriendLimit if the user has too many
        friends or open requests. The result does not show whether the request has reached anyone.
        """
        name, folded_name = check_name(name), account_name(name)
        await self._ask(asker, f"name {folded_name}", name, select(people.c.id).where(people.c.folded == folded_name))

    async def ask_person(self, asker: str, person: str, name: str) -> None:
        """Send a friend request from the user `asker` to the user `person`, whom `asker` knows by `name`.

        `asker` and `person` are user ids. Raise the same errors as `ask_by_name`. A guest, who has no account yet, can
        accept the request after opening an account.
        """
        await self._ask(asker, f"id {person}", name, select(literal(person)))

    async def ask_by_code(self, asker: str, code: str) -> None:
        """Send a friend request from the user `asker` (id) to the owner of a friend code.

        Raise NotFound if no user has this code, and the same errors as `ask_by_name`.
        """
        query = select(people.c.id, people.c.name).join(friend_codes, friend_codes.c.person == people.c.id)
        async with self._database.reading() as connection:
            owner = (await connection.execute(query.where(friend_codes.c.code == code))).first()
        if owner is None:
            raise NotFound(reason("friend-code-unknown"))
        await self.ask_person(asker, owner.id, owner.name)

    async def _ask(self, asker: str, key: str, name: str, person_query: Select[str]) -> None:
        """Store a friend request of the user `asker`, in place of an earlier one with the same key.

        `key` is the account name or the user id by which `asker` has named the person, and `name` is the name that
        `asker` sees. `person_query` returns the id of the person, if there is such a person. If this person has sent
        `asker` a request before, the two become friends at once.
        """
        r, now_ms = friend_requests.c, self._now()
        request_count = select(func.count()).select_from(friend_requests).where(r.asker == asker, r.key != key)
        asker_name = select(people.c.name).where(people.c.id == asker)
        queries = (request_count, person_query, asker_name)
        counts = select(_count_friends(asker), *(query.scalar_subquery() for query in queries))
        async with self._database.writing(exclusive=True) as connection:
            friend_count, open_count, person, own_name = (await connection.execute(counts)).one()
            relation = _Relation(*(await connection.execute(_relation(asker, person or ""))).one())
            if person == asker:
                raise AccountError(reason("friend-yourself"))
            if friend_count >= MAX_FRIENDS:
                raise FriendLimit(reason("friends-many", most=MAX_FRIENDS))
            if open_count >= MAX_REQUESTS:
                raise FriendLimit(reason("friend-requests-many", most=MAX_REQUESTS))
            if relation.friends:
                return
            if relation.asked is not None and not relation.blocked:
                await self._befriend(connection, asker, person, relation.asked)
            else:
                if relation.blocked or (relation.refusals or 0) >= MAX_REFUSALS:
                    person = None
                await connection.execute(delete(friend_requests).where(r.asker == asker, r.key == key))
                values = {"asker": asker, "key": key, "name": name, "person": person, "asked": now_ms}
                await connection.execute(insert(friend_requests), values)
                if self._note_request is not None:
                    await self._note_request(connection, SentRequest(asker, own_name, person, now_ms))
            await self._announce(connection, asker, person)
        self._on_change(_existing(asker, person))

    async def answer(self, user: str, name: str, *, yes: bool) -> None:
        """Accept the friend request that the account with this name has sent to `user`, or refuse it if `yes` is False.

        Raise NotFound if there is no such request or one of the two has blocked the other, and FriendLimit if one of
        them has too many friends.
        """
        r, b = friend_requests.c, blocks.c
        asker_id = select(people.c.id).where(people.c.folded == account_name(name)).scalar_subquery()
        open_request = and_(r.person == user, r.asker == asker_id)
        async with self._database.writing(exclusive=True) as connection:
            is_blocked = exists().where(_is_between(b.owner, b.person, user, r.asker))
            request = (await connection.execute(select(r.asker, r.asked).where(open_request, ~is_blocked))).first()
            if request is None:
                raise NotFound(reason("friend-request-gone"))
            if yes:
                await self._befriend(connection, user, request.asker, request.asked)
            else:
                await connection.execute(update(friend_requests).where(open_request).values(person=None))
                await _count_refusal(connection, user, request.asker)
            await self._announce(connection, user, request.asker if yes else None)
        self._on_change(_existing(user, request.asker if yes else None))

    async def _befriend(self, connection: AsyncConnection, user: str, asker: str, asked_ms: int) -> None:
        """Make friends of a user and the sender of a request. Raise FriendLimit if one of them has too many friends.

        `asked_ms` is the time of the request (wall clock, ms).
        """
        own_count, other_count = (await connection.execute(select(_count_friends(user), _count_friends(asker)))).one()
        if own_count >= MAX_FRIENDS:
            raise FriendLimit(reason("friends-many", most=MAX_FRIENDS))
        if other_count >= MAX_FRIENDS:
            raise FriendLimit(reason("friends-full", most=MAX_FRIENDS))
        low, high = sorted((user, asker))
        values = {"low": low, "high": high, "asked_by": asker, "asked": asked_ms, "since": self._now()}
        await connection.execute(insert(friends), values)
        for sender, person in ((user, asker), (asker, user)):
            await _withdraw(connection, sender, person)
        f = friend_refusals.c
        await connection.execute(delete(friend_refusals).where(_is_between(f.asker, f.person, user, asker)))

    async def remove(self, user: str, name: str) -> None:
        """End a user's friendship with the account of this name, and withdraw the user's requests to this name.

        Do nothing if there is neither a friendship nor a request.
        """
        r, folded_name = friend_requests.c, account_name(name)
        async with self._database.writing(exclusive=True) as connection:
            person = await connection.scalar(select(people.c.id).where(people.c.folded == folded_name))
            if person is not None:
                await _end_friendship(connection, user, person)
            rows = await connection.execute(select(r.key, r.name).where(r.asker == user))
            keys = [key for key, asked_name in rows if account_name(asked_name) == folded_name]
            await connection.execute(delete(friend_requests).where(r.asker == user, r.key.in_(keys)))
            await self._announce(connection, user, person)
        self._on_change(_existing(user, person))

    # Codes

    async def code_of(self, user: str) -> str:
        """Return a user's friend code, and create it first if the user has none.

        Another user who enters the code sends this user a friend request.
        """
        query = select(friend_codes.c.code).where(friend_codes.c.person == user)
        async with self._database.reading() as connection:
            code = await connection.scalar(query)
        if code is None:
            async with self._database.writing(exclusive=True) as connection:
                code = await connection.scalar(query)  # another page of the user may have created one meanwhile
                if code is None:
                    code = new_id()
                    await connection.execute(insert(friend_codes), {"person": user, "code": code})
        return code

    async def renew_code(self, user: str) -> str:
        """Give a user a new friend code and return it. The old code becomes invalid."""
        code = new_id()
        async with self._database.writing(exclusive=True) as connection:
            await connection.execute(delete(friend_codes).where(friend_codes.c.person == user))
            await connection.execute(insert(friend_codes), {"person": user, "code": code})
        return code

    # Calls

    async def call(self, caller: User, name: str, table: str, game: str) -> None:
        """Call (invite) the caller's friend with this name to the table with the id `table`, at which `game` is played.

        Raise NotFound if the caller has no such friend, and FriendLimit after `CALLS_PER_DAY` calls of the caller to
        this friend within 24 hours. Also delete all calls that are older than 24 hours.
        """
        c, now_ms = friend_calls.c, self._now()
        async with self._database.writing(exclusive=True) as connection:
            await connection.execute(delete(friend_calls).where(c.called <= now_ms - DAY))
            friend_query = select(people.c.id).where(
                people.c.folded == account_name(name), people.c.id.in_(friend_ids(caller.id))
            )
            friend = await connection.scalar(friend_query)
            if friend is None:
                raise NotFound(reason("friend-unknown"))
            call_count = select(func.count()).select_from(friend_calls).where(c.caller == caller.id, c.person == friend)
            if (await connection.scalar(call_count) or 0) >= CALLS_PER_DAY:
                raise FriendLimit(reason("friend-calls-many", most=CALLS_PER_DAY))
            values = {"id": secrets.token_urlsafe(9), "caller": caller.id, "person": friend, "table_id": table}
            await connection.execute(insert(friend_calls), {**values, "called": now_ms})
            if self._note_call is not None:
                await self._note_call(connection, CalledFriend(friend, table, game, caller.name, now_ms))
            await self._announce(connection, friend)
        self._on_change([friend])

    async def dismiss_call(self, user: str, call: str) -> None:
        """Stop showing a call (invitation) to the called user, and all other calls of the same friend to that table.

        `user` is the id of the called user, and `call` the id of the call.
        """
        c = friend_calls.c
        async with self._database.writing() as connection:
            row = (await connection.execute(select(c.caller, c.table_id).where(c.id == call, c.person == user))).first()
            if row is None:
                return
            same = and_(c.person == user, c.caller == row.caller, c.table_id == row.table_id)
            await connection.execute(update(friend_calls).where(same).values(dismissed=True))
            await self._announce(connection, user)
        self._on_change([user])

    # Changes

    async def _announce(self, connection: AsyncConnection, *users: str | None) -> None:
        """Notify all servers that `connection`'s transaction changes friend lists of these users (ids), except None."""
        await self._database.announce(connection, msgspec.json.encode(_existing(*users)), FRIENDS_CHANNEL)

    # Settings

    async def set_seen_by(self, user: str, seen_by: str) -> None:
        """Store who may see whether a user is online: "friends" or "nobody"."""
        p = people.c
        async with self._database.writing() as connection:
            change = update(people).where(p.id == user, p.seen_by != seen_by).values(seen_by=seen_by)
            if not (await connection.execute(change)).rowcount:
                return
            observers = list(await connection.scalars(friend_ids(user)))
            await self._announce(connection, *observers)
        self._on_change(observers)

    async def settings_of(self, user: str) -> UserSettings:
        """Return a user's settings."""
        query = select(people.c.seen_by, people.c.profile, people.c.forced).where(people.c.id == user)
        async with self._database.reading() as connection:
            seen_by, profile, forced = (await connection.execute(query)).one()
        return msgspec.convert({"seen_by": seen_by, "profile": profile, "forced": forced}, UserSettings)


def _existing(*users: str | None) -> list[str]:
    """Return those of the user ids that are not None."""
    return [user for user in users if user is not None]


async def end_contact(connection: AsyncConnection, owner: str, person: str) -> None:
    """End the friendship of two users and the requests between them, because `owner` has blocked `person`.

    The requests that the blocked person has sent stay in that person's own list, so that the list does not reveal the
    block.
    """
    r = friend_requests.c
    await _end_friendship(connection, owner, person)
    await connection.execute(delete(friend_requests).where(r.asker == owner, r.person == person))
    unreachable = update(friend_requests).where(r.asker == person, r.person == owner).values(person=None)
    await connection.execute(unreachable)


async def _end_friendship(connection: AsyncConnection, user: str, friend: str) -> None:
    """Delete the friendship of two users, and their calls to each other."""
    f, c = friends.c, friend_calls.c
    low, high = sorted((user, friend))
    await connection.execute(delete(friends).where(f.low == low, f.high == high))
    await connection.execute(delete(friend_calls).where(_is_between(c.caller, c.person, user, friend)))


async def _withdraw(connection: AsyncConnection, sender: str, person: str) -> None:
    """Delete all friend requests of the user `sender` to `person`, including those that `person` was never shown."""
    r = friend_requests.c
    name_key = select(literal("name ") + people.c.folded).where(people.c.id == person).scalar_subquery()
    is_theirs = or_(r.person == person, r.key == f"id {person}", r.key == name_key)
    await connection.execute(delete(friend_requests).where(r.asker == sender, is_theirs))


async def _count_refusal(connection: AsyncConnection, person: str, asker: str) -> None:
    f = friend_refusals.c
    increment = update(friend_refusals).where(f.person == person, f.asker == asker).values(times=f.times + 1)
    if not (await connection.execute(increment)).rowcount:
        await connection.execute(insert(friend_refusals), {"person": person, "asker": asker, "times": 1})


def friend_ids(user: str) -> Select[str]:
    """Return the SQL query for the ids of a user's friends."""
    f = friends.c
    both = union_all(select(f.high.label("id")).where(f.low == user), select(f.low.label("id")).where(f.high == user))
    return select(both.subquery().c.id)


def _friend_rows(user: str) -> Select[str, str, bool, int]:
    p = people.c
    query = select(p.id, p.name, p.seen_by != "friends", p.used).where(p.id.in_(friend_ids(user)))
    return query.order_by(p.folded)


def _count_friends(user: str) -> ColumnElement[int]:
    return select(func.count()).select_from(friend_ids(user).subquery()).scalar_subquery()


def _relation(asker: str, person: str) -> Select[bool, int | None, int | None, bool]:
    """Return the SQL query for the fields of `_Relation`, about the user `asker` and the user `person`.

    `person` is "" if `asker` has sent a request to a name that no account has.
    """
    b, f, r, x = blocks.c, friends.c, friend_requests.c, friend_refusals.c
    low, high = sorted((asker, person))
    return select(
        exists().where(_is_between(b.owner, b.person, asker, person)),
        select(x.times).where(x.person == person, x.asker == asker).scalar_subquery(),
        select(func.min(r.asked)).where(r.asker == person, r.person == asker).scalar_subquery(),
        exists().where(f.low == low, f.high == high),
    )


def _is_between(
    first_column: ColumnElement[str],
    second_column: ColumnElement[str | None],
    user: str,
    other: str | ColumnElement[str],
) -> ColumnElement[bool]:
    """Return the SQL condition that one of two columns contains the user id `user`, and the other the id `other`."""
    return or_(and_(first_column == user, second_column == other), and_(first_column == other, second_column == user))
