"""The in-memory state of a table: the state from its commits, its connections, and what is in progress.

Whatever is not in a commit may be lost at any time. Times are seconds on the host's clock.
"""

from collections import Counter, deque
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from prikup.rules.errors import Reason, reason
from prikup.rules.state import Action, Seat
from prikup.table.events import SeedCommitted
from prikup.table.person_ids import person_id
from prikup.table.presence import Client, Presence
from prikup.table.protocol import ChatMessage, Pointing, PointingsMessage, UpdateMessage
from prikup.table.state import TableState
from prikup.table.table_settings import Timing

__all__ = ["LiveState", "NotAllowed", "Shuffling"]

MAX_CHAT_LINES = 50
"""The number of chat lines that are sent to a client that joins later."""
CHAT_RATE, SEAT_CHANGE_RATE = (5, 10.0), (10, 60.0)
"""Rate limits per user, as (times, seconds): chat lines, and sitting down or leaving a seat."""
WATCHERS_EVERY = 0.5
"""Seconds between two counts of the spectators.

Each new count is sent to all clients, so a thousand arrivals must not cause a thousand counts.
"""
FORGET_ABOVE_USERS = 100
"""The number of users above which a rate limit forgets those without a recent action."""


class NotAllowed(Exception):
    """A command is refused, and nothing has changed.

    The functions of `table.commands` raise it, and the table's task answers the client with a `RefusedMessage`.
    `legal` are the player's legal actions; it is () unless an action was refused.
    """

    def __init__(self, reason: Reason, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(str(reason))
        self.reason, self.legal = reason, legal


class Shuffling(Struct):
    """A shuffle in progress; its step times out at `until`.

    `hashes` and `entropies` are what players have sent, by seat; `is_sent`: all clients have been sent the step.
    """

    commitment: SeedCommitted
    until: float
    step: Literal["hashes", "entropies", "cut"] = "hashes"
    hashes: dict[Seat, str] = field(default_factory=dict)
    entropies: dict[Seat, str] = field(default_factory=dict)
    cut: int | None = None
    is_sent: bool = False


class Reservation(Struct, frozen=True):
    """A seat reserved for a user until the time `until`, while they enter a name."""

    user: str
    until: float


class Frequency:
    """A rate limit: the number of times in a number of seconds that each user may do something at a table.

    A user is still counted after reconnecting. Above `FORGET_ABOVE_USERS` users, those without an action in that time
    are forgotten.
    """

    def __init__(self, times: int, seconds: float) -> None:
        self._times, self._seconds = times, seconds
        self._recent_times: dict[str, deque[float]] = {}

    def spend(self, user: str, time_s: float) -> bool:
        """Count one action of a user; return False, and do not count it, if the limit is reached."""
        if len(self._recent_times) > FORGET_ABOVE_USERS:
            self._recent_times = {
                known_user: recent_times
                for known_user, recent_times in self._recent_times.items()
                if time_s - recent_times[-1] < self._seconds
            }
        recent_times = self._recent_times.setdefault(user, deque(maxlen=self._times))
        if len(recent_times) == self._times and time_s - recent_times[0] < self._seconds:
            return False
        recent_times.append(time_s)
        return True


class LiveState:
    """The in-memory state of a table. `table` is replaced when the commits are reloaded; the rest stays.

    `watchers` is the number of spectators as last sent to all clients; `readers` are the seats that have read the score
    sheet since `rest_start`, when the pause between deals started; `clocks` are the milliseconds left by seat at the
    time `last_tick_time`, and `running_seats` the seats whose clocks have been running since; `proposal_counts` counts
    the proposals of each seat since the last step of the deal; `chat_lines` are the chat lines that all clients have
    received, `held_chat_lines` those that only the author's group (players or spectators) has received; `speakers` are
    the users who have written in the chat, by opaque id; `withheld_updates` are the messages that spectators of a
    delayed table receive once the deal has ended; `chat_rate` and `seat_change_rate` are rate limits; `pointings` are
    the cards that are pointed at, `hands_when_pointed` the face-up hands at the latest pointing, and
    `last_pointed_message` the message last sent about them; `verdicts` says, by seat, whether best play agrees with the
    latest claim, for those who see every card in play; `reservations` are by seat.
    """

    def __init__(self, name: str, table: TableState, timing: Timing, time_s: float) -> None:
        self.name, self.table, self.timing, self.now = name, table, timing, time_s
        self.presence = Presence(time_s)
        self.watchers, self._last_count_time = 0, time_s - WATCHERS_EVERY
        self.shuffling: Shuffling | None = None
        self.readers: set[Seat] = set()
        self.rest_start: float | None = None
        self.clocks = list(map(float, table.clocks_ms))
        self.last_tick_time = time_s
        self.running_seats: tuple[Seat, ...] = ()
        self.proposal_counts: Counter[Seat] = Counter()
        self.chat_lines: deque[ChatMessage] = deque(maxlen=MAX_CHAT_LINES)
        self.held_chat_lines: deque[ChatMessage] = deque(maxlen=MAX_CHAT_LINES)
        self.speakers: dict[str, str] = {}
        self.withheld_updates: list[UpdateMessage] = []
        self.chat_rate, self.seat_change_rate = Frequency(*CHAT_RATE), Frequency(*SEAT_CHANGE_RATE)
        self.pointings: tuple[Pointing, ...] = ()
        self.hands_when_pointed: tuple[int, ...] = ()
        self.last_pointed_message = PointingsMessage(())
        self.verdicts: Mapping[Seat, Reason] = {}
        self.reservations: dict[Seat, Reservation] = {}

    # Connections

    def join(self, client: Client) -> None:
        """Add a client."""
        self.presence.add(client)

    def leave(self, client: Client) -> None:
        """Remove a client; after their last connection a user's reservation ends."""
        if self.presence.remove(client, self.now):
            self.release_reservations(client.user)

    def person(self, user: str) -> str:
        """Return the opaque id of a user at this table."""
        return person_id(self.name, user)

    def user(self, person: str) -> str:
        """Return the user with an opaque id who is seated, is connected or has chatted here; "" if there is none."""
        if user := self.speakers.get(person):
            return user
        users = (*self.table.user_ids_by_seat, *(client.user for client in self.presence.clients))
        return next((user for user in users if user and self.person(user) == person), "")

    def count_watchers(self) -> None:
        """Update the number of spectators, unless it was changed less than `WATCHERS_EVERY` seconds ago."""
        if self.now >= self._last_count_time + WATCHERS_EVERY and self.watchers != (watch := self._count_spectators()):
            self.watchers, self._last_count_time = watch, self.now

    def count_due(self) -> float | None:
        """Return when the spectators are to be counted again; None if the number is right."""
        return self._last_count_time + WATCHERS_EVERY if self.watchers != self._count_spectators() else None

    def _count_spectators(self) -> int:
        return self.presence.user_count - sum(
            map(self.presence.is_connected, filter(None, self.table.user_ids_by_seat))
        )

    # Players

    def is_present(self, seat: Seat) -> bool:
        """Return whether the player of a seat is connected and has not left the seat."""
        return self.presence.is_present(self.table.chairs[seat].user)

    def is_absent(self, seat: Seat) -> bool:
        """Return whether the player of a seat has left it, or has been disconnected for too long."""
        has_left = self.table.chairs[seat].user in self.presence.users_who_left
        return has_left or (not self.is_present(seat) and self.now >= self.absence_time(seat))

    def absence_time(self, seat: Seat) -> float:
        """Return when the disconnected player of a seat becomes absent."""
        return self.presence.disconnection_time(self.table.chairs[seat].user) + self.table.settings.away_s

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """The seats that people play for."""
        return tuple(seat for seat, chair in enumerate(self.table.chairs) if chair.is_played_by_person)

    @property
    def absent_seats(self) -> tuple[Seat, ...]:
        """The seats whose players are not connected or have left."""
        return tuple(seat for seat in self.person_seats if not self.is_present(seat))

    @property
    def has_connected_person(self) -> bool:
        """Whether at least one of the `person_seats` is connected; otherwise the clocks are paused."""
        return any(map(self.is_present, self.person_seats))

    # Reservations before the match

    def release_reservations(self, user: str) -> None:
        """Release the seats reserved for a user."""
        self.reservations = {
            seat: reservation for seat, reservation in self.reservations.items() if reservation.user != user
        }

    @property
    def reserved_seats(self) -> tuple[Seat, ...]:
        """The empty seats reserved for people who are entering a name."""
        if self.table.stage != "open":
            return ()
        return tuple(sorted(seat for seat in self.reservations if self.table.chairs[seat].empty))

    # The seat of a client

    def seat_of(self, client: Client) -> Seat:
        """Return the seat of a client. Raise NotAllowed for a spectator."""
        seat = self.table.seat_of(client.user)
        if seat is None:
            raise NotAllowed(reason("no-seat"))
        return seat

    def occupied_seat(self, client: Client) -> Seat:
        """Return the seat that a client's user occupies. Raise NotAllowed if the user has left it."""
        seat = self.seat_of(client)
        if self.table.chairs[seat].level or client.user in self.presence.users_who_left:
            raise NotAllowed(reason("seat-left"))
        return seat

    def played_seat(self, client: Client) -> Seat:
        """Return the seat that a client's user plays. Raise NotAllowed if a computer player plays for it."""
        seat = self.occupied_seat(client)
        if self.table.chairs[seat].fallen:
            raise NotAllowed(reason("clock-fallen"))
        return seat
