"""Who may be at a table, and with which connection."""

from prikup.errors import reason
from prikup.table.live import Client, Live

__all__ = ["ELSEWHERE", "FORBIDDEN", "LEAVING", "admits", "newest", "overtaken", "strangers"]

ELSEWHERE, FORBIDDEN, LEAVING = 4001, 4003, 1001
"""Why a connection is closed, as WebSocket codes."""


def admits(live: Live, ear: Client) -> bool:
    """Whether somebody may be here: before the match everybody, for anybody may sit down."""
    course, settings = live.course, live.course.settings
    may = settings.spectators or course.log is None or ear.user == settings.host
    return may or course.seat_of(ear.user) is not None


def strangers(live: Live) -> None:
    """Send those away who may not be here any more, once the match has begun."""
    for ear in [ear for ear in live.ears if not admits(live, ear)]:
        live.miss(ear)
        ear.close(FORBIDDEN, reason("no-spectators"))


def overtaken(live: Live, ear: Client) -> bool:
    """Whether a player has a newer connection, which got here first."""
    newer = any(other.user == ear.user and other.came > ear.came for other in live.ears)
    return newer and live.course.seat_of(ear.user) is not None


def newest(live: Live, ear: Client) -> None:
    """Of several connections of a player the newest has the seat."""
    if live.course.seat_of(ear.user) is not None:
        for other in [other for other in live.ears if other.user == ear.user and other is not ear]:
            live.miss(other)
            other.close(ELSEWHERE, reason("seat-elsewhere"))
