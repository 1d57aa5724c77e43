"""Puts the kernel in WebAssembly in place of the extension, in wasmtime: for `make test-wasm`.

As a plugin (`pytest -p wasm.over_wasm`) it does so before any test is read, so that all tests of the solver run over
it. The folder `build/tab` holds what `release/solver_wasm.py` has compiled.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

import wasmtime

from prikup.solver import wasm

__all__ = ["COMPILED", "loaded"]

COMPILED = Path(__file__).parents[2] / "build" / "tab" / "solver.wasm"


def loaded(compiled: Path) -> wasm.Ask:
    """Return a way to ask a kernel of its own. Of several threads one asks at a time, as its memory is one."""
    store = wasmtime.Store()
    module = wasmtime.Module.from_file(store.engine, compiled)
    linker = wasmtime.Linker(store.engine)
    asking: list[Callable[[], bool]] = []
    nothing_to_int = wasmtime.FuncType([], [wasmtime.ValType.i32()])
    linker.define_func("host", "over", nothing_to_int, lambda: int(asking[0]()))
    linker.define_unknown_imports_as_traps(module)  # what the C library would say before it gives up
    exports = linker.instantiate(store, module).exports(store)
    functions = {name: exports[name] for name in ("_initialize", "room", "ask", "said")}
    memory = exports["memory"]
    assert isinstance(memory, wasmtime.Memory)
    one = Lock()

    def call(name: str, *numbers: int) -> int:
        function = functions[name]
        assert isinstance(function, wasmtime.Func)
        found = function(store, *numbers)
        return found if isinstance(found, int) else 0

    def ask(question: bytes, over: Callable[[], bool]) -> bytes | int:
        with one:
            asking[:] = [over]
            memory.write(store, question, call("room", len(question) // 4))
            words = call("ask")
            if words < 0:
                return words
            at = call("said")
            return bytes(memory.read(store, at, at + 4 * words))

    call("_initialize")
    return ask


def pytest_configure() -> None:
    """Ask the kernel in WebAssembly in every test of this run."""
    wasm.use(loaded(COMPILED))
