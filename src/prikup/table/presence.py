"""The people who are at a table, and how long others have been away. All of it may be lost at any moment."""

from collections import Counter
from typing import Protocol

from prikup.errors import Reason
from prikup.table.protocol import Seats, Told

__all__ = ["Client", "Presence"]


class Client(Protocol):
    """One connection of a user, as a table sees it; of two the newer has the larger `came`. Neither method waits.

    `guest` is false for the owner of an account, to whom the name belongs.
    """

    user: str
    name: str
    guest: bool
    came: int

    def tell(self, message: Told) -> None:
        """Pass a message on."""

    def close(self, code: int, reason: Reason) -> None:
        """Say goodbye with this reason, and close the connection with this WebSocket code."""


class Presence:
    """The connections at a table, each with what it was last told of the seats, and the users who have left.

    `gone` are users who have left their seats, though they may be connected. Times are the host's, in seconds.
    """

    def __init__(self, now: float) -> None:
        self.clients: dict[Client, Seats | None] = {}
        self.gone: set[str] = set()
        self._connected: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._loaded = now

    def joined(self, client: Client) -> None:
        """Count a new connection."""
        self.clients[client] = None
        self._connected[client.user] += 1
        self.gone.discard(client.user)

    def left(self, client: Client, now: float) -> bool:
        """Forget a connection; return whether it was the last one of its user."""
        del self.clients[client]
        self._connected[client.user] -= 1
        if self._connected[client.user]:
            return False
        del self._connected[client.user]
        self._left[client.user] = now
        return True

    def here(self, user: str) -> bool:
        """Return whether a user is connected and has not left."""
        return user in self._connected and user not in self.gone

    @property
    def people(self) -> int:
        """The number of users who are connected."""
        return len(self._connected)

    def connected(self, user: str) -> bool:
        """Return whether a user is connected, though they may have left their seat."""
        return user in self._connected

    def since(self, user: str) -> float:
        """Return when a user who is not connected was last seen: at the latest when the table was loaded."""
        return self._left.get(user, self._loaded)
