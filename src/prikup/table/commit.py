"""Where the rows of a table are made, and told of once they are durable."""

import asyncio
import time
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from prikup.errors import Reason, reason
from prikup.history.log import Begin
from prikup.table import admission
from prikup.table.commands import clock
from prikup.table.events import Event, encoded
from prikup.table.live import Client, Live, Refusal
from prikup.table.messages import broadcast
from prikup.table.protocol import Act, Propose, Receipt, Refused, Told
from prikup.table.scheduler import follows
from prikup.table.state import Done, TableState
from prikup.table.storage import Commit, EventStore

__all__ = ["Committer", "tell"]


class Committer:
    """Makes the rows of a table. Raises NotWritten where one is not kept; then `read` says how things are."""

    def __init__(self, live: Live, keep: EventStore) -> None:
        self._live, self._keep = live, keep
        self._time = asyncio.get_running_loop().time
        self._told = live.course.n

    async def write(self, events: tuple[Event, ...]) -> None:
        """Make a row of these events, if there are any, and tell of it."""
        if events:
            await self._announce(await self._put(events))

    async def command(self, ear: Client, message: Act | Propose, events: tuple[Event, ...]) -> None:
        """Make the row of a command; a receipt comes before everything else."""
        done = await self._put(events, _name(ear, message), _content(message))
        ear.tell(Receipt(message.id, self._live.course.n))
        await self._announce(done)

    def receipt(self, ear: Client, message: Act | Propose) -> Receipt | None:
        """The receipt of a command that was done before. Raises Refusal if something else was done under its id."""
        known = self._live.course.receipt(_name(ear, message), _content(message))
        if known < 0:
            raise Refusal(reason("id-twice"))
        return Receipt(message.id, known) if known else None

    def outcome(self, ear: Client, message: Act | Propose, why: Reason) -> Receipt | Refused:
        """What somebody is told whose command has failed: it may be done all the same."""
        known = self._live.course.receipt(_name(ear, message), _content(message))
        return Receipt(message.id, known) if known > 0 else Refused(why, message.id)

    async def go_on(self) -> None:
        """Let happen what happens by itself."""
        while (events := follows(self._live)) is not None:
            await self.write(events)
            broadcast.tell_mixed(self._live)

    def tell(self) -> None:
        """Tell everybody what has changed beside the rows."""
        broadcast.tell_mixed(self._live)
        broadcast.tell_seats(self._live)

    async def read(self) -> None:
        """Read the rows again; everybody is told how things stand if there is one that nobody was told of."""
        live = self._live
        live.course = TableState.of(live.course.settings, await self._keep.rows(live.name))
        clock.written(live)
        if live.course.n != self._told:
            self._told = live.course.n
            for ear in live.ears:
                tell(ear, broadcast.snapshot(live, ear))

    async def _put(self, events: tuple[Event, ...], command: str | None = None, content: str | None = None) -> Done:
        """Make a row of which nobody knows yet."""
        live = self._live
        events += clock.timed(live, events)
        at = time.time_ns() // 1_000_000
        course = live.course
        sits, over = course.sits(events), course.ends(events)
        await self._keep.write(Commit(live.name, course.n + 1, encoded(events), command, content, at, sits, over))
        done = live.course.enter(events, command, content)
        live.now = self._time()
        clock.written(live)
        if done.steps:
            live.tries.clear()
        return done

    async def _announce(self, done: Done) -> None:
        broadcast.tell(self._live, done)
        self._told = self._live.course.n
        if any(isinstance(event, Begin) for event in done.events):
            admission.strangers(self._live)


def tell(ear: Client, messages: Iterable[Told]) -> None:
    """Tell somebody several things."""
    for message in messages:
        ear.tell(message)


def _name(ear: Client, message: Act | Propose) -> str:
    return f"{ear.user}/{message.id}"


def _content(message: Act | Propose) -> str:
    """What a command asks for, in short."""
    asked: tuple[object, ...]
    if isinstance(message, Propose):
        asked = message.what, message.won, message.seat
    else:
        asked = message.act if isinstance(message.act, tuple) else (message.act,)
    return sha256(msgspec.json.encode(asked)).hexdigest()
