"""Check which users may join a table, and close older connections of seated users, who may have only one each."""

from prikup.rules.errors import Reason, reason
from prikup.table.state.live_state import LiveState
from prikup.table.state.presence import Client

__all__ = [
    "CODE_ELSEWHERE",
    "CODE_FORBIDDEN",
    "CODE_LEAVING",
    "client_refusal",
    "close_older_connections",
    "disconnect_forbidden",
    "is_overtaken",
    "refusal_reason",
]

CODE_ELSEWHERE, CODE_FORBIDDEN, CODE_LEAVING = 4001, 4003, 1001
"""The WebSocket close codes with which a table closes connections.

- `CODE_ELSEWHERE`: the player has a newer connection.
- `CODE_FORBIDDEN`: the user may not be at the table.
- `CODE_LEAVING`: the table cannot serve the client now or is being unloaded, and the client should reconnect.
"""


def refusal_reason(live: LiveState, user: str) -> Reason | None:
    """Return the reason why the user with the id `user` may not join a table; None if they may.

    Quick pairing opens tables for people who look for players at the same time. Nobody may join a table of quick
    pairing that was given up because some of these people did not come. The host of any other table, who opened it, and
    its seated users may always join. A locked table refuses all other users except those who were connected when it was
    locked. Apart from that, everyone may join to watch if spectators are allowed. If spectators are not allowed, users
    may still join before the match in order to take a seat, unless the host has removed them.
    """
    table, settings = live.table, live.table.settings
    if table.is_annulled:
        return reason("table-annulled")
    if user == settings.host or table.seat_of(user) is not None:
        return None
    if table.admitted_users is not None and user not in table.admitted_users:
        return reason("table-locked")
    if settings.spectators or (table.log is None and user not in table.removed_users):
        return None
    return reason("removed" if user in table.removed_users else "no-spectators")


def client_refusal(live: LiveState, client: Client) -> Reason | None:
    """Return the reason why a client may not join a table; None if it may.

    The reasons are those of `refusal_reason`, and one more: some tables admit only owners of accounts, and therefore
    refuse guests without a seat. A rated match that has begun may be watched by everybody.
    """
    table = live.table
    is_guest = client.guest and client.user != table.settings.host and table.seat_of(client.user) is None
    if is_guest and table.settings.wants.accounts and not (table.settings.rated and table.log is not None):
        return reason("account-needed")
    return refusal_reason(live, client.user)


def disconnect_forbidden(live: LiveState) -> None:
    """Disconnect the clients whose users may no longer be at the table."""
    for client in list(live.presence.clients):
        if (why := refusal_reason(live, client.user)) is not None:
            live.leave(client)
            client.close(CODE_FORBIDDEN, why)


def is_overtaken(live: LiveState, client: Client) -> bool:
    """Return whether `client` belongs to a seated user who already has a newer connection at the table.

    A seated user may have only one connection, so `client` is then refused.
    """
    newer = any(
        connection.user == client.user and connection.came > client.came for connection in live.presence.clients
    )
    return newer and live.table.seat_of(client.user) is not None


def close_older_connections(live: LiveState, client: Client) -> None:
    """Close all connections of a seated user except `client`, the newest one; do nothing for a spectator."""
    if live.table.seat_of(client.user) is None:
        return
    older_connections = [
        connection
        for connection in live.presence.clients
        if connection.user == client.user and connection is not client
    ]
    for connection in older_connections:
        live.leave(connection)
        connection.close(CODE_ELSEWHERE, reason("seat-elsewhere"))
