"""A second worker of a device for long computations, so that tables continue in the first.

Both run this package. Calls and results are pickled, as between the processes of a server.
"""

import traceback
from collections.abc import Awaitable, Callable
from pickle import dumps, loads
from typing import ParamSpec, TypeVar

from prikup.table.background_workers import WorkerFailed

__all__ = ["Helper", "run_call"]

P = ParamSpec("P")
T = TypeVar("T")


class Helper:
    """The `Workers` interface with one worker: `ask` sends it a pickled call and returns the pickled result."""

    def __init__(self, ask: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._ask = ask

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return the result of a function that the worker finds by name; raise WorkerFailed if it fails."""
        try:
            succeeded, outcome = loads(await self._ask(dumps((function, arguments, named))))
        except Exception as error:  # for example, the worker has ended
            raise WorkerFailed from error
        if not succeeded:
            raise WorkerFailed(outcome)
        result: T = outcome
        return result

    hurry = call


def run_call(question: bytes) -> bytes:
    """Run a pickled call of a Helper; return its pickled result, or its traceback."""
    function, arguments, keyword_arguments = loads(question)
    try:
        return dumps((True, function(*arguments, **keyword_arguments)))
    except Exception:
        return dumps((False, traceback.format_exc()))
