"""What follows from the rows of a table, and from nothing else.

A row is entered in one way only, whether it was written just now or years ago: so a table that was loaded again is the
table that was lost. Nothing here is entered before its row is durable.
"""

import hashlib
from collections.abc import Iterable
from copy import copy
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from prikup.game import AnyGame
from prikup.games import game
from prikup.history.log import Act, Adjust, Agreed, Begin, Closed, Conceded, Dealt, Log, Stop, Undo
from prikup.history.log_file import lines
from prikup.narration import Step, steps
from prikup.state import Action, Seat, State
from prikup.table.events import (
    Again,
    Answered,
    Botted,
    Committed,
    Event,
    Fallen,
    Laid,
    LogEvent,
    Proposed,
    Seated,
    Stood,
    Timed,
    decoded,
)
from prikup.table.messages.views import acted, laying
from prikup.table.storage import Commit
from prikup.table.table_settings import TableSettings

__all__ = ["Chair", "Done", "Stage", "TableState"]

Stage = Literal["open", "shuffle", "deal", "rest", "over"]


class Chair(Struct, frozen=True):
    """A seat: the person whose it is ("": nobody's) and the computer player who plays for it ("": none); `fallen`: one
    does so until the deal is over."""

    user: str = ""
    name: str = ""
    level: str = ""
    fallen: bool = False

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return bool(self.user) and not self.level

    @property
    def played(self) -> bool:
        """Whether a person plays here."""
        return self.person and not self.fallen

    @property
    def empty(self) -> bool:
        """Whether nobody plays here."""
        return not self.user and not self.level


class Done(Struct):
    """What a row did to the deal: the steps it went on, those among them whose actions were known to lie on the table,
    and the steps that were taken back, the last first."""

    events: tuple[Event, ...]
    steps: list[Step] = field(default_factory=list)
    known: list[Seat] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)


