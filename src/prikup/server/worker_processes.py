"""Worker processes: what takes long in Python is done there, so that the event loop has the interpreter for itself.

A thread waits for each process, as for anything that blocks. It starts the process at its first call, and another one
when that dies; each ends by itself when the server is no more.
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

from prikup.server.logging import error_fields, logger
from prikup.table.workers import WorkerFailed

__all__ = ["WorkerProcesses"]

P = ParamSpec("P")
T = TypeVar("T")
NICE = 10
"""The niceness of a worker process: it stands back behind whatever else the machine has to do, above all the loop."""
TIMEOUT = 60.0
"""Seconds until the answer of a process is not expected any more."""
TRIES = 2
MAX_PROCESSES = 8
"""More processes than that would take memory (50 to 100 MB each) that nobody counted on."""


class Failure(Struct, frozen=True):
    """The answer of a process whose function has failed: the error as the log writes it."""

    fields: dict[str, Any]


class WorkerProcess:
    """One worker process, as the server sees it."""

    def __init__(self, nice: int) -> None:
        spawning = get_context("spawn")
        self._pipe, theirs = spawning.Pipe()
        self._process = spawning.Process(target=_work, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()  # so that each side hears of the other's end

    def ask(self, call: tuple[Any, ...]) -> Any:
        """Return what a function returns, or a Failure. Raises EOFError or OSError if the process does not answer."""
        self._pipe.send(call)
        if not self._pipe.poll(TIMEOUT):
            raise TimeoutError
        return self._pipe.recv()

    def kill(self) -> None:
        """Kill the process: whoever waits for its answer gets EOFError."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process and wait for its end."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


class ThreadState(threading.local):
    """The process of each thread, None before its first call."""

    process: WorkerProcess | None = None


class WorkerProcesses:
    """The `Workers` of a server.

    A function that can be named to another process is called there, with arguments that can be sent there. At most
    `processes` of them work at the same time, by default one a core; they stand back by `nice`. With `together`
    all of them start with the first call, so that no later one waits until its process is there.
    """

    def __init__(self, processes: int = 0, nice: int = NICE, *, together: bool = False) -> None:
        self.most = processes or min(os.cpu_count() or 1, MAX_PROCESSES)
        self._threads = ThreadPoolExecutor(self.most, "worker")
        self._own, self._nice, self._together = ThreadState(), nice, together
        self._processes: set[WorkerProcess] = set()
        self._calls: set[Future[Any]] = set()
        self._closed = False

    @property
    def processes(self) -> int:
        """Return the number of processes that have been started and not lost."""
        return len(self._processes)

    @property
    def calls(self) -> int:
        """Return the number of calls that are under way or wait for their turn."""
        return len(self._calls)

    async def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns in the next process that is free.

        Raises WorkerFailed. A call that is cancelled before its turn is not begun.
        """
        return await asyncio.wrap_future(self.submit(function, *arguments, **named))

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns in a thread, without waiting for a process. Raises WorkerFailed."""
        try:
            return await asyncio.to_thread(function, *arguments, **named)
        except Exception as error:
            logger.error("worker-failed", error=error)
            raise WorkerFailed from error

    def submit(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Return the future of what a function returns in the next process that is free, or WorkerFailed."""
        if self._closed:
            raise WorkerFailed
        call = self._threads.submit(self._ask, function, arguments, named)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        if self._together:
            self._together = False
            for _ in range(1, self.most):
                self._threads.submit(self._start)
        return call

    def close(self) -> None:
        """Kill all processes. Calls under way raise WorkerFailed, others are cancelled."""
        self._closed = True
        for process in list(self._processes):
            process.kill()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, *call: Any) -> Any:
        for _ in range(TRIES):
            try:
                answer = self._process().ask(call)
            except (EOFError, OSError) as error:
                self._lose()
                if self._closed:
                    break
                logger.warning("worker-lost", error=error)
                continue
            if isinstance(answer, Failure):
                logger.error("worker-failed", behind=answer.fields)
                break
            return answer
        raise WorkerFailed

    def _start(self) -> None:
        """Start the process of this thread before its first call."""
        try:
            self._process()
        except (EOFError, OSError):
            self._lose()

    def _process(self) -> WorkerProcess:
        """Return the process of this thread. Raises EOFError after `close`."""
        if self._own.process is None:
            self._own.process = WorkerProcess(self._nice)
            self._processes.add(self._own.process)
        if self._closed:
            raise EOFError
        return self._own.process

    def _lose(self) -> None:
        """End the process of this thread; the next call starts another one."""
        if self._own.process:
            self._processes.discard(self._own.process)
            self._own.process.end()
        self._own.process = None


def _work(pipe: Connection, nice: int) -> None:
    """Answer calls for as long as there is a server."""
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal all processes get it, and the server decides
    try:
        while True:
            function, arguments, named = pipe.recv()
            try:
                answer = function(*arguments, **named)
            except Exception as error:
                answer = Failure(error_fields(error))
            pipe.send(answer)
    except (EOFError, OSError):
        return
