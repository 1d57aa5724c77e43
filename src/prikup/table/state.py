"""The state of a table: all that follows from its commits, and from nothing else.

A commit is entered in one way only, whether it was written just now or years ago: so a table that was loaded again is
the table that was lost. Nothing is entered here before it is durable.
"""

import hashlib
from collections.abc import Iterable
from copy import copy
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from prikup.game import AnyGame
from prikup.games import game
from prikup.history.log import HUMAN, Act, Adjust, Agreed, Begin, Closed, Conceded, Dealt, Entered, Log, Stop, Undo
from prikup.history.log_file import lines
from prikup.names import look_alike, told_apart
from prikup.narration import Step, steps
from prikup.state import Action, Seat, State, View, view
from prikup.table import sealed
from prikup.table.events import (
    Again,
    Answered,
    Botted,
    Committed,
    Event,
    Fallen,
    Laid,
    Locked,
    LogEvent,
    Named,
    Proposed,
    Removed,
    Reported,
    Seated,
    Stood,
    Timed,
    decode,
)
from prikup.table.storage import Commit, Note, Opening
from prikup.table.table_settings import TableSettings

__all__ = ["GUEST", "NAMES", "Chair", "Effect", "Stage", "Summary", "TableState", "opening_of"]

Stage = Literal["open", "shuffle", "deal", "rest", "over"]

NAMES = ("Vera", "Tigran", "Pekka", "Nina", "Anush", "Oleg", "Aino", "Milan")
"""The names of computer players; a client says them in the reader's script."""

GUEST = "Guest"
"""The name in a log of a person who gave none."""


class Made(Struct, frozen=True):
    """An action that a computer player did: the version that told it, its place in the log, its seat and level."""

    n: int
    event: int
    seat: Seat
    level: str


class Chair(Struct, frozen=True):
    """A seat: the user it belongs to ("": nobody) and the level of the computer player that plays for it ("": none).

    `fallen`: the clock has fallen, and a computer player plays for the seat until the deal is over. `rank` is smaller
    for whom a name belongs to of two who have it: an account's owner, then who had it first. `bot_name` is the
    name of a computer player whose seat it is.
    """

    user: str = ""
    name: str = ""
    bot_name: str = ""
    rank: tuple[bool, int] = (True, 0)
    level: str = ""
    fallen: bool = False

    @property
    def called(self) -> str:
        """The name as it was given, "" where a computer player is to have one."""
        return self.name or (GUEST if self.user else "")

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
        """Whether neither a person nor a computer player is here."""
        return not self.user and not self.level


class Effect(Struct):
    """The effect of a commit on the deal.

    `steps` are those it went on; `known` are the seats among them whose actions were told when they were laid; `undone`
    are the steps that were taken back, the last one first.
    """

    events: tuple[Event, ...]
    steps: list[Step] = field(default_factory=list)
    known: list[Seat] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)


class Summary(Struct, frozen=True):
    """The summary of a table, of which lists are made; a host keeps it with the commits.

    `deal` counts from 1; `names` go by seat, None where nobody sits, "" for a person who gave none; `computers` are the
    seats that belong to computer players.
    """

    stage: str
    deal: int
    names: tuple[str | None, ...]
    computers: tuple[int, ...]


UNSEEN = (Act, Laid, Fallen, Proposed, Answered, Timed, Again, Locked, Reported, Agreed, Conceded)
"""The events that change nothing of a summary."""


