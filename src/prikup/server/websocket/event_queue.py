"""A queue and a gate that hold next to nothing: asyncio's queue has four others inside, 3 kB for each who watches."""

import asyncio
from typing import Any

__all__ = ["EventQueue", "Gate"]


class EventQueue:
    """The events of a connection that nobody has taken yet; one task at a time takes them."""

    __slots__ = ("_events", "_gate")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._gate = Gate()

    def put_nowait(self, event: Any) -> None:
        """Add an event."""
        self._events.append(event)
        self._gate.set()

    async def get(self) -> Any:
        """Return the event that has waited longest; wait for it."""
        while not self._events:
            self._gate.clear()
            await self._gate.wait()
        return self._events.pop(0)

    def empty(self) -> bool:
        """Return whether no event waits."""
        return not self._events


class Gate:
    """An `asyncio.Event` that holds nothing while nobody waits."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = True
        self._waiting: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        """Return whether it is open."""
        return self._open

    def clear(self) -> None:
        """Close it."""
        self._open = False

    def set(self) -> None:
        """Open it for all who wait."""
        self._open = True
        for each in self._waiting:
            if not each.done():
                each.set_result(None)
        self._waiting = ()

    async def wait(self) -> None:
        """Wait until it is open."""
        while not self._open:
            one = asyncio.get_running_loop().create_future()
            self._waiting = (*self._waiting, one)
            try:
                await one
            finally:
                self._waiting = tuple(other for other in self._waiting if other is not one)
