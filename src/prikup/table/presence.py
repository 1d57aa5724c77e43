"""The people connected to a table, and how long others have been disconnected; in memory only."""

from collections import Counter
from typing import Protocol

from prikup.rules.errors import Reason
from prikup.table.protocol import SeatsMessage, ServerMessage

__all__ = ["Client", "Presence"]


class Client(Protocol):
    """One connection of a user, as a table sees it; newer ones have a larger `came`. Neither method waits.

    `guest` is false for the owner of an account, to whom the name belongs.
    """

    user: str
    name: str
    guest: bool
    came: int

    def send(self, message: ServerMessage) -> None:
        """Queue a message for the client."""

    def close(self, code: int, reason: Reason) -> None:
        """Send Goodbye with this reason, and close the connection with this WebSocket code."""


class Presence:
    """The connections at a table, each with the Seats message it was last sent, and the users who have left.

    `users_who_left` are users who have left their seats, though they may be connected. Times are seconds on the host's
    clock.
    """

    def __init__(self, time_s: float) -> None:
        self.clients: dict[Client, SeatsMessage | None] = {}
        self.users_who_left: set[str] = set()
        self._connection_counts: Counter[str] = Counter()
        self._disconnection_times: dict[str, float] = {}
        self._load_time = time_s

    def add(self, client: Client) -> None:
        """Add a connection."""
        self.clients[client] = None
        self._connection_counts[client.user] += 1
        self.users_who_left.discard(client.user)

    def remove(self, client: Client, time_s: float) -> bool:
        """Remove a connection; return whether it was the last one of its user."""
        del self.clients[client]
        self._connection_counts[client.user] -= 1
        if self._connection_counts[client.user]:
            return False
        del self._connection_counts[client.user]
        self._disconnection_times[client.user] = time_s
        return True

    def is_present(self, user: str) -> bool:
        """Return whether a user is connected and has not left their seat."""
        return user in self._connection_counts and user not in self.users_who_left

    @property
    def user_count(self) -> int:
        """The number of connected users."""
        return len(self._connection_counts)

    def is_connected(self, user: str) -> bool:
        """Return whether a user is connected, though they may have left their seat."""
        return user in self._connection_counts

    def disconnection_time(self, user: str) -> float:
        """Return when a user disconnected; the time at which the table was loaded, if that was before."""
        return self._disconnection_times.get(user, self._load_time)