class TableState:
    """A table as its commits tell it.

    `n` is its version, the number of commits; `last` is the state of the deal, which stays after its end until the next
    deal begins; `asked` are the seats that owe an action, and `since[seat]` is the version at which its present
    question arose; `sealed` are the actions of a sealed phase by seat, `laid` those that the game does not know yet;
    `stood_in` is what computer players have done in this deal in the place of people who have not acted since;
    `declined` is the seat that has said no to the last proposal (None: nobody has);
    `left` is what the clocks showed when they were last written, `left_then` when the last action was; `removed` are
    users who may sit here no more; `inside` are those who may come to a locked table (None: it is not locked); `made`
    is what computer players did in the deal that was dealt last, and `reports` are all complaints about such.
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
        self._laid_at: dict[Seat, int] = {}
        self.sealed: dict[Seat, Action] = {}
        self.asked: tuple[Seat, ...] = ()
        self.since = [0] * seats
        self.proposal: Proposed | None = None
        self.proposals = 0
        self.yes: tuple[Seat, ...] = ()
        self.declined: Seat | None = None
        self.left = (settings.clock[0] if settings.clock else 0,) * seats
        self.left_then = self.left
        self.again = ""
        self.stood_in: dict[Seat, tuple[Action, ...]] = {}
        self.removed: frozenset[str] = frozenset(settings.barred)
        self.inside: tuple[str, ...] | None = None
        self.made: list[Made] = []
        self.reports: list[Reported] = []
        self._receipts: dict[int, int] = {}

    @classmethod
    def of(cls, settings: TableSettings, commits: Iterable[Commit]) -> "TableState":
        """Return the table that these commits tell."""
        table = cls(settings)
        for commit in commits:
            table.enter(decode(commit.events), commit.command, commit.digest)
        return table

    # What is so

    @property
    def stage(self) -> Stage:
        """The stage that the people at the table are in."""
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
        """The users by seat, "" where there is none."""
        return tuple(chair.user for chair in self.chairs)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, no two of which look alike; a person who gave none is a guest."""
        order = sorted(range(len(self.chairs)), key=lambda seat: (not self.chairs[seat].user, self.chairs[seat].rank))
        chosen = [self.chairs[seat].called for seat in order if self.chairs[seat].user]
        for seat in order[len(chosen) :]:
            name = self.chairs[seat].bot_name
            chosen.append("" if any(look_alike(name, other) for other in chosen) else name)
        shown = told_apart(tuple(chosen), (*self.settings.names, *NAMES))
        return tuple(name for _, name in sorted(zip(order, shown, strict=True)))

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that owe an action and are played by computer players."""
        return tuple(seat for seat in self.asked if not self.chairs[seat].played)

    @property
    def practice(self) -> bool:
        """Whether the match began with a single person, who plays with computer players."""
        return self.log is not None and self.log.begin.players.count(HUMAN) == 1

    def seat_of(self, user: str) -> Seat | None:
        """Return the seat of a user; None for a user without one, and for nobody ("")."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.user and chair.user == user), None)

    @property
    def summary(self) -> Summary:
        """The summary of the table, of which lists are made."""
        called = self.names
        names = tuple(
            None if chair.empty else called[seat] if chair.name or not chair.user else ""
            for seat, chair in enumerate(self.chairs)
        )
        computers = tuple(seat for seat, chair in enumerate(self.chairs) if not chair.empty and not chair.user)
        return Summary(self.stage, self.log.match.deals + 1 if self.log else 1, names, computers)

    def question(self, seat: Seat) -> View[Any]:
        """Return the View that says what a seat may do: as if it were its turn where it may act before that."""
        assert self.state is not None
        seen = view(self.state, seat)
        return sealed.asked_early(seen, seat) if seat in self.asked and seen.public.actor != seat else seen

    def receipt(self, command: str, digest: str) -> int:
        """Return the version that a command made; 0 if it is new, -1 if something else was done under its name."""
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
        """The lines of the log up to the last deal that is written on the sheet.

        While the match goes on they do not hold the seed that computer players draw from.
        """
        if self.log is None:
            return b""
        events = self.log.events[: max(1, _end(self.log.events))]
        return lines(events if self.log.over else [replace(self.log.begin, bots=0), *events[1:]])

    # What events would mean for the list of tables, and for the journal

    def sits(self, events: tuple[Event, ...]) -> tuple[tuple[str, Seat | None], ...]:
        """Return the users that these events move, each with the seat they have then (None: no seat)."""
        moved: dict[str, Seat | None] = {}
        for event in events:
            match event:
                case Stood(seat):
                    moved[self.chairs[seat].user] = None
                case Seated(seat, user):
                    moved[user] = seat
                case Removed(seat, user) if seat is not None:
                    moved[user] = None
        return tuple(moved.items())

    def notes(self, events: tuple[Event, ...]) -> tuple[Note, ...]:
        """Return what these events are to be noted for: who sits, stands up, is removed, locks the table, reports."""
        found = []
        for event in events:
            match event:
                case Stood(seat):
                    found.append(Note("stood", self.chairs[seat].user, {"seat": seat}))
                case Seated(seat, user, name):
                    found.append(Note("seated", user, {"seat": seat, "name": name}))
                case Removed(seat, user):
                    found.append(Note("removed", user, {"seat": -1 if seat is None else seat}, self.settings.host))
                case Locked(users):
                    found.append(Note("unlocked" if users is None else "locked", self.settings.host, {}))
                case Reported(_, deal, seat, _, user):
                    found.append(Note("reported", user, {"deal": deal, "seat": seat}))
        return tuple(found)

    def ends(self, events: tuple[Event, ...]) -> bool:
        """Return whether these events end the match."""
        if self.log is None or not any(isinstance(event, Closed | Stop) for event in events):
            return False
        log = copy(self.log)
        log.events, log.entries = [], list(log.entries)
        for event in events:
            if isinstance(event, LogEvent):
                log.enter(event, checked=False)
        return log.over

    def summary_after(self, events: tuple[Event, ...]) -> Summary | None:
        """Return the summary that the table will have after these events, None if it will be the same."""
        if all(isinstance(event, UNSEEN) for event in events):
            return None
        found = self._after(events).summary
        return None if found == self.summary else found

    def _after(self, events: tuple[Event, ...]) -> "TableState":
        """Return the table as it will be after these events; this one stays as it is."""
        found = copy(self)
        found.since, found.made, found.reports = list(self.since), list(self.made), list(self.reports)
        found.laid, found._laid_at, found.stood_in = dict(self.laid), dict(self._laid_at), dict(self.stood_in)
        if self.log is not None:
            found.log = copy(self.log)
            found.log.events, found.log.entries = list(self.log.events), list(self.log.entries)
        found.enter(events)
        return found

    # A commit

    def enter(self, events: tuple[Event, ...], command: str | None = None, digest: str | None = None) -> Effect:
        """Do what the next commit says."""
        effect, chairs, log = Effect(events), self.chairs, self.log
        self.n += 1
        for event in events:
            if type(event) is Act:
                self._act(event, effect)
            else:
                self._enter(event, effect)
        if self.chairs is not chairs or self.log is not log:
            self._name_bots()
        if command and digest:
            self._receipts[_mark(command)] = self.n << 32 | int(digest[:8], 16)
        if self.log is not None:
            self._ask(events)
        if effect.steps:
            self.left_then = self.left
        return effect

    def _act(self, event: Act, effect: Effect) -> None:
        assert self.log is not None
        before = self.log.state
        assert before is not None
        self.log.enter(event, checked=False)
        self.last = self.log.state
        assert self.last is not None
        self._stand_in(event)
        effect.steps.append(Step(before, event, self.last))
        chair = self.chairs[event.seat]
        if not chair.played:
            level = chair.level or self.settings.level
            self.made.append(Made(self._laid_at.get(event.seat, self.n), len(self.log.events) - 1, event.seat, level))
        if self.laid and self.laid.pop(event.seat, None) is not None:
            del self._laid_at[event.seat]
            effect.known.append(event.seat)
        self._drop_proposal()

    def _stand_in(self, event: Act) -> None:
        """Note what a computer player does in a person's place, until that person acts again."""
        chair = self.chairs[event.seat]
        if chair.user and chair.level:
            self.stood_in[event.seat] = (*self.stood_in.get(event.seat, ()), event.act)
        else:
            self.stood_in.pop(event.seat, None)

    def _undo_stand_in(self, entry: Entered) -> None:
        """Forget what a computer player did in a person's place, as the last action of their seat is taken back."""
        if isinstance(entry, Act) and (done := self.stood_in.pop(entry.seat, ())[:-1]):
            self.stood_in[entry.seat] = done

    def _enter(self, event: Event, effect: Effect) -> None:
        match event:
            case Seated(seat, user, name, guest):
                self._chair(seat, user=user, name=name, rank=(guest, self.n), level="")
            case Stood(seat):
                self._chair(seat, user="", name="", rank=(True, 0))
            case Named(seat, name, guest):
                self._chair(seat, name=name, rank=(guest, self.n))
            case Removed(seat, user, level):
                self.removed |= {user}
                if seat is not None:
                    self._chair(seat, user="", name="", rank=(True, 0), level=level, fallen=False)
                    if self.proposal and seat in (self.proposal.by, self.proposal.seat):
                        self._drop_proposal()
            case Locked(users):
                self.inside = users
            case Reported():
                self.reports.append(event)
            case Botted(seat, level):
                self._chair(seat, level=level)
                if self.proposal and (self.proposal.what, self.proposal.seat) == ("replace", seat):
                    self._drop_proposal()
            case Fallen(seat):
                self._chair(seat, fallen=True)
            case Committed():
                self.committed = event
            case Laid(seat, act):
                assert self.last is not None
                self.laid[seat], self._laid_at[seat] = act, self.n
                effect.steps.append(sealed.laying(self.last, seat, act))
                self._drop_proposal()
            case Proposed(number):
                self.proposal, self.proposals, self.yes, self.declined = event, number, (), None
            case Answered(_, seat, yes):
                self.yes = (*self.yes, seat)
                if not yes:
                    self._drop_proposal()
                    self.declined = seat
            case Timed(left):
                self.left = left
            case Again(table):
                self.again = table
            case Begin():
                self.log = Log(event)
                self.game = self.log.game
            case _:
                self._deal(event, effect)

    def _deal(self, event: Event, effect: Effect) -> None:
        """Enter what the log knows beside actions."""
        log = self.log
        assert log is not None and isinstance(event, Dealt | Agreed | Conceded | Undo | Closed | Adjust | Stop)
        before = log.state
        if isinstance(event, Undo):
            effect.undone.extend(reversed(list(steps(log))[event.to :]))
        log.enter(event, checked=False)
        match event:
            case Undo():
                for step in effect.undone:
                    self._undo_stand_in(step.entry)
            case Dealt():
                self.stood_in = {}
                self.committed, self.deck, self.laid, self._laid_at, self.made = None, event, {}, {}, []
            case Closed():
                self.chairs = tuple(replace(c, fallen=False) if c.fallen else c for c in self.chairs)
                self.laid, self._laid_at = {}, {}
            case Agreed() | Conceded():
                assert before is not None and log.state is not None
                effect.steps.append(Step(before, event, log.state))
        self.last = log.state or self.last
        if not isinstance(event, Dealt):
            self._drop_proposal()

    def _chair(self, seat: Seat, **changes: Any) -> None:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        self.chairs = tuple(chairs)

    def _name_bots(self) -> None:
        """Keep the names of the computer players that play here while people come and go."""
        for seat, (name, chair) in enumerate(zip(self.names, self.chairs, strict=True)):
            self._chair(seat, bot_name=name if not chair.user and (chair.level or self.log is not None) else "")

    def _drop_proposal(self) -> None:
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
                self.sealed = sealed.acted(log) | self.laid
                asked = tuple(seat for seat in range(self.game.seats) if seat not in self.sealed)
        answered = {event.seat for event in events if isinstance(event, Act)}
        anew = any(isinstance(event, Dealt | Undo) for event in events)
        for seat in asked:
            if anew or seat in answered or seat not in self.asked:
                self.since[seat] = self.n
        self.asked = asked


def opening_of(table: str, settings: TableSettings, host: str) -> Opening:
    """Return a new table as a host keeps it."""
    summary = TableState(settings).summary
    return Opening(table, msgspec.json.encode(settings), host, msgspec.json.encode(summary))


def _mark(command: str) -> int:
    """Return a command in eight bytes: thousands of them are remembered at a table."""
    return int.from_bytes(hashlib.sha256(command.encode()).digest()[:8])


def _end(events: list[Any]) -> int:
    """Return where the events end of the deals that are written on the sheet."""
    return next((at + 1 for at in range(len(events) - 1, -1, -1) if isinstance(events[at], Closed)), 0)
