"""Workers, which run long computations while the table goes on."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

__all__ = ["Inline", "WorkerFailed", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")


class WorkerFailed(Exception):
    """A call has no result: the function failed, or its process ended repeatedly."""


class Workers(Protocol):
    """A host's means to run functions that take long."""

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function and return its result; function and arguments must be picklable for another process.

        Raise WorkerFailed if there is no result. A call may wait until earlier calls are done.
        """
        ...

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do the same as `call` without waiting for other calls, because players at a table wait for the result."""
        ...


class Inline:
    """Workers for a host without any: the function is called directly, and the table waits for it."""

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function and return its result; raise WorkerFailed if it raises."""
        try:
            return function(*arguments, **named)
        except Exception as error:
            raise WorkerFailed from error

    hurry = call
