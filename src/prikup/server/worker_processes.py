"""Processes that think. What takes long in Python is done there, so that the loop has the interpreter for itself.

A thread waits for each process, as for anything that blocks. It starts the process when there is something to think
about, and another one when that dies; each ends by itself when the server is no more.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from msgspec import Struct

from prikup.server.logging import frames, journal
from prikup.table.workers import WorkerFailed

__all__ = ["WORKERS", "WorkerProcesses"]

P = ParamSpec("P")
T = TypeVar("T")
NICE = 10
"""By so much thinking stands back behind whatever else the machine has to do, above all the loop."""
LONGEST = 60.0
"""After so many seconds no answer is expected any more."""
TRIES = 2
MOST = 8
"""More processes than that would take memory (50 to 100 MB each) that nobody counted on."""


class Failed(Struct, frozen=True):
    """What a process answers if its function fails: the error as the journal writes it."""

    told: dict[str, Any]


class WorkerProcess:
    """A process that thinks, as the server sees it."""

    def __init__(self) -> None:
        new = get_context("spawn")
        self._pipe, its = new.Pipe()
        self._process = new.Process(target=_think, args=(its,), daemon=True)
        self._process.start()
        its.close()  # so that each side hears of the other's end

    def ask(self, call: tuple[Any, ...]) -> Any:
        """What a function comes to. Raises EOFError or OSError if the process does not answer."""
        self._pipe.send(call)
        if not self._pipe.poll(LONGEST):
            raise TimeoutError
        return self._pipe.recv()

    def end(self) -> None:
        """No more of it."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


class Own(threading.local):
    """What each thread has for itself: the process it waits for, once there was something to think about."""

    head: WorkerProcess | None = None


class WorkerProcesses(ThreadPoolExecutor):
    """An executor of functions that can be named to another process, with arguments that can be sent there. What they
    raise is WorkerFailed."""

    def __init__(self, most: int) -> None:
        super().__init__(most, "heads")
        self._own = Own()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let the next process that is free call a function."""
        return super().submit(self._asked, fn, args, kwargs)

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns in a process. Raise WorkerFailed."""
        return await asyncio.wrap_future(self.submit(function, *arguments, **named))

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns in a thread, without waiting for a process. Raise WorkerFailed."""
        try:
            return await asyncio.to_thread(function, *arguments, **named)
        except Exception as error:
            journal.error("head-failed", error=error)
            raise WorkerFailed from error

    def _asked(self, *call: Any) -> Any:
        for _ in range(TRIES):
            try:
                self._own.head = self._own.head or WorkerProcess()
                found = self._own.head.ask(call)
            except (EOFError, OSError) as error:
                journal.warning("head-lost", error=error)
                self._lose()
                continue
            if isinstance(found, Failed):
                journal.error("head-failed", behind=found.told)
                break
            return found
        raise WorkerFailed

    def _lose(self) -> None:
        """The next question of this thread needs another process."""
        if self._own.head:
            self._own.head.end()
        self._own.head = None


def _think(pipe: Connection) -> None:
    """The life of such a process: as long as there is a server."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal everybody hears it, and the server says what follows
    try:
        while True:
            function, arguments, named = pipe.recv()
            try:
                found = function(*arguments, **named)
            except Exception as error:
                found = Failed(frames(error))
            pipe.send(found)
    except (EOFError, OSError):
        return


WORKERS = WorkerProcesses(min(os.cpu_count() or 1, MOST))
"""As many as can think at the same time."""
