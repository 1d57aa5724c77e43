"""Compare the solver's speed in WebAssembly with that of the native extension.

Run `python tests/campaigns/wasm_speed.py`, after `make test-wasm`. Both solve the same deals with fixed seeds, with a
value for every card, on one thread. The program prints milliseconds of processor time per deal, and the numbers of
searched nodes, which must be equal. WebAssembly runs in wasmtime. With PRIKUP_KERNEL=plain the extension uses the build
for any processor.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from solver.positions import deal_position
from wasm.over_wasm import Kernels

from prikup.solver import native, solve_many, wasm

DEALS = {"trump": (400, 10), "no trump": (400, 10), "no tricks": (120, 10), "partners": (60, 11)}
"""The number of deals and the number of cards per hand, by mode."""


def measure_modes() -> dict[str, tuple[float, int]]:
    """Return the milliseconds per deal and the total number of searched nodes, by mode."""
    results = {}
    for mode, (deal_count, hand_size) in DEALS.items():
        deals = [deal_position(mode, seed, hand_size) for seed in range(deal_count)]
        start = time.process_time()
        answers = solve_many(deals, "cards")
        results[mode] = (time.process_time() - start) * 1000 / deal_count, sum(answer.nodes for answer in answers)
    return results


def main() -> None:
    """Measure both, and print a line for each mode."""
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
