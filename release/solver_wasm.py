"""Compile the solver to WebAssembly: `python release/solver_wasm.py`, into build/tab/solver.wasm.

The code is the portable variant of the extension's kernel, with the interface in `kernel/wasm.cpp`. The compiler is Zig
from PyPI, which contains its own C++ library, so nothing else is needed.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "src" / "prikup" / "solver" / "kernel"
SOLVER_WASM = ROOT / "build" / "tab" / "solver.wasm"
OPTIONS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-msimd128", "-s"),
    *("-std=c++20", "-O3", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Werror"),
    "-DPRIKUP_KERNEL=plain",
)


def main() -> None:
    """Compile the solver, and print the size of the result."""
    SOLVER_WASM.parent.mkdir(parents=True, exist_ok=True)
    compiler = (sys.executable, "-m", "ziglang", "c++")
    subprocess.run((*compiler, *OPTIONS, KERNEL / "solve.cpp", KERNEL / "wasm.cpp", "-o", SOLVER_WASM), check=True)
    print(f"{SOLVER_WASM.stat().st_size // 1000} kB  {SOLVER_WASM.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
