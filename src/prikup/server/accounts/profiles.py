"""Profiles of people: which users may see a profile, and how its owner is related to the user who looks at it.

A user must not learn whether an account does not exist, has blocked them, or hides its profile. Therefore one query
decides all of this, and returns no row in each of these cases.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, exists, false, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.people import Relation
from prikup.server.accounts.account_names import account_name
from prikup.server.accounts.accounts import User
from prikup.server.accounts.friends import friend_ids
from prikup.server.storage.database import LOBBY_CHANNEL, Database
from prikup.server.storage.sql_tables import blocks, friend_requests, people

__all__ = ["VisiblePerson", "find_person", "set_profile_viewers", "visible_names"]


class VisiblePerson(NamedTuple):
    """A person whose profile a user may see.

    - `id`, `name`: the id of the person, and the name of their account.
    - `since_ms`: the time at which the person became a user of the server (wall clock, ms).
    - `hides_name`: whether links to matches hide their name.
    - `relation`: their relation to the user who looks, such as "friend" or "blocked".
    """

    id: str
    name: str
    since_ms: int
    hides_name: bool
    relation: Relation


async def find_person(connection: AsyncConnection, name: str, reader: User | None) -> VisiblePerson | None:
    """Return the person with this account name; None if there is none, or if `reader` may not see their profile.

    `reader` is None for a visitor who is not signed in.
    """
    p, r, folded_name = people.c, friend_requests.c, account_name(name)
    user = reader.id if reader else ""
    is_friend = p.id.in_(friend_ids(user)) if user else false()
    # Match sent requests by the name that the user knows, not by person: the result must not tell whom they reached.
    is_asked = exists().where(r.asker == user, or_(r.key == f"name {folded_name}", r.name == p.name))
    is_asking = exists().where(r.person == user, r.asker == p.id)
    is_blocked = exists().where(blocks.c.owner == user, blocks.c.person == p.id)
    columns = (p.id, p.name, p.since, p.hides_name, is_blocked, is_friend, is_asked, is_asking)
    query = select(*columns).where(p.folded == folded_name, _is_visible(reader))
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    person, account, since_ms, hides_name, *relations = row
    return VisiblePerson(person, account, since_ms, hides_name, _relation(person == user, *relations))


def _relation(is_yourself: bool, is_blocked: bool, is_friend: bool, is_asked: bool, is_asking: bool) -> Relation:
    if is_yourself:
        return "yourself"
    if is_blocked:
        return "blocked"
    if is_friend:
        return "friend"
    if is_asking:
        return "asking"
    return "asked" if is_asked else "none"


async def visible_names(connection: AsyncConnection, persons: Collection[str], reader: User | None) -> dict[str, str]:
    """Return the account names of people whose profiles `reader` may see, as a mapping from user id to name.

    `persons` are the user ids of the people to look up. `reader` is None for a visitor who is not signed in.
    """
    p = people.c
    query = select(p.id, p.name).where(p.id.in_(persons), p.folded.is_not(None), _is_visible(reader))
    return {row.id: row.name for row in await connection.execute(query)}


def _is_visible(reader: User | None) -> ColumnElement[bool]:
    """Return the SQL condition that `reader` may see the profile of the account in a row of `people`."""
    p, b = people.c, blocks.c
    if reader is None:
        return p.profile == "everybody"
    is_open = or_(
        p.profile == "everybody",
        and_(p.profile == "accounts", false() if reader.guest else true()),
        p.id.in_(friend_ids(reader.id)),
    )
    return or_(p.id == reader.id, and_(is_open, ~exists().where(b.owner == p.id, b.person == reader.id)))


async def set_profile_viewers(database: Database, user: str, viewers: str) -> None:
    """Store who may see the profile of the user with this id: "everybody", "accounts" or "friends".

    The lobbies of all servers that share the database are notified, because they show ratings of public profiles only.
    """
    async with database.writing() as connection:
        await connection.execute(update(people).where(people.c.id == user).values(profile=viewers))
        await database.announce(connection, b"", LOBBY_CHANNEL)
