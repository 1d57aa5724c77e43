"""The in-memory state of a table: the state that its commits lead to, its connections, and everything in progress.

All data here that is not in a commit (a stored group of events) may be lost at any time. Times are in seconds on the
host's clock.
"""

from collections import Counter, deque
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from prikup.rules.errors import Reason, reason
from prikup.rules.state import Action, Seat
from prikup.table.host.time_source import Timekeeper
from prikup.table.person_ids import person_id
from prikup.table.protocol.message_parts import Pointing, RatingEffect
from prikup.table.protocol.server_messages import ChatMessage, PointingsMessage, UpdateMessage
from prikup.table.state.events import SeedCommitted
from prikup.table.state.playing_times import PlayingTimes
from prikup.table.state.presence import Client, Presence
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import Timing
from prikup.table.turn_calendar import Pause

__all__ = ["LiveState", "NotAllowed", "Shuffling"]

MAX_CHAT_LINES = 50
"""The number of latest chat lines that the table keeps, to send them to clients that join later."""
CHAT_RATE, SEAT_CHANGE_RATE, SHUFFLE_INPUT_RATE = (5, 10.0), (10, 60.0), (20, 600.0)
"""Rate limits per user, each as (number of times, seconds).

`CHAT_RATE` limits chat lines, `SEAT_CHANGE_RATE` limits taking and leaving seats, and `SHUFFLE_INPUT_RATE` limits how
often hashes and cuts for the next deck are replaced at a turn-based table.
"""
WATCHERS_EVERY = 0.5
"""The minimum number of seconds between two changes of the displayed number of spectators.

Each change is sent to all clients, so a thousand spectators who arrive at once must not cause a thousand changes.
"""
FORGET_ABOVE_USERS = 100
"""The number of users above which a rate limit forgets the users without a recent action, to save memory."""


