"""Worker processes for long Python computations, so that the event loop has the interpreter to itself.

A thread waits for each process, as for anything that blocks. The thread starts the process at its first call, and a new
one if it dies; each process ends by itself when the server is gone.
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
from prikup.table.background_workers import WorkerFailed

__all__ = ["WorkerProcesses"]

P = ParamSpec("P")
T = TypeVar("T")
NICE = 10
"""The niceness of a worker process: it yields to everything else on the machine, above all the event loop."""
TIMEOUT = 60.0
"""Seconds to wait for the answer of a process."""
TRIES = 2
MAX_PROCESSES = 8
"""The maximum by default: each process takes 50 to 100 MB of memory."""


class WorkerFailure(Struct, frozen=True):
    """The answer of a process whose function has failed: the error in the form that the log writes."""

    fields: dict[str, Any]


class WorkerProcess:
    """One worker process, as the server sees it."""

    def __init__(self, nice: int) -> None:
        spawning = get_context("spawn")
        self._pipe, theirs = spawning.Pipe()
        self._process = spawning.Process(target=_work, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()  # so that each side notices the end of the other

    def ask(self, call: tuple[Any, ...]) -> Any:
        """Return the result of a call, or a Failure. Raise EOFError or OSError if the process does not answer."""
        self._pipe.send(call)
        if not self._pipe.poll(TIMEOUT):
            raise TimeoutError
        return self._pipe.recv()

    def kill(self) -> None:
        """Kill the process: a pending `ask` raises EOFError."""
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

    A function and its arguments are pickled and run in another process. At most `processes` of them work at the same
    time, by default one per core; they run at niceness `nice`. With `start_together` all of them start with the first
    call, so that no later call waits for a process to start.
    """

    def __init__(self, processes: int = 0, nice: int = NICE, *, start_together: bool = False) -> None:
        self.most = processes or min(os.cpu_count() or 1, MAX_PROCESSES)
        self._threads = ThreadPoolExecutor(self.most, "worker")
        self._own, self._nice, self._together = ThreadState(), nice, start_together
        self._all_threads = threading.Barrier(self.most)
        self._processes: set[WorkerProcess] = set()
        self._calls: set[Future[Any]] = set()
        self._closed = False

    @property
    def processes(self) -> int:
        """Return the number of processes that are running."""
        return len(self._processes)

    @property
    def calls(self) -> int:
        """Return the number of calls in progress or waiting for a process."""
        return len(self._calls)

    async def call(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Return the result of a function run in the next free process.

        Raise WorkerFailed. A call that is cancelled before its turn is not started.
        """
        return await asyncio.wrap_future(self.submit(function, *arguments, **keywords))

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Return the result of a function run in a thread, without waiting for a process. Raise WorkerFailed."""
        try:
            return await asyncio.to_thread(function, *arguments, **keywords)
        except Exception as error:
            logger.error("worker-failed", error=error)
            raise WorkerFailed from error

    def submit(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> Future[T]:
        """Return a future for the result of a function run in the next free process, or raise WorkerFailed."""
        if self._closed:
            raise WorkerFailed
        if self._together:
            self._together = False
            for _ in range(self.most):
                self._threads.submit(self._start)
        call = self._threads.submit(self._ask, function, arguments, keywords)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call

    def close(self) -> None:
        """Kill all processes. Calls in progress raise WorkerFailed, waiting ones are cancelled."""
        self._closed = True
        self._all_threads.abort()
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
            if isinstance(answer, WorkerFailure):
                logger.error("worker-failed", behind=answer.fields)
                break
            return answer
        raise WorkerFailed

    def _start(self) -> None:
        """Start the process of this thread before its first call.

        The threads wait for each other first: otherwise one that has started soon would also take another's turn.
        """
        try:
            self._all_threads.wait()
            self._process()
        except (threading.BrokenBarrierError, EOFError, OSError):
            self._lose()

    def _process(self) -> WorkerProcess:
        """Return the process of this thread, starting it if needed. Raise EOFError after `close`."""
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
    """Run calls until the server closes the pipe."""
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal all processes get it; the server handles it
    try:
        while True:
            function, arguments, keywords = pipe.recv()
            try:
                answer = function(*arguments, **keywords)
            except Exception as error:
                answer = WorkerFailure(error_fields(error))
            pipe.send(answer)
    except (EOFError, OSError):
        return
