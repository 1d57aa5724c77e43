"""A table under test: rows in memory, and a clock that jumps when nothing else is pending."""

import asyncio
import random
import selectors
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

from support.example_games import example
from table.recording_client import Somebody
from table.stores import CURRENT_HOST, EACH_HOST, MEMORY, STORES, OpenStore

from prikup.history.log import Log
from prikup.rules.game import ClaimableTricks, claimable
from prikup.rules.state import State, view
from prikup.rules.tricks import Tricks
from prikup.table import actor
from prikup.table.host.background_workers import Inline
from prikup.table.host.services import NO_CALENDAR, Host, TurnCalendar
from prikup.table.host.storage import Commit, NotWritten
from prikup.table.host.time_source import LOOP_TIME, Timekeeper
from prikup.table.protocol.client_messages import (
    ActCommand,
    AnswerCommand,
    ClientCommand,
    CutCommand,
    EntropyCommand,
    HashCommand,
    NextCommand,
    SitCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import (
    ReceiptMessage,
    RefusedMessage,
    ServerMessage,
    ShuffleMessage,
)
from prikup.table.state.events import decode
from prikup.table.state.live_state import LiveState
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings, Timing

P = ParamSpec("P")
T = TypeVar("T")
QUICK = Timing(pace=0)
THREE = example(seats=3, first="call")
"""The default game: three players who start with a call."""
USERS = ("anna", "boris", "clara", "dora")


class _Jumps(selectors.SelectSelector):
    """A selector that only waits for `busy` threads; otherwise it records how long it should have waited."""

    skipped_s = 0.0
    busy = 0

    def select(self, timeout: float | None = None) -> Any:
        if self.busy:
            return super().select(timeout and min(timeout, 0.1) if timeout is not None else 0.1)
        assert timeout is not None, "nothing will ever happen again"
        self.skipped_s += timeout
        return []  # nothing can have come from outside, so the system is not asked: it would be, for each step


class Jumping(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer as soon as nothing is left to do."""

    def __init__(self) -> None:
        self._jumps = _Jumps()
        self.tables: list[actor.Table] = []
        self.shelves: list[Shelf] = []
        super().__init__(self._jumps)

    def time(self) -> float:
        return self._jumps.skipped_s

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Stop the clock while a store works in threads."""
        self._jumps.busy += 1
        try:
            yield
        finally:
            self._jumps.busy -= 1


class Dice(random.Random):
    """A replacement for `secrets` with the same values every time."""

    def token_hex(self, length: int) -> str:
        return self.randbytes(length).hex()

    randbelow, randbits = random.Random.randrange, random.Random.getrandbits


@contextmanager
def fixed_dice(seed: int) -> Iterator[None]:
    """Draw all secrets of tables from dice with this seed."""
    dice = Dice(seed)
    with patch("prikup.table.commands.shuffling.secrets", dice), patch("prikup.table.commands.seats.secrets", dice):
        yield


def table_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Wrap a test to run in a Jumping loop, with fixed secrets."""

    @wraps(test)
    def run(*args: P.args, **keywords: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=Jumping) as runner, fixed_dice(5):
            runner.run(_run_and_close(test(*args, **keywords)))

    run.hosts = (MEMORY,)  # type: ignore[attr-defined]  # read by conftest.py
    return run


def table_test_on_each_host(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Mark a test `table_test` that depends on the host: it runs on each kind of host."""
    run = table_test(test)
    run.hosts = EACH_HOST  # type: ignore[attr-defined]
    return run


async def _run_and_close(test: Coroutine[Any, Any, None]) -> None:
    """Run a test, then close its tables and stores."""
    await test
    for table in _loop().tables:
        await table.stop()
    for shelf in _loop().shelves:
        await shelf.close()


def _loop() -> Jumping:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Jumping)
    return loop


async def run_loop(seconds: float = 0.0) -> None:
    """Run the loop for `seconds` seconds of its own time."""
    await asyncio.sleep(seconds + 1e-6)  # real time: none passes in a Jumping loop


async def yield_to_tasks() -> None:
    """Give other tasks one step."""
    await asyncio.sleep(0)  # real time: none passes


class Shelf:
    """A host's store of one table; `stored_commits` lists all commits written. It is opened again for each load, as
    after a crash.

    The next `fails` writes are lost, the next `loses` writes are stored but not acknowledged, and the next `unreadable`
    reads fail.
    """

    def __init__(self, commits: Iterable[Commit] = ()) -> None:
        self.stored_commits = list(commits)
        self.fails = self.loses = 0
        self.unreadable = 0
        self._kind, self._folder = CURRENT_HOST.kind, CURRENT_HOST.folder()
        self._store: OpenStore | None = None

    async def open(self, settings: TableSettings) -> None:
        """Open the store as another process would."""
        is_new = self._store is None
        await self.close()
        with _loop().busy():
            self._store = await STORES[self._kind](self._folder, settings)
            for commit in self.stored_commits if is_new else ():
                await self._store.write(commit)

    async def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            with _loop().busy():
                await self._store.close()

    async def write(self, commit: Commit) -> None:
        assert self._store is not None
        await yield_to_tasks()
        if self.fails:
            self.fails -= 1
            raise NotWritten("the disk is full")
        assert commit.seq == len(self.stored_commits) + 1
        assert commit.command is None or commit.command not in {
            stored_commit.command for stored_commit in self.stored_commits
        }
        with _loop().busy():
            await self._store.write(commit)
        self.stored_commits.append(commit)
        if self.loses:
            self.loses -= 1
            raise NotWritten("who knows")

    async def commits(self, table: str) -> list[Commit]:
        assert self._store is not None
        if self.unreadable:
            self.unreadable -= 1
            raise OSError("the disk is gone")
        with _loop().busy():
            stored_commits = await self._store.commits(table)
        assert list(map(_content, stored_commits)) == list(map(_content, self.stored_commits)), (
            "what is read is what was written"
        )
        return stored_commits


def _content(commit: Commit) -> tuple[Any, ...]:
    return commit.seq, decode(commit.events), commit.command, commit.digest


class Table(actor.Table):
    """A table whose rows, log and state a test can inspect."""

    def __init__(self, live: LiveState, host: Host) -> None:
        super().__init__(live, host)
        self._dice = random.Random(1)

    @property
    def stage(self) -> str:  # type: ignore[override]  # otherwise mypy assumes that the stage cannot change
        return super().stage

    @property
    def shelf(self) -> Shelf:
        """Return its store."""
        assert isinstance(self._host.store, Shelf)
        return self._host.store

    def reread(self) -> TableState:
        """Return the state rebuilt from the stored rows."""
        return TableState.of(self.settings, self.shelf.stored_commits)

    async def restart(self) -> "Table":
        """Stop the table and return it as loaded after a restart."""
        await self.stop()
        return await load(self.settings, self.shelf)

    @property
    def state(self) -> TableState:
        """Return the current state."""
        return state_of(self)

    @property
    def log(self) -> Log:
        """Return the log of the started match."""
        log = self.state.log
        assert log is not None
        return log

    @property
    def deal(self) -> State[Any]:
        """Return the state of the current deal."""
        state = self.state.state
        assert state is not None
        return state

    def events_of_type(self, kind: type[T]) -> list[T]:
        """Return the events of a type in the log."""
        return [event for event in self.log.events if isinstance(event, kind)]

    async def refusal(self, person: Somebody, message: ClientCommand) -> str:
        """Send a message; return the key of the reason why it was refused, or ""."""
        reason_keys = [
            response.reason.key
            for response in await send(self, person, message)
            if isinstance(response, RefusedMessage)
        ]
        return reason_keys[-1] if reason_keys else ""

    async def arrive(self, user: str, name: str | None = None, *, guest: bool = True) -> Somebody:
        """Return a client that has just joined."""
        person = Somebody(user, name, guest=guest)
        self.join(person)
        await run_loop()
        return person

    async def agree(self, people: Iterable[Somebody]) -> None:
        """Accept the open proposal on behalf of these clients, in order."""
        for person in people:
            await send(self, person, AnswerCommand(person.proposal.number, True))

    async def play(self, people: list[Somebody], moves: int = 10**9) -> None:
        """Let clients play until the match is over or `moves` messages have been sent."""
        await play(self, people, self._dice, moves)

    async def play_until(self, people: list[Somebody], condition: Callable[[], object]) -> None:
        """Let clients play until a condition holds."""
        while not condition():
            await self.play(people, 1)

    async def play_deal(self, people: list[Somebody]) -> None:
        """Let clients play until the deal is over."""
        await self.play_until(people, lambda: self.stage != "deal")

    def claimable(self, seat: int) -> ClaimableTricks:
        """Return the claims open to a seat."""
        assert self.state.state is not None
        claimable_tricks = claimable(self.state.game, view(self.state.state, seat))
        assert claimable_tricks is not None
        return claimable_tricks


async def load(
    settings: TableSettings,
    shelf: Shelf | None = None,
    timing: Timing = QUICK,
    time: Timekeeper = LOOP_TIME,
    calendar: TurnCalendar = NO_CALENDAR,
) -> Table:
    """Load the table of a shelf; without a shelf, a new table."""
    shelf = shelf or Shelf()
    await shelf.open(settings)
    table = await Table.load("table0", settings, Host(shelf, Inline(), time, calendar=calendar), timing)
    table.start_task()
    _loop().tables.append(table)
    _loop().shelves.append(shelf)
    return table


async def seated_table(
    settings: TableSettings, *users: str, shelf: Shelf | None = None, timing: Timing = QUICK
) -> tuple[Table, list[Somebody]]:
    """Return a new table with these users seated, the first as owner."""
    table = await load(settings, shelf, timing)
    people = [Somebody(user) for user in users]
    for seat, person in enumerate(people):
        table.join(person)
        if seat:
            table.receive(person, SitCommand(seat))
    await run_loop()
    return table, people


async def started_table(
    settings: TableSettings, *users: str, shelf: Shelf | None = None, timing: Timing = QUICK
) -> tuple[Table, list[Somebody]]:
    """Return a table with the first cards dealt."""
    table, people = await seated_table(settings, *users, shelf=shelf, timing=timing)
    table.receive(people[0], StartCommand())
    await run_loop()
    await finish_shuffle(table, people)
    return table, people


async def three(timing: Timing = QUICK, **fields: Any) -> tuple[Table, list[Somebody]]:
    """Return a table with the first cards dealt, and its three clients in turn order, starting with the one to act."""
    table, people = await started_table(settings(**fields), *USERS[:3], timing=timing)
    first = people.index(client_to_act(people))
    return table, [*people[first:], *people[:first]]


async def finish_shuffle(table: actor.Table, people: list[Somebody]) -> None:
    """Play the shuffle."""
    rng = random.Random(0)
    while people[0].seats.stage == "shuffle":
        for person in people:
            if person.seats.stage == "shuffle" and (message := answer(person, rng)) is not None:
                await send(table, person, message)


def stage(table: actor.Table) -> str:
    """Return the stage of a table."""
    return table.stage


def state_of(table: actor.Table) -> TableState:
    """Return the state of a table."""
    return table._live.table


def client_to_act(people: list[Somebody]) -> Somebody:
    """Return the first client with a legal action."""
    return next(person for person in people if person.update.legal)


async def send(table: actor.Table, person: Somebody, message: ClientCommand) -> list[ServerMessage]:
    """Send a message; return the messages that its sender receives in response."""
    old_count = len(person.messages)
    table.receive(person, message)
    await run_loop()
    return person.messages[old_count:]


def settings(game: str = THREE, options: str = "", **fields: Any) -> TableSettings:
    """Return the settings of a table owned by `anna`."""
    return TableSettings(game, options, **{"host": "anna", **fields})


ENTROPY = "".join(map(str, range(10)))
HASH = sha256(ENTROPY.encode()).hexdigest()


def answer(person: Somebody, rng: random.Random) -> ClientCommand | None:
    """Return a random legal message of a player, or None if the player is not prompted."""
    if not person.messages or person.code or person.seats.you is None:
        return None
    seats, seat = person.seats, person.seat
    if seats.proposal and seat in seats.proposal.waits:
        return AnswerCommand(seats.proposal.number, rng.random() < 0.7)
    match seats.stage:
        case "open" if seats.host and None not in seats.seats:
            return StartCommand()
        case "shuffle" if person.all(ShuffleMessage):
            return _shuffle_answer(person, person.last(ShuffleMessage), seat)
        case "deal" if person.update.legal:
            return person.act(rng.choice(person.update.legal))
        case "rest" if seat in seats.waits:
            return NextCommand()
    return None


def _shuffle_answer(person: Somebody, shuffle_state: ShuffleMessage, seat: int) -> ClientCommand | None:
    if shuffle_state.step == "hashes" and shuffle_state.hashes[seat] is None:
        return HashCommand(shuffle_state.deal, shuffle_state.attempt, HASH)
    if shuffle_state.step == "entropies" and shuffle_state.hashes[seat]:
        return EntropyCommand(shuffle_state.deal, shuffle_state.attempt, ENTROPY)
    if shuffle_state.step == "cut" and shuffle_state.cutter == seat:
        return CutCommand(shuffle_state.deal, shuffle_state.attempt, 7)
    return None


async def play(table: actor.Table, people: list[Somebody], rng: random.Random, moves: int = 10**9) -> int:
    """Let clients play until the match is over or `moves` messages have been sent; return their number."""
    sent_count = 0
    while sent_count < moves and people[0].seats.stage != "over":
        answers = [(person, message) for person in people if (message := answer(person, rng))]
        for person, message in answers:
            old_count = len(person.messages)
            table.receive(person, message)
            await run_loop()
            sent_count += 1
            if isinstance(message, ActCommand):
                assert any(isinstance(m, ReceiptMessage | RefusedMessage) for m in person.messages[old_count:])
        if not answers:
            await run_loop(1)
    return sent_count


def tricks(table: Table) -> Tricks | None:
    """Return the tricks of the deal, or None before play."""
    state = table.state.state
    deal_tricks: Tricks | None = state.public.tricks if state else None
    return deal_tricks


async def table_after_first_trick(**fields: Any) -> tuple[Table, list[Somebody]]:
    """Return a table of three after the first trick."""
    table, people = await started_table(settings(**fields), *USERS[:3])
    await table.play_until(people, lambda: (current_tricks := tricks(table)) and current_tricks.past)
    return table, people
