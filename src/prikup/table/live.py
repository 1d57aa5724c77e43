"""A table as it is now: what its commits say, who is here, and what is under way.

Whatever no commit says may be lost at any moment. Times are the host's, in seconds.
"""

from collections import Counter, deque
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from prikup.errors import Reason, reason
from prikup.state import Action, Seat
from prikup.table.events import Committed
from prikup.table.person_ids import person_id
from prikup.table.presence import Client, Presence
from prikup.table.protocol import Chatted, Pointed, Pointing, Update
from prikup.table.state import TableState
from prikup.table.table_settings import Timing

__all__ = ["Live", "Refusal", "Shuffling"]

SAID_MOST = 50
"""The number of chat messages that a client is told which joins later."""
CHATS, SEATINGS = (5, 10.0), (10, 60.0)
"""The number of times that a user may speak, and sit down or stand up, and the seconds in which they may."""
WATCHERS_EVERY = 0.5
"""Seconds between two counts of who watches: each goes to all, so a thousand who come must not be a thousand counts."""
FORGETS_ABOVE = 100
"""The number of users above which those are forgotten that have done nothing lately."""


class Refusal(Exception):
    """A command is not done, and nothing has changed.

    The functions of `table.commands` raise it, and the table's task answers the client with it (`Refused`). `legal` are
    the actions that the player could have done; it is () unless an action was refused.
    """

    def __init__(self, reason: Reason, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(str(reason))
        self.reason, self.legal = reason, legal


class Shuffling(Struct):
    """A shuffle under way, whose step ends by itself at `until`.

    `hashes` and `entropies` are what players have sent, by seat; `told`: every client knows of the step.
    """

    committed: Committed
    until: float
    step: Literal["hashes", "entropies", "cut"] = "hashes"
    hashes: dict[Seat, str] = field(default_factory=dict)
    entropies: dict[Seat, str] = field(default_factory=dict)
    cut: int | None = None
    told: bool = False


class Reservation(Struct, frozen=True):
    """A seat is kept for a user until then, while they choose a name."""

    user: str
    until: float


class Frequency:
    """A limit of how often each user does a thing at a table: a number of times in a number of seconds.

    Who comes back is still counted; users are forgotten when they have done nothing for that long.
    """

    def __init__(self, times: int, seconds: float) -> None:
        self._times, self._seconds = times, seconds
        self._done: dict[str, deque[float]] = {}

    def spend(self, user: str, now: float) -> bool:
        """Count that a user does it; return False, and count nothing, for one who has done it too often."""
        if len(self._done) > FORGETS_ABOVE:
            self._done = {other: done for other, done in self._done.items() if now - done[-1] < self._seconds}
        done = self._done.setdefault(user, deque(maxlen=self._times))
        if len(done) == self._times and now - done[0] < self._seconds:
            return False
        done.append(now)
        return True


class Live:
    """A table now. `table` is replaced when the commits are read again; the rest stays.

    `watchers` is the number of people without a seat that all are told; `readers` have read the sheet, which all do
    since `resting`; `clocks` are what was left by seat, in milliseconds, when they were `ticked`, and `runs` the
    seats whose clocks have run since; `tries` are the proposals of each seat since the last action, and `claims` its
    claims in this deal; `said` is what everybody has heard in the chat, `held` what only the author's group has heard
    (players, or spectators);
    `speakers` are those who have spoken, by their opaque ids; `withheld` is what the spectators of a delayed table
    see of the deal once it has ended; `chats` and `seatings` say who speaks, and sits down or stands up, too often;
    `pointed` are the cards that somebody points at, and `pointed_from` the open hands as they were then, and
    `pointed_told` is what everybody knows of it; `verdicts` is what best play says of the claim that was made last,
    to each of those who see every card in play; `reservations` are by seat.
    """

    def __init__(self, name: str, table: TableState, timing: Timing, now: float) -> None:
        self.name, self.table, self.timing, self.now = name, table, timing, now
        self.presence = Presence(now)
        self.watchers, self._counted = 0, now - WATCHERS_EVERY
        self.shuffling: Shuffling | None = None
        self.readers: set[Seat] = set()
        self.resting: float | None = None
        self.clocks = list(map(float, table.left))
        self.ticked = now
        self.runs: tuple[Seat, ...] = ()
        self.tries: Counter[Seat] = Counter()
        self.claims: Counter[Seat] = Counter()
        self.said: deque[Chatted] = deque(maxlen=SAID_MOST)
        self.held: deque[Chatted] = deque(maxlen=SAID_MOST)
        self.speakers: dict[str, str] = {}
        self.withheld: list[Update] = []
        self.chats, self.seatings = Frequency(*CHATS), Frequency(*SEATINGS)
        self.pointed: tuple[Pointing, ...] = ()
        self.pointed_from: tuple[int, ...] = ()
        self.pointed_told = Pointed(())
        self.verdicts: Mapping[Seat, Reason] = {}
        self.reservations: dict[Seat, Reservation] = {}

    # Connections

    def join(self, client: Client) -> None:
        """Let a client be here."""
        self.presence.joined(client)

    def leave(self, client: Client) -> None:
        """Let a client be here no more."""
        if self.presence.left(client, self.now):
            self.give_back(client.user)

    def person(self, user: str) -> str:
        """Return the opaque id of a user at this table."""
        return person_id(self.name, user)

    def user(self, person: str) -> str:
        """Return the user with an opaque id who sits, is connected or has spoken here; "" where there is none."""
        if user := self.speakers.get(person):
            return user
        users = (*self.table.people, *(client.user for client in self.presence.clients))
        return next((user for user in users if user and self.person(user) == person), "")

    def count_watchers(self) -> None:
        """Count the connected people who have no seat, of which all are told, unless they were counted just now."""
        if self.now >= self._counted + WATCHERS_EVERY and self.watchers != (watch := self._watch()):
            self.watchers, self._counted = watch, self.now

    def count_due(self) -> float | None:
        """Return when those who watch are counted again; None where the number is right."""
        return self._counted + WATCHERS_EVERY if self.watchers != self._watch() else None

    def _watch(self) -> int:
        return self.presence.people - sum(map(self.presence.connected, filter(None, self.table.people)))

    # Players

    def here(self, seat: Seat) -> bool:
        """Return whether the player of a seat is at the table."""
        return self.presence.here(self.table.chairs[seat].user)

    def absent(self, seat: Seat) -> bool:
        """Return whether the player of a seat has left, or been away for too long to be waited for."""
        gone = self.table.chairs[seat].user in self.presence.gone
        return gone or (not self.here(seat) and self.now >= self.missed(seat))

    def missed(self, seat: Seat) -> float:
        """Return when the player of a seat, who is not here, becomes absent."""
        return self.presence.since(self.table.chairs[seat].user) + self.table.settings.away_s

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that people play for."""
        return tuple(seat for seat, chair in enumerate(self.table.chairs) if chair.played)

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats whose players are not here."""
        return tuple(seat for seat in self.persons if not self.here(seat))

    @property
    def awake(self) -> bool:
        """Whether at least one of the `persons` is connected; clocks stand still where none is."""
        return any(map(self.here, self.persons))

    # Seats that are kept before the match

    def give_back(self, user: str) -> None:
        """Keep no seat for a user any more."""
        self.reservations = {seat: kept for seat, kept in self.reservations.items() if kept.user != user}

    @property
    def reserved(self) -> tuple[Seat, ...]:
        """The empty seats that are kept for somebody who is choosing a name."""
        if self.table.stage != "open":
            return ()
        return tuple(sorted(seat for seat in self.reservations if self.table.chairs[seat].empty))

    # The seat of a client

    def own(self, client: Client) -> Seat:
        """Return the seat of a client. Raise Refusal for a spectator."""
        seat = self.table.seat_of(client.user)
        if seat is None:
            raise Refusal(reason("no-seat"))
        return seat

    def present(self, client: Client) -> Seat:
        """Return the seat on which a client's user sits. Raise Refusal if the user has left it."""
        seat = self.own(client)
        if self.table.chairs[seat].level or client.user in self.presence.gone:
            raise Refusal(reason("seat-left"))
        return seat

    def playing(self, client: Client) -> Seat:
        """Return the seat that a client's user plays. Raise Refusal if a computer player does."""
        seat = self.present(client)
        if self.table.chairs[seat].fallen:
            raise Refusal(reason("clock-fallen"))
        return seat