class TableState:
    """A table as its rows tell it.

    `n` is its version, the number of rows; `last` is the state of the deal, which stays after its end until the next
    one begins; `asked` are the seats that owe an action, and `since[seat]` is the version at which its present
    question arose; `sealed` are the actions of a sealed phase by seat, `laid` those that the game does not know yet;
    `left` are the clocks as they were last written.
    """

    def __init__(self, settings: TableSettings) -> None:
        self.settings = settings
        self.game: AnyGame = game(settings.game, settings.options)
        seats = self.game.seats
        self.n = 0
        self.log: Log | None = None
        self.last: State[Any] | None = None
        self.chairs: tuple[Chair, ...] = (Chair(),) * seats
        self.committed: Committed | None = None
        self.deck: Dealt | None = None
        self.laid: dict[Seat, Action] = {}
        self.sealed: dict[Seat, Action] = {}
        self.asked: tuple[Seat, ...] = ()
        self.since = [0] * seats
        self.proposal: Proposed | None = None
        self.proposals = 0
        self.yes: tuple[Seat, ...] = ()
        self.left = (settings.clock[0] if settings.clock else 0,) * seats
        self.again = ""
        self._receipts: dict[int, int] = {}

    @classmethod
    def of(cls, settings: TableSettings, rows: Iterable[Commit]) -> "TableState":
        """A table read from its rows."""
        course = cls(settings)
        for row in rows:
            course.enter(decoded(row.events), row.command, row.digest)
        return course

    # What is so

    @property
    def stage(self) -> Stage:
        """What the people at the table are doing."""
        if self.log is None:
            return "open"
        if self.log.over:
            return "over"
        if self.log.state is not None:
            return "deal"
        return "shuffle" if self.committed else "rest"

    @property
    def state(self) -> State[Any] | None:
        """The deal that is being played."""
        return self.log.state if self.log and not self.log.stopped else None

    @property
    def people(self) -> tuple[str, ...]:
        """Whose the seats are, "" where nobody's."""
        return tuple(chair.user for chair in self.chairs)

    @property
    def practice(self) -> bool:
        """Whether one person plays alone with computer players: since the match began, and to its end."""
        return self.log is not None and sum(map(bool, self.people)) == 1

    def seat_of(self, user: str) -> Seat | None:
        """Where a person sits."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.user == user), None)

    def receipt(self, command: str, digest: str) -> int:
        """The version that a command made; 0 if it is new, -1 if something else was done under its name."""
        known = self._receipts.get(_mark(command))
        if known is None:
            return 0
        return known >> 32 if known & 0xFFFFFFFF == int(digest[:8], 16) else -1

    @property
    def decks(self) -> tuple[Dealt, ...]:
        """The decks of the deals that are written on the sheet, and those that the rules refused."""
        events = self.log.events if self.log else []
        ends = _end(events)
        return tuple(e for at, e in enumerate(events) if isinstance(e, Dealt) and (at < ends or e.refused))

    @property
    def closed(self) -> bytes:
        """The lines of the log up to the last deal that is written on the sheet. While the match goes on nobody may
        know what the computer players draw from."""
        if self.log is None:
            return b""
        events = self.log.events[: max(1, _end(self.log.events))]
        return lines(events if self.log.over else [replace(self.log.begin, bots=0), *events[1:]])

    # What a row would mean for whose tables there are

    def sits(self, events: tuple[Event, ...]) -> tuple[tuple[str, Seat | None], ...]:
        """Who sits where after these events, of those whom they touch; None: nowhere."""
        moved: dict[str, Seat | None] = {}
        for event in events:
            match event:
                case Stood(seat):
                    moved[self.chairs[seat].user] = None
                case Seated(seat, user):
                    moved[user] = seat
        return tuple(moved.items())

    def ends(self, events: tuple[Event, ...]) -> bool:
        """Whether these events end the match."""
        if self.log is None or not any(isinstance(event, Closed | Stop) for event in events):
            return False
        log = copy(self.log)
        log.events, log.entries = [], list(log.entries)
        for event in events:
            if isinstance(event, LogEvent):
                log.enter(event, checked=False)
        return log.over

    # A row

    def enter(self, events: tuple[Event, ...], command: str | None = None, digest: str | None = None) -> Done:
        """Do what the next row says."""
        done = Done(events)
        self.n += 1
        for event in events:
            if type(event) is Act:
                self._act(event, done)
            else:
                self._enter(event, done)
        if command and digest:
            self._receipts[_mark(command)] = self.n << 32 | int(digest[:8], 16)
        if self.log is not None:
            self._ask(events)
        return done

    def _act(self, event: Act, done: Done) -> None:
        assert self.log is not None
        before = self.log.state
        assert before is not None
        self.log.enter(event, checked=False)
        self.last = self.log.state
        assert self.last is not None
        done.steps.append(Step(before, event, self.last))
        if self.laid and self.laid.pop(event.seat, None) is not None:
            done.known.append(event.seat)
        self._fall()

    def _enter(self, event: Event, done: Done) -> None:
        match event:
            case Seated(seat, user, name):
                self._chair(seat, user=user, name=name, level="")
            case Stood(seat):
                self._chair(seat, user="", name="")
            case Botted(seat, level):
                self._chair(seat, level=level)
                if self.proposal and (self.proposal.what, self.proposal.seat) == ("replace", seat):
                    self._fall()
            case Fallen(seat):
                self._chair(seat, fallen=True)
            case Committed():
                self.committed = event
            case Laid(seat, act):
                assert self.last is not None
                self.laid[seat] = act
                done.steps.append(laying(self.last, seat, act))
                self._fall()
            case Proposed(number):
                self.proposal, self.proposals, self.yes = event, number, ()
            case Answered(_, seat, yes):
                self.yes = (*self.yes, seat)
                if not yes:
                    self._fall()
            case Timed(left):
                self.left = left
            case Again(table):
                self.again = table
            case Begin():
                self.log = Log(event)
                self.game = self.log.game
            case _:
                self._deal(event, done)

    def _deal(self, event: Event, done: Done) -> None:
        """What the log knows beside actions."""
        log = self.log
        assert log is not None and isinstance(event, Dealt | Agreed | Conceded | Undo | Closed | Adjust | Stop)
        before = log.state
        if isinstance(event, Undo):
            done.undone.extend(reversed(list(steps(log))[event.to :]))
        log.enter(event, checked=False)
        match event:
            case Dealt():
                self.committed, self.deck, self.laid = None, event, {}
            case Closed():
                self.chairs = tuple(replace(c, fallen=False) if c.fallen else c for c in self.chairs)
                self.laid = {}
            case Agreed() | Conceded():
                assert before is not None and log.state is not None
                done.steps.append(Step(before, event, log.state))
        self.last = log.state or self.last
        if not isinstance(event, Dealt):
            self._fall()

    def _chair(self, seat: Seat, **changes: Any) -> None:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        self.chairs = tuple(chairs)

    def _fall(self) -> None:
        self.proposal, self.yes = None, ()

    def _ask(self, events: tuple[Event, ...]) -> None:
        """Note who is asked, and who is asked something new."""
        state, log = self.state, self.log
        assert log is not None
        asked: tuple[Seat, ...] = ()
        self.sealed = {}
        if state is not None and state.public.actor is not None:
            asked = (state.public.actor,)
            if state.public.phase in self.game.sealed:
                self.sealed = acted(log) | self.laid
                asked = tuple(seat for seat in range(self.game.seats) if seat not in self.sealed)
        answered = {event.seat for event in events if isinstance(event, Act)}
        anew = any(isinstance(event, Dealt | Undo) for event in events)
        for seat in asked:
            if anew or seat in answered or seat not in self.asked:
                self.since[seat] = self.n
        self.asked = asked


def _mark(command: str) -> int:
    """A command in eight bytes: thousands of them are remembered at a table."""
    return int.from_bytes(hashlib.sha256(command.encode()).digest()[:8])


def _end(events: list[Any]) -> int:
    """Where the deals end that are written on the sheet."""
    return next((at + 1 for at in range(len(events) - 1, -1, -1) if isinstance(events[at], Closed)), 0)
