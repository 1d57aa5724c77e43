"""Worker threads for a table in this process."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from prikup.table.host.background_workers import WorkerFailed

__all__ = ["Threads"]

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """Workers that run each call in a new thread. The program does not wait for these threads when it exits."""

    async def call(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Run `function` with these arguments in a new thread, and return its result.

        Raise WorkerFailed if the function raises an error.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def set_if_waiting(set_answer: Callable[[Any], None], value: Any) -> None:
            if not answer.done():
                set_answer(value)

        def work() -> None:
            try:
                outcome: Any = function(*arguments, **keywords)
                set_answer: Callable[[Any], None] = answer.set_result
            except Exception as error:
                outcome, set_answer = error, answer.set_exception
            with suppress(RuntimeError):  # the loop is closed: the result is no longer needed
                loop.call_soon_threadsafe(set_if_waiting, set_answer, outcome)

        Thread(target=work, daemon=True).start()
        try:
            return await answer
        except Exception as error:
            raise WorkerFailed from error

    hurry = call
