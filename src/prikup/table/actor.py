"""A live table: one task that owns it and takes one thing from its inbox at a time.

    message ── check ──▶ events ── EventStore.write ──▶ TableState.enter ──▶ everybody is told

The events are computed from what is so, and entered once they are durable, by the one function that also reads a table
from its rows. So nobody can ever see what is not written, not even one whose snapshot is taken during a write; and when
a write fails, nothing has to be undone: the table reads its rows again, because it cannot know which of them are there.

What happens by itself (a shuffle goes on, a clock falls, a computer player sits in) is a function of what is so and of
the time. It is asked after each item, and one alarm wakes the table when the answer may become another.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from msgspec.structs import replace

from prikup.errors import Reason, reason
from prikup.game import Settled
from prikup.state import Action, Seat
from prikup.table import admission
from prikup.table.commands import actions, clock, intermission, proposals, seats, shuffling
from prikup.table.commands.bots import Thinking, Thought
from prikup.table.commands.chat import chat
from prikup.table.commands.hints import Found, Hints
from prikup.table.commit import Committer, tell
from prikup.table.events import Again, Event
from prikup.table.inbox import Item, Joined, Left, Said, Woken
from prikup.table.live import Client, Live, Refusal
from prikup.table.messages import broadcast
from prikup.table.protocol import (
    Act,
    Answer,
    Chat,
    Cut,
    Entropy,
    Fill,
    Hash,
    Hint,
    Next,
    Propose,
    Refused,
    Rematch,
    Seats,
    Sent,
    Sit,
    Stand,
    Start,
    Told,
    Why,
)
from prikup.table.scheduler import Alarm, due
from prikup.table.state import Stage, TableState
from prikup.table.storage import EventStore, NotWritten
from prikup.table.table_settings import TableSettings, Timing

__all__ = ["Client", "Table", "Timing"]

PAUSE = 1.0
"""After a failure nothing happens by itself for so many seconds."""

Rematches = Callable[[TableSettings], Awaitable[str]]
journal = structlog.get_logger("prikup.table")


class Table:
    """A live table. `load` reads it, `start_task` lets it go on, `stop` ends that after what is in the inbox.

    Whoever loads it gives it a way to open another table, for the rematch: settings in, its id out.
    """

    def __init__(self, live: Live, keep: EventStore, rematches: Rematches) -> None:
        loop = asyncio.get_running_loop()
        self._live, self._rematches, self._time = live, rematches, loop.time
        self._desk = Committer(live, keep)
        self._inbox: asyncio.Queue[Item | None] = asyncio.Queue()
        self._thinking = Thinking(live.config.pace, self._inbox.put_nowait)
        self._hints = Hints(self._inbox.put_nowait)
        self._alarm = Alarm(loop, lambda: self._inbox.put_nowait(Woken()))
        self._doubtful = False
        self._blocked = 0.0
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def load(
        cls,
        id: str,  # noqa: A002  (an id everywhere in the protocol)
        settings: TableSettings,
        keep: EventStore,
        config: Timing,
        open_rematch: Rematches,
    ) -> "Table":
        """The table as its rows tell it."""
        course = TableState.of(settings, await keep.rows(id))
        return cls(Live(id, course, config, asyncio.get_running_loop().time()), keep, open_rematch)

    def start_task(self) -> None:
        """Begin to take what is in the inbox, and to go on with what nobody is asked for."""
        self._inbox.put_nowait(Woken())
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Do what is in the inbox, then nothing more."""
        self._inbox.put_nowait(None)
        if self._task is not None:
            await self._task
        self._thinking.stop()
        self._hints.stop()
        self._alarm.set(None)

    # What others say to it

    def join(self, ear: Client) -> None:
        """Somebody comes."""
        self._inbox.put_nowait(Joined(ear))

    def leave(self, ear: Client) -> None:
        """A connection is no more."""
        self._inbox.put_nowait(Left(ear))

    def say(self, ear: Client, message: Sent) -> None:
        """Somebody says something."""
        self._inbox.put_nowait(Said(ear, message))

    # What others may see of it

    def snapshot(self, ear: Client) -> list[Told]:
        """All that one is told who has seen nothing yet; nothing for one who is not here."""
        return list(broadcast.snapshot(self._live, ear)) if ear in self._live.ears else []

    @property
    def id(self) -> str:
        """Its id."""
        return self._live.name

    @property
    def ears(self) -> int:
        """How many connections there are."""
        return len(self._live.ears)

    @property
    def settings(self) -> TableSettings:
        """How it was opened."""
        return self._live.course.settings

    @property
    def stage(self) -> Stage:
        """What the people at the table are doing."""
        return self._live.course.stage

    @property
    def deal(self) -> int:
        """The number of the deal under way or of the next one."""
        log = self._live.course.log
        return log.match.deals + 1 if log else 1

    @property
    def people(self) -> tuple[str, ...]:
        """Whose the seats are, by id; "" where nobody's."""
        return self._live.course.people

    @property
    def seats(self) -> Seats:
        """Who sits where, as a spectator is told."""
        return broadcast.seats(self._live)

    @property
    def closed(self) -> bytes:
        """The lines of the log up to the last finished deal."""
        return self._live.course.closed

    # The task

    async def _run(self) -> None:
        while (item := await self._inbox.get()) is not None:
            live = self._live
            live.now = self._time()
            clock.tick(live)
            try:
                if self._doubtful:
                    await self._read()
                await self._take(item)
            except Exception as error:
                self._decline(item, await self._recover(error))
            try:
                if live.now >= self._blocked:
                    await self._desk.go_on()
                self._desk.tell()
                self._thinking.ask(live.course)
            except Exception as error:
                await self._recover(error)
            clock.tick(live)
            self._alarm.set(self._blocked if live.now < self._blocked else due(live))

    async def _take(self, item: Item) -> None:
        live = self._live
        match item:
            case Said(ear, message) if ear in live.ears:
                try:
                    await self._do(ear, message)
                except Refusal as refusal:
                    if refusal.reason.key == "stale":  # so he is told what he is asked now
                        tell(ear, broadcast.standing(live, ear))
                    ear.tell(Refused(refusal.reason, _id(message), refusal.legal))
            case Thought(seat, _, decision) if self._thinking.takes(live.course, item):
                await self._desk.write(_decided(live.course, seat, decision))
            case Found():
                self._hints.tell(live, item)
            case Joined(ear) if not admission.admits(live, ear):
                ear.close(admission.FORBIDDEN, reason("no-spectators"))
            case Joined(ear) if admission.overtaken(live, ear):
                ear.close(admission.ELSEWHERE, reason("seat-elsewhere"))
            case Joined(ear):
                await self._desk.write(seats.arrival(live, ear))
                live.hear(ear)
                admission.newest(live, ear)
                tell(ear, broadcast.snapshot(live, ear))
            case Left(ear) if ear in live.ears:
                live.miss(ear)

    async def _do(self, ear: Client, message: Sent) -> None:
        live = self._live
        match message:
            case Act() | Propose():
                await self._command(ear, message)
            case Why():
                ear.tell(actions.why(live, seats.own(live, ear), message))
            case Hint():
                self._hints.ask(live, ear, message)
            case Answer():
                await self._desk.write(proposals.answer(live, seats.present(live, ear), message))
            case Sit():
                await self._desk.write(seats.sit(live, ear, message))
                admission.newest(live, ear)
            case Stand():
                await self._desk.write(seats.stand(live, ear))
            case Fill():
                await self._desk.write(seats.fill(live, ear, message))
            case Start():
                await self._desk.write(seats.start(live, ear))
            case Hash():
                shuffling.hashed(live, seats.present(live, ear), message)
            case Entropy():
                shuffling.entropy(live, seats.present(live, ear), message)
            case Cut():
                shuffling.cut(live, seats.present(live, ear), message)
            case Next():
                intermission.read(live, seats.present(live, ear))
            case Chat():
                broadcast.tell_all(live, chat(live, ear, message))
            case Rematch():
                await self._rematch(ear)

    async def _command(self, ear: Client, message: Act | Propose) -> None:
        """Do once what may be sent twice."""
        live = self._live
        if receipt := self._desk.receipt(ear, message):
            ear.tell(receipt)
            return
        if isinstance(message, Act):
            events = actions.act(live, seats.playing(live, ear), message)
        else:
            events = await proposals.propose(live, seats.present(live, ear), message)
        await self._desk.command(ear, message, events)

    async def _rematch(self, ear: Client) -> None:
        course = self._live.course
        seats.own(self._live, ear)
        if course.stage != "over":
            raise Refusal(reason("match-not-over"))
        if not course.again:
            again = await self._rematches(replace(course.settings, host=ear.user, reserved=course.people))
            await self._desk.write((Again(again),))

    # Failures

    async def _recover(self, error: Exception) -> Reason:
        """Nothing was done, unless the rows say otherwise: go on from them. What people are told of it."""
        live = self._live
        why = reason("not-written" if isinstance(error, NotWritten) else "table-failed")
        journal.error(why.key, table=live.name, error=error)
        self._doubtful, self._blocked = True, live.now + PAUSE
        try:
            await self._read()
        except Exception as again:  # it is tried again before anything else is done
            journal.error("table-unreadable", table=live.name, error=again)
        return why

    def _decline(self, item: Item, why: Reason) -> None:
        """Tell somebody that the table could not do what he asked for, if so it is."""
        match item:
            case Said(ear, Act() | Propose() as message):
                ear.tell(self._desk.outcome(ear, message, why))
            case Said(ear):
                ear.tell(Refused(why))
            case Joined(ear) if ear not in self._live.ears:
                ear.close(admission.LEAVING, why)

    async def _read(self) -> None:
        await self._desk.read()
        self._doubtful = False


def _decided(course: TableState, seat: Seat, decision: Action | Settled) -> tuple[Event, ...]:
    """What comes of a computer player's decision."""
    if isinstance(decision, Settled):
        return proposals.claimed(course, seat, decision)
    return actions.acts(course, seat, (decision,))


def _id(message: Sent) -> str:
    return message.id if isinstance(message, Act | Propose) else ""
