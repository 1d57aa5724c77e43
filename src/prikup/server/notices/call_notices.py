"""The notices of friends' calls to a table, which are stored in the transaction of the call."""

from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts.friends import CALL_MS, CalledFriend
from prikup.server.notices.kinds import CHANNELS_OF
from prikup.server.notices.notice_rows import Facts, NewNotice, add_notices

__all__ = ["note_call"]


async def note_call(connection: AsyncConnection, call: CalledFriend) -> None:
    """Store the notices of a friend's call to a table, a push and a mail, which are sent if the user wishes them."""
    facts, until = Facts(call.game, call.caller), call.called + CALL_MS
    call_number = call.called // CALL_MS  # another call within this time is the same notice
    notices = [
        NewNotice(call.person, "invited", call.table, facts, call.called, until, call_number, part)
        for part in CHANNELS_OF["invited"]
    ]
    await add_notices(connection, notices)
