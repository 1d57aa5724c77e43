"""A second browser worker for long computations, so that the tables in the first worker are not blocked.

Both workers run this package. Calls and results are sent as pickled bytes, as between the processes of a server.
"""

import traceback
from collections.abc import Awaitable, Callable
from pickle import dumps, loads
from typing import ParamSpec, TypeVar

from prikup.table.host.background_workers import WorkerFailed

__all__ = ["Helper", "run_call"]

P = ParamSpec("P")
T = TypeVar("T")


class Helper:
    """An implementation of `Workers` that runs every call in the device's second browser worker.

    `ask` sends a pickled call to that worker and returns the pickled result.
    """

    def __init__(self, ask: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._ask = ask

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in the second worker and return its result.

        The function is pickled by its name, so it must be at the top level of a module. Raise WorkerFailed if it raises
        an error, or if the worker does not respond.
        """
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
    """Run a pickled call from a `Helper`; this function runs in the second browser worker.

    `question` is the pickled function with its arguments. Return a pickled pair: True and the result, or False and the
    traceback if the function raised an error.
    """
    function, arguments, keyword_arguments = loads(question)
    try:
        return dumps((True, function(*arguments, **keyword_arguments)))
    except Exception:
        return dumps((False, traceback.format_exc()))
