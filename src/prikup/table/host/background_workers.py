"""The interface of workers, which run a table's long computations so that the table can continue meanwhile."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

__all__ = ["Inline", "WorkerFailed", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")


class WorkerFailed(Exception):
    """An error: a call in a worker has no result, because the function raised an error or the worker kept failing."""


class Workers(Protocol):
    """The interface of a host's workers, which run functions that take long, for example in other processes."""

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in a worker and return its result.

        `arguments` are its positional arguments and `named` its keyword arguments. They and the function must be
        picklable, because the worker may be another process. The call may have to wait until earlier calls have
        finished. Raise WorkerFailed if there is no result.
        """
        ...

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in a worker without waiting for earlier calls, and return its result.

        This is for results for which players at a table are waiting. Apart from the order, it is the same as `call`.
        """
        ...


class Inline:
    """An implementation of `Workers` for hosts without workers.

    It calls functions directly, and the table waits meanwhile.
    """

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function and return its result; raise WorkerFailed if it raises an error."""
        try:
            return function(*arguments, **named)
        except Exception as error:
            raise WorkerFailed from error

    hurry = call
