"""Admission to a table: of which users, and with which of their connections."""

from prikup.errors import reason
from prikup.table.live import Live
from prikup.table.presence import Client

__all__ = ["ELSEWHERE", "FORBIDDEN", "LEAVING", "admits", "newest", "overtaken", "strangers"]

ELSEWHERE, FORBIDDEN, LEAVING = 4001, 4003, 1001
"""The WebSocket codes with which a table closes connections."""


def admits(live: Live, client: Client) -> bool:
    """Return whether a client may be here: before the match every client, for anybody may sit down."""
    table, settings = live.table, live.table.settings
    may = settings.spectators or table.log is None or client.user == settings.host
    return may or table.seat_of(client.user) is not None


def strangers(live: Live) -> None:
    """Send clients away that may not be here any more, once the match has begun."""
    for client in [client for client in live.presence.clients if not admits(live, client)]:
        live.leave(client)
        client.close(FORBIDDEN, reason("no-spectators"))


def overtaken(live: Live, client: Client) -> bool:
    """Return whether a player has a newer connection, which was here first."""
    newer = any(other.user == client.user and other.came > client.came for other in live.presence.clients)
    return newer and live.table.seat_of(client.user) is not None


def newest(live: Live, client: Client) -> None:
    """Close all connections of a player but the newest, which has the seat."""
    if live.table.seat_of(client.user) is None:
        return
    older = [other for other in live.presence.clients if other.user == client.user and other is not client]
    for other in older:
        live.leave(other)
        other.close(ELSEWHERE, reason("seat-elsewhere"))
