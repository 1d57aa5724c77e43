"""Commands that only the host of a table (who opened it) may use: remove a person, and lock or unlock the table."""

from prikup.rules.errors import reason
from prikup.table.protocol.client_messages import LockCommand, RemoveCommand
from prikup.table.state.events import TableEvent, TableLocked, UserRemoved
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client
from prikup.table.state.table_state import TableState

__all__ = ["lock", "remove"]


def _table_of_host(live: LiveState, client: Client) -> TableState:
    if client.user != live.table.settings.host:
        raise NotAllowed(reason("not-the-host"))
    if live.table.is_rated:
        raise NotAllowed(reason("host-rated"))
    return live.table


def remove(live: LiveState, client: Client, message: RemoveCommand) -> tuple[TableEvent, ...]:
    """Return the event that removes a person from the table for good; () if they were removed before.

    Raise NotAllowed if the client is not that of the table's host (who opened it), if the match is rated, if the person
    is unknown here, or if the person is the host.
    """
    table, user = _table_of_host(live, client), live.user(message.person)
    if not user:
        raise NotAllowed(reason("nobody-so"))
    if user == client.user:
        raise NotAllowed(reason("remove-yourself"))
    if user in table.removed_users:
        return ()
    level = table.settings.level if table.log is not None else ""
    return (UserRemoved(table.seat_of(user), user, level),)


def lock(live: LiveState, client: Client, message: LockCommand) -> tuple[TableEvent, ...]:
    """Return the event that locks or unlocks the table; () if nothing changes.

    A locked table admits, besides its host and seated players, only the people who were connected when it was locked.
    Raise NotAllowed if the client is not that of the table's host (who opened it), and if the match is rated.
    """
    table = _table_of_host(live, client)
    if message.locked == (table.admitted_users is not None):
        return ()
    connected_users = sorted({connection.user for connection in live.presence.clients} - table.removed_users)
    return (TableLocked(tuple(connected_users) if message.locked else None),)
