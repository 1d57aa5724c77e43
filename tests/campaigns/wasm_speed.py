"""The solver's speed in WebAssembly beside the extension's.

Run `python tests/campaigns/wasm_speed.py`, after `make test-wasm`.

All cards of the same deals, fixed seeds, on one thread: ms of the processor a deal, and nodes, which are the same. The
WebAssembly runs in wasmtime; PRIKUP_KERNEL=plain compares with the extension's build for any processor.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from solver.positions import deal_position
from wasm.over_wasm import Kernels

from prikup.solver import native, solve_many, wasm

DEALS = {"trump": (400, 10), "no trump": (400, 10), "no tricks": (120, 10), "partners": (60, 11)}
"""By mode how many deals, and cards a hand."""


def measure_modes() -> dict[str, tuple[float, int]]:
    """Return by mode the milliseconds a deal, and the nodes of all."""
    results = {}
    for mode, (deal_count, hand_size) in DEALS.items():
        deals = [deal_position(mode, seed, hand_size) for seed in range(deal_count)]
        start = time.process_time()
        answers = solve_many(deals, "cards")
        results[mode] = (time.process_time() - start) * 1000 / deal_count, sum(answer.nodes for answer in answers)
    return results


def main() -> None:
    """Measure both, and say what each takes."""
    extension = measure_modes()
    wasm.use(Kernels())
    for mode, (wasm_ms, nodes) in measure_modes().items():
        extension_ms, extension_nodes = extension[mode]
        assert nodes == extension_nodes
        print(
            f"{mode:10} {native.kernel} {extension_ms:6.2f}   wasm {wasm_ms:6.2f}   × "
            f"{wasm_ms / extension_ms:.2f}   {nodes} nodes"
        )


if __name__ == "__main__":
    main()
