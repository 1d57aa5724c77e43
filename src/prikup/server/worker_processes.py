"""Worker processes for long Python computations, which would otherwise delay the event loop of the server.

In one process, Python threads compete for the interpreter. Each worker process has a thread of the server, which sends
the process calls and waits for the results. The thread starts the process at its first call, and starts a new one if
the process dies. A process ends by itself when the server is gone.

Where the system can fork, a further process, Python's fork server, imports `MODULE` once, and each worker process is a
copy of it: it starts in some ten milliseconds, and shares the memory of the imported modules with the others.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, ParamSpec, TypeVar

from msgspec import Struct

from prikup.server.logging import error_fields, logger
from prikup.table.host.background_workers import WorkerFailed

__all__ = ["WorkerProcesses"]

P = ParamSpec("P")
T = TypeVar("T")
NICE = 10
"""The default niceness (Unix priority) of a worker process.

With this value the process yields to everything else on the machine, above all to the event loop of the server.
"""
TIMEOUT = 60.0
"""Seconds to wait for the result of a call; after that the process is killed."""
TRIES = 2
"""The number of processes in which a call is tried, one after the other, if each of them dies or gives no answer."""
MAX_PROCESSES = 8
"""The maximum number of processes in a pool whose size is not configured."""
MODULE = "prikup.server.http.api"
"""The module that imports all functions that worker processes run.

The import takes half a second of processor time. Without the fork server (on Windows), each process takes that time
when it starts, before its first call.
"""
_CONTEXT: ForkServerContext | SpawnContext = (
    get_context("forkserver") if "forkserver" in get_all_start_methods() else get_context("spawn")
)
_CONTEXT.set_forkserver_preload([MODULE])


class WorkerFailure(Struct, frozen=True):
    """The answer that a worker process sends instead of a result if the called function has raised an exception.

    `fields` describe the exception, as `error_fields` returns them for a log line.
    """

    fields: dict[str, Any]


class WorkerProcess:
    """The server's end of one worker process, which sends calls to the process and receives the results.

    `nice` is the niceness (Unix priority) of the process.
    """

    def __init__(self, nice: int) -> None:
        self._pipe, far_end = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_work, args=(far_end, nice), daemon=True)
        self._process.start()
        far_end.close()  # so that each side notices when the other ends

    def run(self, call: tuple[Any, ...]) -> Any:
        """Run a call in the process and return its result, or a WorkerFailure if the function raises an exception.

        `call` is a tuple of a function, its arguments and its keyword arguments. Raise EOFError or OSError if the
        process has died or does not answer within `TIMEOUT` seconds.
        """
        self._pipe.send(call)
        if not self._pipe.poll(TIMEOUT):
            raise TimeoutError(f"a worker process gave no answer within {TIMEOUT} s")
        return self._pipe.recv()

    def kill(self) -> None:
        """Kill the process. A `run` that waits for an answer raises EOFError."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process and wait for its end."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


class ThreadState(threading.local):
    """The worker process of one thread of the server; None before the thread's first call."""

    process: WorkerProcess | None = None


class WorkerProcesses:
    """A pool of worker processes, which implements `Workers` (the interface for long computations) for a server.

    A function and its arguments are pickled and run in another process.

    - `processes`: the number of processes; 0 means one per core, at most `MAX_PROCESSES`.
    - `nice`: the niceness (Unix priority) of the processes.

    The attribute `size` is the number of processes once all of them have been started.
    """

    def __init__(self, processes: int = 0, nice: int = NICE) -> None:
        self.size = processes or min(os.cpu_count() or 1, MAX_PROCESSES)
        self._nice = nice
        self._threads = ThreadPoolExecutor(self.size, "worker")
        self._thread_state = ThreadState()
        self._processes: set[WorkerProcess] = set()
        self._calls: set[Future[Any]] = set()
        self._closed = False

    @property
    def processes(self) -> int:
        """The number of processes that are running."""
        return len(self._processes)

    @property
    def calls(self) -> int:
        """The number of calls that are in progress or wait for a process."""
        return len(self._calls)

    async def call(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Run a function in the next free process and return its result.

        Raise WorkerFailed if the function fails or the process dies repeatedly. If the caller is cancelled while the
        call still waits for a process, the function is not run.
        """
        return await asyncio.wrap_future(self.submit(function, *arguments, **keywords))

    async def hurry(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Run a function in a thread of the server, without waiting for a free process, and return its result.

        Raise WorkerFailed if the function fails.
        """
        try:
            return await asyncio.to_thread(function, *arguments, **keywords)
        except Exception as error:
            logger.error("worker-failed", error=error)
            raise WorkerFailed from error

    def submit(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> Future[T]:
        """Run a function in the next free process, and return a future for its result without waiting.

        Raise WorkerFailed if the pool is closed.
        """
        if self._closed:
            raise WorkerFailed("the pool of worker processes is closed")
        call = self._threads.submit(self._run, function, arguments, keywords)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call

    def close(self) -> None:
        """Kill all processes. Calls in progress raise WorkerFailed, and waiting calls are cancelled."""
        self._closed = True
        for process in list(self._processes):
            process.kill()
        self._threads.shutdown(cancel_futures=True)

    def _run(self, *call: Any) -> Any:
        for _ in range(TRIES):
            try:
                answer = self._process().run(call)
            except (EOFError, OSError) as error:
                self._end_process()
                if self._closed:
                    break
                logger.warning("worker-lost", error=error)
                continue
            if isinstance(answer, WorkerFailure):
                logger.error("worker-failed", behind=answer.fields)
                raise WorkerFailed("the function raised an error, which the log describes")
            return answer
        raise WorkerFailed("the worker process died or gave no answer")

    def _process(self) -> WorkerProcess:
        """Return the worker process of the current thread, and start it if needed. Raise EOFError after `close`."""
        if self._thread_state.process is None:
            self._thread_state.process = WorkerProcess(self._nice)
            self._processes.add(self._thread_state.process)
        if self._closed:
            raise EOFError("the pool of worker processes is closed")
        return self._thread_state.process

    def _end_process(self) -> None:
        """End the worker process of the current thread, because it has failed.

        The thread's next call starts another one.
        """
        if self._thread_state.process:
            self._processes.discard(self._thread_state.process)
            self._thread_state.process.end()
        self._thread_state.process = None


def _work(pipe: Connection, nice: int) -> None:
    """Run calls that arrive through `pipe` and send the results back, until the server closes the pipe.

    This is the main function of a worker process. `nice` is its niceness (Unix priority).
    """
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C at a terminal reaches all processes; the server handles it
    import_module(MODULE)
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
