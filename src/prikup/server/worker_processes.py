"""Processes that think. What takes long in Python is done there, so that the loop has the interpreter for itself.

A thread waits for each process, as for anything that blocks. It starts the process when there is something to think
about, and another one when that dies; each ends by itself when the server is no more.
"""

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

__all__ = ["WORKERS", "WorkerFailed", "WorkerProcesses"]

P = ParamSpec("P")
T = TypeVar("T")
NICE = 10
"""By so much thinking stands back behind whatever else the machine has to do, above all the loop."""
LONGEST = 60.0
"""After so many seconds no answer is expected any more."""
TRIES = 2
MOST = 8
"""More processes than that would take memory (50 to 100 MB each) that nobody counted on."""


class WorkerFailed(Exception):
    """There is no answer: what was to think failed, or its process died again and again."""


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
