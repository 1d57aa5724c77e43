"""Run the solver's WebAssembly kernel in wasmtime instead of the extension, for `make test-wasm`.

As a plugin (`pytest -p wasm.over_wasm`) it replaces the kernel before tests are collected, so all tests of the solver
use it. `release/solver_wasm.py` compiles the kernel into the folder `build/tab`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread

import wasmtime

from prikup.solver import wasm

__all__ = ["Kernels"]

SOLVER_WASM = Path(__file__).parents[2] / "build" / "tab" / "solver.wasm"


class Kernel:
    """An instance of the kernel. Threads take turns, because it has a single memory."""

    def __init__(self, path: Path) -> None:
        self._store = wasmtime.Store()
        module = wasmtime.Module.from_file(self._store.engine, path)
        linker = wasmtime.Linker(self._store.engine)
        nothing_to_int = wasmtime.FuncType([], [wasmtime.ValType.i32()])
        linker.define_func("host", "over", nothing_to_int, lambda: int(self._over()))
        linker.define_unknown_imports_as_traps(module)  # the C library's output before it aborts
        self._exports = linker.instantiate(self._store, module).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory, self._one = memory, Lock()
        self._call("_initialize")

    def ask(self, question: bytes, over: wasm.Over) -> wasm.KernelAnswer:
        """Return the kernel's answer to a question."""
        with self._one:
            self._over: Callable[[], bool] = over
            self._memory.write(self._store, question, self._call("room", len(question) // 4))
            words = self._call("ask")
            if words < 0:
                return words
            address = self._call("said")
            return bytes(self._memory.read(self._store, address, address + 4 * words))

    def _call(self, name: str, *numbers: int) -> int:
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        result = function(self._store, *numbers)
        return result if isinstance(result, int) else 0


class Kernels:
    """Several kernels, each in a thread and with a solver of its own, which share lists of questions."""

    def __init__(self, path: Path = SOLVER_WASM, threads: int = 1) -> None:
        self._compiled, self.threads = path, threads
        self._first = Kernel(path)

    def ask(self, question: bytes, over: wasm.Over) -> wasm.KernelAnswer:
        """Return the first kernel's answer to a question."""
        return self._first.ask(question, over)

    def share(self, make: bytes, questions: Sequence[bytes], over: wasm.Over) -> wasm.KernelAnswer:
        """Return the answers to all questions; each free kernel takes the next question."""
        pending_indexes, answers_by_index = SimpleQueue[int](), dict[int, wasm.KernelAnswer]()
        for index in range(len(questions)):
            pending_indexes.put(index)

        def help_out() -> None:
            helper = Kernel(self._compiled)
            solver_id = helper.ask(make, over)
            assert isinstance(solver_id, bytes)
            take(lambda question: helper.ask(question[:4] + solver_id + question[8:], over))

        def take(answer: Callable[[bytes], wasm.KernelAnswer]) -> None:
            while True:
                try:
                    index = pending_indexes.get_nowait()
                except Empty:
                    return
                answers_by_index[index] = answer(questions[index])

        helpers = [Thread(target=help_out) for _ in range(self.threads - 1)]
        for helper in helpers:
            helper.start()
        take(lambda question: self._first.ask(question, over))
        for helper in helpers:
            helper.join()
        words = list[bytes]()
        for index in range(len(questions)):
            if isinstance(kernel_answer := answers_by_index[index], int):
                return kernel_answer
            words.append(kernel_answer)
        return b"".join(words)


def pytest_configure() -> None:
    """Use the WebAssembly kernel in every test of this run."""
    wasm.use(Kernels())
