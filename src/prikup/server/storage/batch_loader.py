"""Batched database queries: concurrent lookups of single keys are combined into one query.

When all users reconnect at once, one query answers hundreds of lookups.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Generic, TypeVar

__all__ = ["BatchLoader"]

K = TypeVar("K")
V = TypeVar("V")


class BatchLoader(Generic[K, V]):
    """Loads values from the database by their keys, and combines concurrent requests for single keys into one query.

    `load_many` is the query: it takes a list of keys and returns the values by key. It is called with at most
    `batch_size` keys. Keys requested while a query runs are part of the next query.
    """

    def __init__(self, load_many: Callable[[list[K]], Awaitable[dict[K, V]]], batch_size: int) -> None:
        self._load_many, self._batch_size = load_many, batch_size
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def load(self, key: K) -> V | None:
        """Return the value of `key`, from a query that starts after this call; None if there is no value for the key.

        Raise the error that the query raises.
        """
        if key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await asyncio.shield(self._waiting[key])  # other callers may wait for it too

    async def _run(self) -> None:
        while self._waiting:
            batch = {key: self._waiting.pop(key) for key in list(islice(self._waiting, self._batch_size))}
            try:
                value_by_key = await self._load_many(list(batch))
            except Exception as error:
                for future in batch.values():
                    future.set_exception(error)
                    future.exception()  # mark the exception as retrieved, because the caller may no longer wait
            else:
                for key, future in batch.items():
                    future.set_result(value_by_key.get(key))
        self._task = None