class NotAllowed(Exception):
    """An error: a client's command is refused and has changed nothing.

    The functions of `table.commands` raise it, and the table's task answers the client with a `RefusedMessage` that
    contains `reason`. If an action was refused, `legal` contains the player's legal actions; otherwise it is ().
    """

    def __init__(self, reason: Reason, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(str(reason))
        self.reason, self.legal = reason, legal


class Shuffling(Struct):
    """The state of a shuffle in progress.

    - `commitment`: the event with the secret seed of the shuffle.
    - `until`: the time at which the current step times out, in seconds on the host's clock.
    - `step`: the current step, which is named after the inputs that players are expected to send.
    - `hashes`: by seat, the hashes by which players have committed to their entropies (random texts).
    - `entropies`: by seat, the entropies that players have revealed.
    - `cut`: the number of cards that the cutting player moves from the top of the deck to its bottom, None before.
    - `is_sent`: true once all clients have been sent the current step.
    """

    commitment: SeedCommitted
    until: float
    step: Literal["hashes", "entropies", "cut"] = "hashes"
    hashes: dict[Seat, str] = field(default_factory=dict)
    entropies: dict[Seat, str] = field(default_factory=dict)
    cut: int | None = None
    is_sent: bool = False


class Reservation(Struct, frozen=True):
    """The reservation of a seat for the user with the id `user`, while they enter a name.

    It ends at the time `until`, in seconds on the host's clock.
    """

    user: str
    until: float


class RateLimit:
    """A rate limit at a table: each user may do something at most `times` times within `seconds` seconds.

    Reconnecting does not reset a user's count. When there are more than `FORGET_ABOVE_USERS` users, those without an
    action in the last `seconds` seconds are forgotten.
    """

    def __init__(self, times: int, seconds: float) -> None:
        self._times, self._seconds = times, seconds
        self._recent_times: dict[str, deque[float]] = {}

    def spend(self, user: str, time_s: float) -> bool:
        """Count one action of a user at the time `time_s` (seconds on the host's clock), and return True.

        If the user has reached the limit, do not count the action, and return False.
        """
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
    """The in-memory state of a table. Times are in seconds on the host's clock, unless another unit is given.

    - `name`: the id of the table.
    - `table`: the state that the commits (stored groups of events) lead to. It is replaced when the commits are
      reloaded, while all other attributes stay.
    - `timing`: the time limits and delays of the host's tables.
    - `now`: the time at which the current item of the table's inbox is processed.
    - `wall_ms`: the same time by the wall clock, in milliseconds.
    - `presence`: the connections to the table.
    - `watchers`: the number of spectators as last sent to all clients.

    The match:

    - `shuffling`: the last shuffle that was started since the table was loaded, None if there was none.
    - `readers`: the seats whose players have read the score sheet in the current pause between deals.
    - `rest_start`: the time at which the pause between deals started, None if there is no pause.
    - `clocks`: the milliseconds left on the clocks, by seat, at the time `last_tick_time`.
    - `pauses`: for each seated user of a turn-based table (players answer within hours or days), the times in which the
      user's clock pauses.
    - `often_absent_users`: the users at a turn-based table for whom computer players have decided too often in their
      last turn-based matches.
    - `forced_card_users`: the users for whom a turn-based table plays a card if it is the only legal one.
    - `running_seats`: the seats whose clocks have been running since `last_tick_time`.
    - `proposal_counts`: the number of proposals of each seat since the last step of the deal.
    - `verdicts`: for each seat that sees every card in play, a message that says whether best play agrees with the
      latest claim.
    - `times`: for how long the match has been played, and for how long its users were away.
    - `ratings`: by seat, the effect of the rated match on the player's rating, None for a computer player; () until the
      match is rated.
    - `reservations`: the reserved seats before the match.
    - `full_since`: at a table that starts when it is full, the time since which all seats are taken; None if they are
      not.
    - `company_since`: at a table where computer players take the empty seats after a while, the time since which at
      least two people are seated; None if fewer are.

    Messages:

    - `chat_lines`: the chat lines that all clients have received.
    - `held_chat_lines`: the chat lines that only the author's group (players or spectators) has received.
    - `speakers`: the ids of the users who have written in the chat, by opaque id.
    - `withheld_updates`: the messages that spectators will receive once the deal has ended, at a table with the setting
      `delayed`.
    - `pointings`: the cards that players point at now.
    - `hands_when_pointed`: the face-up cards of each seat (bit masks) at the time of the latest pointing.
    - `last_pointed_message`: the last message sent about pointings.
    - `chat_rate`, `seat_change_rate`: the rate limits for chat lines and for taking and leaving seats.
    - `shuffle_input_rate`: the rate limit for hashes and cuts that are replaced during a deal.
    """

    def __init__(self, name: str, table: TableState, timing: Timing, time_s: float) -> None:
        self.name, self.table, self.timing, self.now = name, table, timing, time_s
        self.wall_ms = 0
        self.presence = Presence(time_s)
        self.watchers, self._last_count_time = 0, time_s - WATCHERS_EVERY
        self.shuffling: Shuffling | None = None
        self.readers: set[Seat] = set()
        self.rest_start: float | None = None
        self.clocks = list(map(float, table.clocks_ms))
        self.last_tick_time = time_s
        self.running_seats: tuple[Seat, ...] = ()
        self.times = PlayingTimes(table.played_ms, table.away_ms, time_s)
        self.pauses: dict[str, tuple[Pause, ...]] = {}
        self.often_absent_users: frozenset[str] = frozenset()
        self.forced_card_users: frozenset[str] = frozenset()
        self.proposal_counts: Counter[Seat] = Counter()
        self.chat_lines: deque[ChatMessage] = deque(maxlen=MAX_CHAT_LINES)
        self.held_chat_lines: deque[ChatMessage] = deque(maxlen=MAX_CHAT_LINES)
        self.speakers: dict[str, str] = {}
        self.withheld_updates: list[UpdateMessage] = []
        self.chat_rate, self.seat_change_rate = RateLimit(*CHAT_RATE), RateLimit(*SEAT_CHANGE_RATE)
        self.shuffle_input_rate = RateLimit(*SHUFFLE_INPUT_RATE)
        self.pointings: tuple[Pointing, ...] = ()
        self.hands_when_pointed: tuple[int, ...] = ()
        self.last_pointed_message = PointingsMessage(())
        self.verdicts: Mapping[Seat, Reason] = {}
        self.ratings: tuple[RatingEffect | None, ...] = ()
        self.reservations: dict[Seat, Reservation] = {}
        self.full_since: float | None = None
        self.company_since: float | None = None

    @property
    def is_void(self) -> bool:
        """Whether the server's operator has declared the rated match void: it has no effect on any rating."""
        return bool(self.ratings) and not any(self.ratings)

    def read_clock(self, keeper: Timekeeper) -> None:
        """Set `now` and `wall_ms` to the present time of the host's clock."""
        self.now, self.wall_ms = keeper.now(), round(keeper.wall() * 1000)

    # Connections

    def join(self, client: Client) -> None:
        """Add the connection of a client, so that it receives the table's messages."""
        self.presence.add(client)

    def leave(self, client: Client) -> None:
        """Remove the connection of a client.

        If it was the last connection of its user, also release the seat that is reserved for the user.
        """
        if self.presence.remove(client, self.now):
            self.release_reservations(client.user)

    def person(self, user: str) -> str:
        """Return the opaque id of a user at this table.

        It identifies the user to other people at the table without revealing the user id.
        """
        return person_id(self.name, user)

    def user(self, person: str) -> str:
        """Return the id of the user whose opaque id at this table is `person`.

        Only users who are seated, are connected or have written in the chat are found; return "" for any other opaque
        id.
        """
        if user := self.speakers.get(person):
            return user
        users = (*self.table.user_ids_by_seat, *(client.user for client in self.presence.clients))
        return next((user for user in users if user and self.person(user) == person), "")

    def count_watchers(self) -> None:
        """Update `watchers`, the number of spectators, unless it was changed less than `WATCHERS_EVERY` seconds ago."""
        if self.now >= self._last_count_time + WATCHERS_EVERY and self.watchers != (watch := self._count_spectators()):
            self.watchers, self._last_count_time = watch, self.now

    def count_due(self) -> float | None:
        """Return the time at which `watchers`, the number of spectators, may be updated again.

        The time is in seconds on the host's clock. Return None if the number is up to date.
        """
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
        """Return whether the player of a seat has left it, or has been disconnected for too long.

        The table's settings say how long that is (`TableSettings.away_s`).
        """
        has_left = self.table.chairs[seat].user in self.presence.users_who_left
        return has_left or (not self.is_present(seat) and self.now >= self.absence_time(seat))

    def absence_time(self, seat: Seat) -> float:
        """Return the time at which the disconnected player of a seat counts as absent, in seconds on the host's clock.

        In a rated match, this is the time at which the player forfeits the match.
        """
        if self.table.is_rated:
            return self.now + self.times.left_until_forfeit_ms(seat) / 1000
        return self.presence.disconnection_time(self.table.chairs[seat].user) + self.table.settings.away_s

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """The seats for which a person is playing, not a computer player."""
        return tuple(seat for seat, chair in enumerate(self.table.chairs) if chair.is_played_by_person)

    @property
    def absent_seats(self) -> tuple[Seat, ...]:
        """The seats of people who have not been replaced, and who are not connected or have left their seat."""
        return tuple(seat for seat in self.person_seats if not self.is_present(seat))

    @property
    def has_connected_person(self) -> bool:
        """Whether at least one person who is playing is present; otherwise the clocks are paused.

        A person is present while they are connected, unless they have left their seat.
        """
        return any(map(self.is_present, self.person_seats))

    # Reservations before the match

    def release_reservations(self, user: str) -> None:
        """Release the seat that is reserved for a user, if there is one."""
        self.reservations = {
            seat: reservation for seat, reservation in self.reservations.items() if reservation.user != user
        }

    @property
    def reserved_seats(self) -> tuple[Seat, ...]:
        """The empty seats that are reserved for people who are entering a name; () once the match has started."""
        if self.table.stage != "open":
            return ()
        return tuple(sorted(seat for seat in self.reservations if self.table.chairs[seat].empty))

    # The seat of a client

    def seat_of(self, client: Client) -> Seat:
        """Return the seat of a client's user. Raise NotAllowed for a spectator."""
        seat = self.table.seat_of(client.user)
        if seat is None:
            raise NotAllowed(reason("no-seat"))
        return seat

    def occupied_seat(self, client: Client) -> Seat:
        """Return the seat of a client's user, who must be playing there.

        Raise NotAllowed for a spectator, and for a user who has left the seat or was replaced by a computer player.
        """
        seat = self.seat_of(client)
        if self.table.chairs[seat].level or client.user in self.presence.users_who_left:
            raise NotAllowed(reason("seat-left"))
        return seat

    def played_seat(self, client: Client) -> Seat:
        """Return the seat of a client's user, who wants to act in the deal.

        Raise NotAllowed for a spectator, for a user who has left the seat or was replaced by a computer player, and for
        a user whose time is over, so that a computer player acts for the seat.
        """
        seat = self.occupied_seat(client)
        if self.table.chairs[seat].clock_expired:
            raise NotAllowed(reason("clock-fallen"))
        if self.table.chairs[seat].is_overdue:
            raise NotAllowed(reason("turn-over"))
        return seat
