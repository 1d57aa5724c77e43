"""Check which users may join a table, and keep one connection per player."""

from prikup.rules.errors import Reason, reason
from prikup.table.live_state import LiveState
from prikup.table.presence import Client

__all__ = [
    "CODE_ELSEWHERE",
    "CODE_FORBIDDEN",
    "CODE_LEAVING",
    "close_older_connections",
    "disconnect_forbidden",
    "is_overtaken",
    "refusal_reason",
]

CODE_ELSEWHERE, CODE_FORBIDDEN, CODE_LEAVING = 4001, 4003, 1001
"""The WebSocket codes with which a table closes connections."""


def refusal_reason(live: LiveState, user: str) -> Reason | None:
    """Return why a user may not join a table, None if they may.

    The host and seated users always may. Others may watch if the table allows spectators, and join before the match
    because they may sit down, unless they were removed; a locked table admits those who were there.
    """
    table, settings = live.table, live.table.settings
    if user == settings.host or table.seat_of(user) is not None:
        return None
    if table.admitted_users is not None and user not in table.admitted_users:
        return reason("table-locked")
    if settings.spectators or (table.log is None and user not in table.removed_users):
        return None
    return reason("removed" if user in table.removed_users else "no-spectators")


def disconnect_forbidden(live: LiveState) -> None:
    """Disconnect the clients that may not be at the table any more."""
    for client in list(live.presence.clients):
        if (why := refusal_reason(live, client.user)) is not None:
            live.leave(client)
            client.close(CODE_FORBIDDEN, why)


def is_overtaken(live: LiveState, client: Client) -> bool:
    """Return whether a newer connection of the same player is already at the table."""
    newer = any(
        connection.user == client.user and connection.came > client.came for connection in live.presence.clients
    )
    return newer and live.table.seat_of(client.user) is not None


def close_older_connections(live: LiveState, client: Client) -> None:
    """Close all connections of a player except this one, which is the newest."""
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
