"""The connections to a table, and the times at which users disconnected; all of it is in memory only."""

from collections import Counter
from typing import Protocol

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.table.protocol.server_messages import SeatsMessage, ServerMessage

__all__ = ["UNKNOWN_ORIGIN", "Client", "ConnectionOrigin", "Presence"]


class ConnectionOrigin(Struct, frozen=True):
    """The source of a connection, by which two seats of one person are recognised. It is never stored.

    `device` is a text that identifies the device, and `address` the network address; each is "" if it is unknown.
    """

    device: str = ""
    address: str = ""


UNKNOWN_ORIGIN = ConnectionOrigin()


class Client(Protocol):
    """One connection of a user to a table.

    - `user`: the id of the user.
    - `name`: the display name of the user.
    - `guest`: false for the owner of an account, to whom the name belongs.
    - `came`: a number that is larger for later connections.
    - `origin`: the source of the connection.

    The methods must return without waiting for the network.
    """

    user: str
    name: str
    guest: bool
    came: int
    origin: ConnectionOrigin

    def send(self, message: ServerMessage) -> None:
        """Queue a message to be sent to the client."""

    def close(self, code: int, reason: Reason) -> None:
        """Send a `CloseMessage` with this `reason`, then close the connection with the WebSocket close code `code`."""


class Presence:
    """The connections to a table, and the users who have disconnected or left their seats.

    `clients` maps each connection to the last `SeatsMessage` sent to it, in the form for spectators, or to None if none
    was sent. `users_who_left` are users who have left their seats during the match and may still be connected.
    `origins` has the origin of the latest connection of each user since the table was loaded. Times are in seconds on
    the host's clock.
    """

    def __init__(self, time_s: float) -> None:
        self.clients: dict[Client, SeatsMessage | None] = {}
        self.users_who_left: set[str] = set()
        self.origins: dict[str, ConnectionOrigin] = {}
        self._connection_counts: Counter[str] = Counter()
        self._disconnection_times: dict[str, float] = {}
        self._load_time = time_s

    def add(self, client: Client) -> None:
        """Add a connection. Its user no longer counts as having left their seat."""
        self.clients[client] = None
        self._connection_counts[client.user] += 1
        self.origins[client.user] = client.origin
        self.users_who_left.discard(client.user)

    def remove(self, client: Client, time_s: float) -> bool:
        """Remove a connection at the time `time_s` (seconds on the host's clock).

        Return whether it was the last connection of its user.
        """
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
        """The number of connected users; a user with several connections counts once."""
        return len(self._connection_counts)

    def is_connected(self, user: str) -> bool:
        """Return whether a user is connected, even if they have left their seat."""
        return user in self._connection_counts

    def disconnection_time(self, user: str) -> float:
        """Return the time at which a user last disconnected, in seconds on the host's clock.

        For a user who has not been connected since the table was loaded, return the time at which it was loaded.
        """
        return self._disconnection_times.get(user, self._load_time)
