"""A second worker of a device, where what takes long is computed, while tables go on in the first.

Both run this package. What one sends the other is pickled, as between the processes of a server.
"""

import traceback
from collections.abc import Awaitable, Callable
from pickle import dumps, loads
from typing import ParamSpec, TypeVar

from prikup.table.workers import WorkerFailed

__all__ = ["Helper", "answered"]

P = ParamSpec("P")
T = TypeVar("T")


class Helper:
    """Workers of whom there is one: `ask` takes a question there and returns its answer, one after the other."""

    def __init__(self, ask: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._ask = ask

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns, which is found there by its name; raise WorkerFailed if it does not."""
        try:
            done, found = loads(await self._ask(dumps((function, arguments, named))))
        except Exception as error:  # the worker has ended, say
            raise WorkerFailed from error
        if not done:
            raise WorkerFailed(found)
        result: T = found
        return result

    hurry = call


def answered(question: bytes) -> bytes:
    """Return the answer to a question of a Helper: what the function returned, or how it failed."""
    function, arguments, named = loads(question)
    try:
        return dumps((True, function(*arguments, **named)))
    except Exception:
        return dumps((False, traceback.format_exc()))
