"""A queue and an event that use little memory, for the WebSockets of tables.

An asyncio queue contains four other queues. They would take 3 kB for each spectator.
"""

import asyncio
from typing import Any

__all__ = ["EventQueue", "Gate"]


class EventQueue:
    """A queue of the ASGI events that a WebSocket has received but not handled yet.

    At most one task may call `get` at a time.
    """

    __slots__ = ("_events", "_gate")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._gate = Gate()

    def put_nowait(self, event: Any) -> None:
        """Add an event at the end of the queue."""
        self._events.append(event)
        self._gate.set()

    async def get(self) -> Any:
        """Remove and return the oldest event; wait for one if the queue is empty."""
        while not self._events:
            self._gate.clear()
            await self._gate.wait()
        return self._events.pop(0)

    def empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._events


class Gate:
    """An event like `asyncio.Event`, but one that allocates nothing while no task waits. It is open at first."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = True
        self._waiting: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        """Return whether the gate is open."""
        return self._open

    def clear(self) -> None:
        """Close the gate, so that `wait` waits."""
        self._open = False

    def set(self) -> None:
        """Open the gate, and wake all waiting tasks."""
        self._open = True
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting = ()

    async def wait(self) -> None:
        """Wait until the gate is open."""
        while not self._open:
            future = asyncio.get_running_loop().create_future()
            self._waiting = (*self._waiting, future)
            try:
                await future
            finally:
                self._waiting = tuple(
                    waiting_future for waiting_future in self._waiting if waiting_future is not future
                )
