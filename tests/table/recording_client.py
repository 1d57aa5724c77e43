"""A client of a table that only records the messages it receives."""

import itertools
from typing import TypeVar

from prikup.rules.errors import Reason
from prikup.table.protocol.client_messages import ActCommand
from prikup.table.protocol.message_parts import Person, Proposal
from prikup.table.protocol.server_messages import (
    CloseMessage,
    RefusedMessage,
    SeatsMessage,
    ServerMessage,
    UpdateMessage,
)
from prikup.table.state.presence import UNKNOWN_ORIGIN

T = TypeVar("T")


class Somebody:
    """A client that records the messages it receives. Clients created later have a later join time."""

    _numbers = itertools.count()

    def __init__(self, user: str, name: str | None = None, *, guest: bool = True) -> None:
        self.user, self.guest, self.came = user, guest, next(self._numbers)
        self.name = user.capitalize() if name is None else name
        self.origin = UNKNOWN_ORIGIN
        self.messages: list[ServerMessage] = []
        self.code = 0
        self._ids = 0

    def send(self, message: ServerMessage) -> None:
        assert not self.code, "told something after it was closed"
        self.messages.append(message)

    def close(self, code: int, reason: Reason) -> None:
        self.messages.append(CloseMessage(reason))
        self.code = code

    def all(self, kind: type[T]) -> list[T]:
        """Return all received messages of a type."""
        return [message for message in self.messages if isinstance(message, kind)]

    def last(self, kind: type[T]) -> T:
        """Return the last received message of a type."""
        return next(message for message in reversed(self.messages) if isinstance(message, kind))

    @property
    def seats(self) -> SeatsMessage:
        return self.last(SeatsMessage)

    @property
    def seat(self) -> int:
        seat = self.seats.you
        assert seat is not None
        return seat

    def seat_state(self, seat: int) -> Person:
        """Return the player on a seat, as sent to this client."""
        person = self.seats.seats[seat]
        assert person is not None
        return person

    @property
    def update(self) -> UpdateMessage:
        return self.last(UpdateMessage)

    @property
    def proposal(self) -> Proposal:
        """Return the open proposal."""
        proposal = self.seats.proposal
        assert proposal is not None
        return proposal

    @property
    def refusal(self) -> str:
        """Return the key of the last refusal."""
        return self.last(RefusedMessage).reason.key

    def id(self) -> str:
        """Return a new command id."""
        self._ids += 1
        return f"{self.user}-{self._ids}"

    def act(self, *actions: int) -> ActCommand:
        """Return a command with these actions, for the version of the last update."""
        return ActCommand(self.update.n, self.id(), actions if len(actions) > 1 else actions[0])
