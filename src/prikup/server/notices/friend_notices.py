"""Stores the notices about friends, in the transaction of what they tell: a friend request, or a call to a table."""

import secrets

from sqlalchemy import and_, exists, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts.friends import CALL_MS, CalledFriend, SentRequest
from prikup.server.notices.kinds import CHANNELS_OF
from prikup.server.notices.notice_rows import DueNotice, Facts, NewNotice, add_notices, values_of
from prikup.server.storage.sql_tables import friend_requests, notices, people

__all__ = ["is_news", "note_call", "note_request"]

REQUEST_MS = 7 * 86_400_000
"""Milliseconds for which the notice of a friend request is of use. It may have to wait until the morning."""


async def note_call(connection: AsyncConnection, call: CalledFriend) -> None:
    """Store the notices that tell a user that a friend calls them to a table: a push message and a mail.

    Each is sent only if the user wishes to get it. `connection` is in the transaction that stores the call.
    """
    facts, until = Facts(call.game, call.caller), call.called + CALL_MS
    call_number = call.called // CALL_MS  # another call within this time is the same notice
    new_notices = [
        NewNotice(call.person, "invited", call.table, facts, call.called, until, call_number, part)
        for part in CHANNELS_OF["invited"]
    ]
    await add_notices(connection, new_notices)


async def note_request(connection: AsyncConnection, request: SentRequest) -> None:
    """Store the notices that tell a user of a friend request: a push message and a mail.

    The same number of rows is stored whether or not the request has reached anyone, and whether or not it was sent
    before, so that the time that it takes tells the sender nothing. Rows of a request that has reached no one name its
    sender as the receiver. `is_news` says later which notices are sent.
    """
    until, number = request.asked + REQUEST_MS, secrets.randbelow(2**31)
    new_notices = [
        NewNotice(
            request.person or request.asker,
            "friend",
            request.asker_name,
            Facts(name=request.asker_name),
            request.asked,
            until,
            number,
            part,
        )
        for part in CHANNELS_OF["friend"]
    ]
    await connection.execute(insert(notices), [values_of(notice) for notice in new_notices])


async def is_news(connection: AsyncConnection, notice: DueNotice) -> bool:
    """Return whether the notice of a friend request still tells its receiver something new.

    It does not if the request has reached no one or is no longer open, or if the receiver was told of a request of the
    same sender within the days for which sent notices are stored.
    """
    r, n, p = friend_requests.c, notices.c, people.c
    is_open = exists().where(r.person == notice.person, r.asker == p.id, p.name == notice.about)
    was_sent = exists().where(
        and_(n.person == notice.person, n.kind == notice.kind, n.about == notice.about, n.part == notice.part),
        n.sent.is_not(None),
    )
    return bool(await connection.scalar(select(and_(is_open, ~was_sent))))
