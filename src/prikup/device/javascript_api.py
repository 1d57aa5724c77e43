"""The interface between the browser host and JavaScript; all arguments and results are texts, numbers or bytes."""

from array import array
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from pyodide.ffi import create_proxy, to_js

from prikup.device.table_store import Box, DerivedBox
from prikup.solver import wasm
from prikup.table.table_settings import Timing

__all__ = ["assist", "begin"]


class _IndexedRowStore:
    """A row store in the browser's IndexedDB.

    `functions` are the JavaScript functions of `web/src/device/row_store.ts` that access it.
    """

    def __init__(self, functions: Any) -> None:
        self._functions = functions

    async def add(self, rows: str) -> None:
        await self._functions.add(rows)

    async def put(self, rows: str) -> None:
        await self._functions.put(rows)

    async def note(self, name: str, text: str) -> None:
        await self._functions.note(name, text)

    async def fact(self, name: str) -> str | None:
        text: str | None = await self._functions.fact(name)
        return text

    async def row(self, box: Box | DerivedBox, key: str) -> str | None:
        text: str | None = await self._functions.row(box, key)
        return text

    async def rows(self, box: Box | DerivedBox, prefix: str) -> list[str]:
        return msgspec.json.decode(await self._functions.rows(box, prefix), type=list[str])


class HostedPage:
    """The host of a device's tables, as JavaScript calls it on behalf of the device's pages.

    - `functions`: the functions of the row store in JavaScript.
    - `timing`: the time limits and delays of the tables.
    - `run_in_worker`: sends a pickled call to the second browser worker and returns the pickled result.
    - `build`: a JavaScript function that returns the id of this build of the program.
    """

    def __init__(
        self, functions: Any, timing: Timing, run_in_worker: Callable[[bytes], Awaitable[bytes]], build: Any
    ) -> None:
        from prikup.device.background_worker import Helper
        from prikup.device.bot_speed import Speed
        from prikup.device.host import (
            TabHost,  # imported after the solver is set up: the available players depend on it
        )

        shelf = _IndexedRowStore(functions)
        self._host = TabHost(shelf, timing, Helper(run_in_worker), Speed(shelf, build, timing.thought_s))

    async def asked(self, method: str, path: str, body: str) -> str:
        """Answer an API request; return the status and the body of the response as a JSON list of these two.

        `method` is the HTTP method, `path` includes the query string, if there is one, and `body` is JSON.
        """
        path, _, query = path.partition("?")
        return msgspec.json.encode(await self._host.handle_request(method, path, dict(parse_qsl(query)), body)).decode()

    async def join(self, table: str, name: str, tell: Any, close: Any) -> Any:
        """Connect a page to a table, and return the connection as a JavaScript object.

        - `table`: the id of the table.
        - `name`: the display name of the person.
        - `tell`: the JavaScript function that receives the table's messages.
        - `close`: the JavaScript function that is called when the table closes the connection.
        """
        return create_proxy(await self._host.join(table, tell, close, name))


def begin(shelf: Any, solver: Any, timing: str, study: Any, build: Any) -> Any:
    """Start the host of the device's tables in the first browser worker; return it as a JavaScript object.

    The object is a `HostedPage`. All arguments come from JavaScript:

    - `shelf`: has the functions of the row store.
    - `solver`: the solver of `web/src/device/solver/solver.ts`.
    - `timing`: a `Timing` as JSON.
    - `study`: sends a long computation to the second browser worker.
    - `build`: returns the id of this build of the program.
    """

    async def run_in_worker(question: bytes) -> bytes:
        result_bytes: bytes = (await study(to_js(question))).to_bytes()
        return result_bytes

    wasm.use(_Kernels(solver))
    return create_proxy(HostedPage(shelf, msgspec.json.decode(timing, type=Timing), run_in_worker, build))


def assist(solver: Any) -> Any:
    """Set up the device's second browser worker, which runs long computations.

    `solver` is the JavaScript solver, as in `begin`. Return a JavaScript function that runs the calls which the first
    worker sends (with the argument `study` of `begin`).
    """
    wasm.use(_Kernels(solver))
    from prikup.device.background_worker import run_call

    return create_proxy(lambda question: to_js(run_call(question.to_bytes())))


class _Kernels:
    """An implementation of `wasm.Kernels` (loaded copies of the compiled solver) by the JavaScript `solver`.

    It converts between Python bytes and JavaScript.
    """

    def __init__(self, solver: Any) -> None:
        self._solver, self.threads = solver, int(solver.threads)

    def ask(self, question: bytes, over: wasm.Over) -> wasm.KernelAnswer:
        return _kernel_answer(self._solver.ask(to_js(question), over))

    def share(self, make: bytes, questions: Sequence[bytes], over: wasm.Over) -> wasm.KernelAnswer:
        lengths = array("i", map(len, questions))
        return _kernel_answer(self._solver.share(to_js(make), to_js(b"".join(questions)), to_js(lengths), over))


def _kernel_answer(answer: Any) -> wasm.KernelAnswer:
    return answer if isinstance(answer, int) else bytes(answer.to_bytes())
