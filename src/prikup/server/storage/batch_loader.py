"""Questions to the database that are asked together: when everybody comes back at once, one answers hundreds."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Generic, TypeVar

__all__ = ["BatchLoader"]

K = TypeVar("K")
V = TypeVar("V")


class BatchLoader(Generic[K, V]):
    """Finds things by their keys, at most so many in one question. Whoever asks while others are answered is in the
    next question."""

    def __init__(self, ask: Callable[[list[K]], Awaitable[dict[K, V]]], most: int) -> None:
        self._ask, self._most = ask, most
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def find(self, key: K) -> V | None:
        """What is there at this moment or later; None for nothing."""
        if key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await asyncio.shield(self._waiting[key])  # others may wait for it too

    async def _run(self) -> None:
        while self._waiting:
            asked = {key: self._waiting.pop(key) for key in list(islice(self._waiting, self._most))}
            try:
                found = await self._ask(list(asked))
            except Exception as error:
                for future in asked.values():
                    future.set_exception(error)
                    future.exception()  # who asked may be gone
            else:
                for key, future in asked.items():
                    future.set_result(found.get(key))
        self._task = None
