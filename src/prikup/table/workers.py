"""Workers, which think long somewhere else while the table goes on."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

__all__ = ["Inline", "WorkerFailed", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")


class WorkerFailed(Exception):
    """There is no answer: the function failed, or what called it ended again and again."""


class Workers(Protocol):
    """A host's means for functions that take long."""

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns, which another process can find by its name, for arguments it can be sent.

        Raise WorkerFailed if there is no answer. A call may wait until calls before it are done.
        """
        ...

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return the same as `call` without waiting for other calls: the players of a table wait for the answer."""
        ...


class Inline:
    """Workers where there are none: the function is called in its place, and the table waits for it."""

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns; raise WorkerFailed if it raises."""
        try:
            return function(*arguments, **named)
        except Exception as error:
            raise WorkerFailed from error

    hurry = call
