"""Run `prikup serve` in a process that kills itself at a chosen point.

Run `python tests/campaigns/self_killing_server.py POINT AFTER serve …`. It is the real command, with some functions
wrapped. The process kills itself when it reaches the point for the AFTER-th time. Times before the signal SIGUSR1 are
not counted, unless the point is in `BEGINNING`.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from prikup.cli import main
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.websocket.connection import TableSocket
from prikup.table.actor import Table
from prikup.table.commit import Committer
from prikup.table.host.storage import Commit
from prikup.table.protocol.server_messages import ReceiptMessage

__all__ = ["BEGINNING", "LIE", "POINTS"]

POINTS = {
    "asked": "before a row is written",
    "written": "when rows are written, before their commit",
    "committed": "after the commit of a user's command, before the tables know of the commit",
    "entered": "when a table has applied a row, before any client is informed",
    "told": "just after a user gets a receipt, when others may have got the View",
    "opened": "when the database is open, before users may connect",
    "loaded": "while tables are loaded and users reconnect",
}
BEGINNING = ("opened", "loaded")
LIE = "lie"
"""A point that only a faulty server has: rows are acknowledged before they are written, so that they can be lost."""
Method = Callable[..., Any]


def install_kill_point(point: str, after: int) -> None:
    """Make this process kill itself when it reaches the point `point` of `POINTS` for the `after`-th time."""
    remaining_calls, counts = after, point in BEGINNING

    def begin(*_: object) -> None:
        nonlocal counts
        counts = True

    def die() -> None:
        nonlocal remaining_calls
        remaining_calls -= counts
        if remaining_calls <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    signal.signal(signal.SIGUSR1, begin)

    match point:
        case "asked":
            _call_before(SqlEventStore, "write", die)
        case "written":
            event.listen(
                Engine,
                "after_cursor_execute",
                lambda *event_arguments: die() if "INTO moves" in event_arguments[2] else None,
            )
        case "committed":
            _call_after(SqlEventStore, "_insert", lambda _, rows: die() if any(row.command for row in rows) else None)
        case "entered":
            _call_before(Committer, "_announce", die)
        case "told":
            _die_after_receipt(die)
        case "opened":
            _call_after(SqlEventStore, "open", lambda *_: die())
        case "loaded":
            _call_after(Table, "load", lambda *_: die())
        case _ if point == LIE:
            _acknowledge_early(die, lambda: counts)


def _call_before(owner: type, name: str, die: Callable[[], None]) -> None:
    method: Method = getattr(owner, name)

    async def wrapper(*values: Any) -> Any:
        die()
        return await method(*values)

    setattr(owner, name, wrapper)


def _call_after(owner: type, name: str, callback: Callable[..., None]) -> None:
    method: Method = getattr(owner, name)

    async def wrapper(*values: Any, **options: Any) -> Any:
        result = await method(*values, **options)
        callback(*values)
        return result

    bound = hasattr(method, "__self__")  # a class method is already bound
    setattr(owner, name, staticmethod(wrapper) if bound else wrapper)


def _die_after_receipt(die: Callable[[], None]) -> None:
    send: Method = TableSocket.send

    def wrapper(connection: TableSocket, message: Any) -> None:
        send(connection, message)
        if isinstance(message, ReceiptMessage):
            asyncio.get_running_loop().call_later(0.001, die)

    TableSocket.send = wrapper  # type: ignore[assignment, method-assign]  # killed just after a receipt


def _acknowledge_early(die: Callable[[], None], is_counting: Callable[[], bool]) -> None:
    write: Method = SqlEventStore.write
    late = set()

    async def wrapper(store: SqlEventStore, row: Commit) -> None:
        if not is_counting():  # otherwise the start of the match could be lost
            await write(store, row)
            return
        late.add(asyncio.create_task(_slow(write, store, row)))
        if row.command:
            die()

    SqlEventStore.write = wrapper  # type: ignore[assignment, method-assign]


async def _slow(write: Method, store: SqlEventStore, row: Commit) -> None:
    await asyncio.sleep(0.3)
    await write(store, row)


if __name__ == "__main__":
    install_kill_point(sys.argv[1], int(sys.argv[2]))
    sys.argv[:3] = ["prikup"]
    main()
