"""Play a whole match of each game at a table without a host: `python tests/table/hostless_match.py GAME:RULES...`.

The store is in memory, there are no workers, and time advances when nothing else is pending. Modules that only a host
may need cannot be imported: web frameworks, databases, loggers, processes.
"""

import asyncio
import itertools
import sys
from pathlib import Path

HOSTS_ALONE = (
    *("alembic", "argon2", "fcntl", "filelock", "litestar", "multiprocessing", "prometheus_client", "sqlalchemy"),
    *("structlog", "uvicorn", "uvloop", "websockets"),
)


async def match(name: str, rules: str) -> str:
    """Play a match under these house rules to its end; return its numbers of deals, actions, commits and seconds."""
    from server.still_time import StillTime

    from prikup.table.actor import Table
    from prikup.table.host.background_workers import Inline
    from prikup.table.host.services import Host
    from prikup.table.host.storage import Commit
    from prikup.table.protocol.client_messages import ActCommand, NextCommand
    from prikup.table.protocol.server_messages import (
        ReceiptMessage,
        RefusedMessage,
        SeatsMessage,
        ServerMessage,
        SheetMessage,
        UpdateMessage,
    )
    from prikup.table.state.presence import UNKNOWN_ORIGIN
    from prikup.table.table_settings import TableSettings, Timing

    class Memory:
        def __init__(self) -> None:
            self.stored_commits: list[Commit] = []

        async def write(self, commit: Commit) -> None:
            self.stored_commits.append(commit)

        async def commits(self, table: str) -> list[Commit]:
            return list(self.stored_commits)

    class Player:
        """A player who takes the first legal action."""

        user, name, guest, came = "anna", "Anna", True, 1
        origin = UNKNOWN_ORIGIN

        def __init__(self) -> None:
            self.messages: list[ServerMessage] = []
            self.over = False
            self.numbers = itertools.count()

        def send(self, message: ServerMessage) -> None:
            self.messages.append(message)
            match message:
                case SeatsMessage(stage="over"):
                    self.over = True
                case SeatsMessage(stage="rest", you=you, waits=waits) if you in waits:
                    table.receive(self, NextCommand())
                case UpdateMessage(n=n, legal=legal) if legal:
                    table.receive(self, ActCommand(n, str(next(self.numbers)), legal[0]))
                case RefusedMessage(reason):
                    assert reason.key == "stale", reason

        def close(self, code: int, reason: object) -> None:
            raise AssertionError(reason)

    time, store = StillTime(), Memory()
    began = time.now()
    settings = TableSettings(name, rules, bots=True, host="anna", deals=30, level="rule")
    table = await Table.load("alone", settings, Host(store, Inline(), time), Timing())
    table.start_task()
    player = Player()
    table.join(player)
    while not player.over:
        for _ in range(50):
            await asyncio.sleep(0)  # real time: none passes; lets the table take its steps
        if not player.over:
            assert time.waiting, "nothing will ever happen again"
            time.advance(min(call.due for call in time.waiting) - time.now())
    await table.stop()
    sheet = next(message for message in reversed(player.messages) if isinstance(message, SheetMessage))
    receipts = sum(isinstance(message, ReceiptMessage) for message in player.messages)
    seconds = time.now() - began
    return f"{name}: {len(sheet.lines)} deals, {receipts} actions, {len(store.stored_commits)} commits, {seconds:.0f} s"


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.modules.update(dict.fromkeys(HOSTS_ALONE))  # type: ignore[arg-type]  # importing None raises ImportError
    for argument in sys.argv[1:]:
        name, _, rules = argument.partition(":")
        print(asyncio.run(match(name, rules)))
