"""Stores the notices that tell a user that a friend calls them to a table, in the transaction of this call."""

from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts.friends import CALL_MS, CalledFriend
from prikup.server.notices.kinds import CHANNELS_OF
from prikup.server.notices.notice_rows import Facts, NewNotice, add_notices

__all__ = ["note_call"]


async def note_call(connection: AsyncConnection, call: CalledFriend) -> None:
    """Store the notices that tell a user that a friend calls them to a table: a push message and a mail.

    Each is sent only if the user wishes to get it. `connection` is in the transaction that stores the call.
    """
    facts, until = Facts(call.game, call.caller), call.called + CALL_MS
    call_number = call.called // CALL_MS  # another call within this time is the same notice
    notices = [
        NewNotice(call.person, "invited", call.table, facts, call.called, until, call_number, part)
        for part in CHANNELS_OF["invited"]
    ]
    await add_notices(connection, notices)
