"""A table to test: its rows in memory, people who only listen, and time that passes when nothing else is to be done."""

import asyncio
import itertools
import random
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

from prikup.errors import Reason
from prikup.table.actor import Table
from prikup.table.protocol import (
    Act,
    Answer,
    Cut,
    Entropy,
    Goodbye,
    Hash,
    Next,
    Receipt,
    Refused,
    Sealed,
    Seats,
    Sent,
    Sit,
    Start,
    Told,
    Update,
)
from prikup.table.state import TableState
from prikup.table.storage import Commit, NotWritten
from prikup.table.table_settings import TableSettings, Timing

P = ParamSpec("P")
T = TypeVar("T")
QUICK = Timing(pace=0)


class _Jumps(selectors.SelectSelector):
    """Never waits: says how long it should have waited."""

    waited = 0.0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "nothing will ever happen again"
        self.waited += timeout
        return super().select(0)


class Jumping(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer as soon as nothing is left to do; what it should do in a thread is
    done at once."""

    def __init__(self) -> None:
        self._jumps = _Jumps()
        self.tables: list[Table] = []
        super().__init__(self._jumps)

    def time(self) -> float:
        return self._jumps.waited

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class Dice:
    """What is drawn in secret, the same every time."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def token_hex(self, length: int) -> str:
        return self._rng.randbytes(length).hex()

    def randbelow(self, most: int) -> int:
        return self._rng.randrange(most)

    def randbits(self, bits: int) -> int:
        return self._rng.getrandbits(bits)


def at_table(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test in such a loop, in which nothing is left to chance."""

    @wraps(test)
    def run(*args: P.args, **named: P.kwargs) -> None:
        dice = Dice(5)
        with (
            asyncio.Runner(loop_factory=Jumping) as runner,
            patch("prikup.table.commands.shuffling.secrets", dice),
            patch("prikup.table.commands.seats.secrets", dice),
        ):
            runner.run(_cleared(test(*args, **named)))

    return run


async def _cleared(test: Coroutine[Any, Any, None]) -> None:
    """A test, and then its tables are closed."""
    await test
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Jumping)
    for table in loop.tables:
        await table.stop()


async def quiet(seconds: float = 0.0) -> None:
    """Let everything happen that happens in so many seconds."""
    await asyncio.sleep(seconds + 1e-6)


class Shelf:
    """Rows in memory. `fails` of the next writes are not kept, `loses` of them are kept all the same but not
    acknowledged."""

    def __init__(self, rows: list[Commit] | None = None) -> None:
        self.kept = list(rows or ())
        self.fails = self.loses = 0
        self.unreadable = 0

    async def write(self, row: Commit) -> None:
        await asyncio.sleep(0)
        if self.fails:
            self.fails -= 1
            raise NotWritten("the disk is full")
        assert row.seq == len(self.kept) + 1
        assert row.command is None or row.command not in {kept.command for kept in self.kept}
        self.kept.append(row)
        if self.loses:
            self.loses -= 1
            raise NotWritten("who knows")

    async def rows(self, table: str) -> list[Commit]:
        if self.unreadable:
            self.unreadable -= 1
            raise OSError("the disk is gone")
        return list(self.kept)


class Somebody:
    """An Client that remembers what it was told. Whoever is made later came later."""

    _numbers = itertools.count()

    def __init__(self, user: str, name: str | None = None) -> None:
        self.user, self.came = user, next(self._numbers)
        self.name = user.capitalize() if name is None else name
        self.told: list[Told] = []
        self.code = 0
        self._ids = 0

    def tell(self, message: Told) -> None:
        assert not self.code, "told something after it was closed"
        self.told.append(message)

    def close(self, code: int, reason: Reason) -> None:
        self.told.append(Goodbye(reason))
        self.code = code

    def all(self, kind: type[T]) -> list[T]:
        """Everything of a kind that it was told."""
        return [message for message in self.told if isinstance(message, kind)]

    def last(self, kind: type[T]) -> T:
        """The last of a kind."""
        return self.all(kind)[-1]

    @property
    def seats(self) -> Seats:
        return self.last(Seats)

    @property
    def seat(self) -> int:
        seat = self.seats.you
        assert seat is not None
        return seat

    @property
    def update(self) -> Update:
        return self.last(Update)

    @property
    def refusal(self) -> str:
        """The key of the last refusal, which nothing came after but a view that was sent again."""
        return self.last(Refused).reason.key

    def id(self) -> str:
        """A new id."""
        self._ids += 1
        return f"{self.user}-{self._ids}"

    def act(self, *actions: int) -> Act:
        """The actions as an answer to what was told last."""
        return Act(self.update.n, self.id(), actions if len(actions) > 1 else actions[0])


class House:
    """Tables that share nothing but the way to open another one."""

    def __init__(self) -> None:
        self.opened: list[TableSettings] = []

    async def open(self, settings: TableSettings) -> str:
        self.opened.append(settings)
        return f"table{len(self.opened)}"

    async def load(self, settings: TableSettings, shelf: Shelf, config: Timing = QUICK) -> Table:
        table = await Table.load("table0", settings, shelf, config, self.open)
        table.start_task()
        loop = asyncio.get_running_loop()
        if isinstance(loop, Jumping):
            loop.tables.append(table)
        return table


async def seated(
    settings: TableSettings, *users: str, shelf: Shelf | None = None, config: Timing = QUICK
) -> tuple[Table, list[Somebody]]:
    """A new table with some people, the first of them its host."""
    table = await House().load(settings, shelf or Shelf(), config)
    people = [Somebody(user) for user in users]
    for seat, person in enumerate(people):
        table.join(person)
        if seat:
            table.say(person, Sit(seat))
    await quiet()
    return table, people


async def begun(
    settings: TableSettings, *users: str, shelf: Shelf | None = None, config: Timing = QUICK
) -> tuple[Table, list[Somebody]]:
    """A table where the first cards are dealt."""
    table, people = await seated(settings, *users, shelf=shelf, config=config)
    table.say(people[0], Start())
    await quiet()
    await dealt(table, people)
    return table, people


async def dealt(table: Table, people: list[Somebody]) -> None:
    """Shuffle."""
    rng = random.Random(0)
    while people[0].seats.stage == "shuffle":
        for person in people:
            if person.seats.stage == "shuffle" and (sent := answer(person, rng)) is not None:
                await said(table, person, sent)


def stage(table: Table) -> str:
    """What people are doing at a table."""
    return table.stage


def course(table: Table) -> TableState:
    """What follows from the rows of a table."""
    return table._live.course


def events(table: Table, kind: type) -> list[object]:
    """What is of a kind in the log of a match."""
    log = course(table).log
    return [event for event in log.events if isinstance(event, kind)] if log else []


def asked(people: list[Somebody]) -> Somebody:
    """The first who has something to do."""
    return next(person for person in people if person.update.legal)


async def said(table: Table, person: Somebody, message: Sent) -> list[Told]:
    """What a person is told because of a message."""
    before = len(person.told)
    table.say(person, message)
    await quiet()
    return person.told[before:]


def settings(game: str = "paston", options: str = "", **more: Any) -> TableSettings:
    """A table of a host called `anna`."""
    return TableSettings(game, options, **{"host": "anna", **more})


ENTROPY = "".join(map(str, range(10)))


def answer(person: Somebody, rng: random.Random) -> Sent | None:
    """What a person says who plays any legal action; None if nothing is asked of him."""
    if not person.told or person.code or person.seats.you is None:
        return None
    seats, seat = person.seats, person.seat
    if seats.proposal and seat in seats.proposal.waits:
        return Answer(seats.proposal.number, rng.random() < 0.7)
    match seats.stage:
        case "open" if seats.host and None not in seats.seats:
            return Start()
        case "shuffle" if person.all(Sealed):
            return _mixes(person, person.last(Sealed), seat)
        case "deal" if person.update.legal:
            return person.act(rng.choice(person.update.legal))
        case "rest" if seat in seats.waits:
            return Next()
    return None


def _mixes(person: Somebody, sealed: Sealed, seat: int) -> Sent | None:
    if sealed.step == "hashes" and sealed.hashes[seat] is None:
        return Hash(sealed.deal, sealed.attempt, sha256(ENTROPY.encode()).hexdigest())
    if sealed.step == "entropies" and sealed.hashes[seat]:
        return Entropy(sealed.deal, sealed.attempt, ENTROPY)
    if sealed.step == "cut" and sealed.cutter == seat:
        return Cut(sealed.deal, sealed.attempt, 7)
    return None


async def play(table: Table, people: list[Somebody], rng: random.Random, moves: int = 10**9) -> int:
    """Let people play until the match is over or so much has been said; how much was said."""
    said = 0
    while said < moves and people[0].seats.stage != "over":
        answers = [(person, sent) for person in people if (sent := answer(person, rng))]
        for person, sent in answers:
            before = len(person.told)
            table.say(person, sent)
            await quiet()
            said += 1
            if isinstance(sent, Act):
                assert any(isinstance(m, Receipt | Refused) for m in person.told[before:])
        if not answers:
            await quiet(1)
    return said
