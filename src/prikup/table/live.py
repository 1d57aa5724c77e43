"""A table as it is now: its course, and what no row says: who is here, and for how long things have been going on.

All of that may be lost at any moment. Times are those of the event loop, in seconds.
"""

from collections import Counter, deque
from typing import Literal, Protocol

from msgspec import Struct, field

from prikup.errors import Reason
from prikup.state import Action, Seat
from prikup.table.events import Committed
from prikup.table.protocol import Chatted, Seats, Told
from prikup.table.state import TableState
from prikup.table.table_settings import Timing

__all__ = ["Client", "Live", "Mix", "Refusal"]

SAID_MOST = 50
"""So much of what was said is told to one who comes later."""


class Refusal(Exception):
    """What somebody asked for is not done, and nothing has changed; `legal` are the actions he could have done."""

    def __init__(self, reason: Reason, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(str(reason))
        self.reason, self.legal = reason, legal


class Client(Protocol):
    """One connection, as a table sees it; one that came later has a larger `came`. Neither of its methods waits."""

    user: str
    name: str
    came: int

    def tell(self, message: Told) -> None:
        """Pass a message on."""

    def close(self, code: int, reason: Reason) -> None:
        """Say goodbye, and close the connection."""


class Mix(Struct):
    """A shuffle under way, in which `until` is when its step ends by itself; `drawn`: the server drew the cut of a
    person who did not cut; `told`: everybody knows of it."""

    committed: Committed
    until: float
    step: Literal["hashes", "entropies", "cut"] = "hashes"
    hashes: dict[Seat, str] = field(default_factory=dict)
    entropies: dict[Seat, str] = field(default_factory=dict)
    cut: int | None = None
    drawn: bool = False
    told: bool = False


class Live:
    """A table now. `course` is replaced when the table is read again; the rest stays.

    `name` is its id; `ears` are its connections, each with what it was last told of the seats; `gone` have left their
    seats, though they may be connected; `readers` have read the sheet since
    `resting`; `clocks` are what was left when `ticked`, and `runs` the seats whose clocks have run since; `tries` are
    the proposals of each seat since somebody acted; `spoken` is when each person last said something.
    """

    def __init__(self, name: str, course: TableState, config: Timing, now: float) -> None:
        self.name, self.course, self.config, self.now = name, course, config, now
        self.ears: dict[Client, Seats | None] = {}
        self.gone: set[str] = set()
        self._present: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._loaded = now
        self.mix: Mix | None = None
        self.readers: set[Seat] = set()
        self.resting: float | None = None
        self.clocks = list(map(float, course.left))
        self.ticked = now
        self.runs: tuple[Seat, ...] = ()
        self.tries: Counter[Seat] = Counter()
        self.said: deque[Chatted] = deque(maxlen=SAID_MOST)
        self.spoken: dict[str, deque[float]] = {}

    # Who is here

    def hear(self, ear: Client) -> None:
        """Somebody has come."""
        self.ears[ear] = None
        self._present[ear.user] += 1
        self.gone.discard(ear.user)

    def miss(self, ear: Client) -> None:
        """A connection is no more."""
        del self.ears[ear]
        self._present[ear.user] -= 1
        if not self._present[ear.user]:
            del self._present[ear.user]
            self.spoken.pop(ear.user, None)
            self._left[ear.user] = self.now

    def here(self, seat: Seat) -> bool:
        """Whether the person of a seat is at the table."""
        user = self.course.chairs[seat].user
        return user in self._present and user not in self.gone

    def absent(self, seat: Seat) -> bool:
        """Whether the person of a seat has left, or been away for so long that nobody waits for him any more."""
        return self.course.chairs[seat].user in self.gone or (not self.here(seat) and self.now >= self.missed(seat))

    def missed(self, seat: Seat) -> float:
        """When the person of a seat, who is not here, becomes absent."""
        return self._left.get(self.course.chairs[seat].user, self._loaded) + self.config.away_s

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that people play for."""
        return tuple(seat for seat, chair in enumerate(self.course.chairs) if chair.played)

    @property
    def awake(self) -> bool:
        """Whether somebody who plays is here."""
        return any(map(self.here, self.persons))
