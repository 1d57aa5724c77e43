"""A whole match of each game at a table that nothing hosts: `python tests/table/alone.py GAME...`.

The store is in memory, there are no workers, and the time is made up. Whatever only a host may need cannot be imported:
web frameworks, databases, loggers, processes.
"""

import asyncio
import heapq
import itertools
import sys
from collections.abc import Callable
from typing import Any

HOSTS_ALONE = (
    "alembic",
    "argon2",
    "fcntl",
    "filelock",
    "litestar",
    "multiprocessing",
    "prometheus_client",
    "sqlalchemy",
    "structlog",
    "uvicorn",
    "uvloop",
    "websockets",
)


class MadeUpTime:
    """Time that passes when nothing else is to be done."""

    def __init__(self) -> None:
        self._now = 0.0
        self._calls: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._cancelled: set[int] = set()

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return 1_700_000_000.0 + self._now

    def call_at(self, time: float, callback: Callable[[], object]) -> Any:
        number = next(self._order)
        heapq.heappush(self._calls, (time, number, callback))
        keeper = self

        class Timer:
            def cancel(self) -> None:
                keeper._cancelled.add(number)

        return Timer()

    def pass_on(self) -> bool:
        """Let it be as late as the next call is due; whether there was one."""
        while self._calls:
            time, number, callback = heapq.heappop(self._calls)
            if number not in self._cancelled:
                self._now = max(self._now, time)
                callback()
                return True
        return False


async def match(name: str) -> str:
    """Play a match to its end; what the sheet says then."""
    from prikup.table.actor import Table
    from prikup.table.host import Host
    from prikup.table.protocol import Act, Next, Receipt, Refused, Seats, Sheet, Told, Update
    from prikup.table.storage import Commit
    from prikup.table.table_settings import TableSettings, Timing
    from prikup.table.workers import Inline

    class Memory:
        def __init__(self) -> None:
            self.kept: list[Commit] = []

        async def write(self, commit: Commit) -> None:
            self.kept.append(commit)

        async def commits(self, table: str) -> list[Commit]:
            return list(self.kept)

    class Player:
        """A player who does the first thing that is legal."""

        user, name, guest, came = "anna", "Anna", True, 1

        def __init__(self) -> None:
            self.told: list[Told] = []
            self.over = False
            self.numbers = itertools.count()

        def tell(self, message: Told) -> None:
            self.told.append(message)
            match message:
                case Seats(stage="over"):
                    self.over = True
                case Seats(stage="rest", you=you, waits=waits) if you in waits:
                    table.say(self, Next())
                case Update(n=n, legal=legal) if legal:
                    table.say(self, Act(n, str(next(self.numbers)), legal[0]))
                case Refused(reason):
                    assert reason.key == "stale", reason

        def close(self, code: int, reason: object) -> None:
            raise AssertionError(reason)

    time, store = MadeUpTime(), Memory()
    settings = TableSettings(name, "", bots=True, host="anna", deals=30, level="rule")
    table = await Table.load("alone", settings, Host(store, Inline(), time), Timing())
    table.start_task()
    player = Player()
    table.join(player)
    while not player.over:
        for _ in range(50):
            await asyncio.sleep(0)  # real time: none passes; lets the table take its steps
        if not player.over:
            assert time.pass_on(), "nothing will ever happen again"
    await table.stop()
    sheet = next(message for message in reversed(player.told) if isinstance(message, Sheet))
    receipts = sum(isinstance(message, Receipt) for message in player.told)
    return f"{name}: {len(sheet.lines)} deals, {receipts} actions, {len(store.kept)} commits, {time.now():.0f} s"


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(HOSTS_ALONE))  # type: ignore[arg-type]  # to import what is None raises ImportError
    for name in sys.argv[1:]:
        print(asyncio.run(match(name)))
