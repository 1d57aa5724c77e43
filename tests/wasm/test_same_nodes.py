"""The WebAssembly kernel gives the same bounds and cards as the extension's plain kernel, in as many nodes."""

import os
import subprocess
import sys

import pytest

SOLVER_CODE = """
from random import Random
from prikup.solver import Limits, Search, solve_many
from solver.positions import MODES, deal_position, random_position

def few():
    rng = Random(1)
    return [random_position(rng, rng.choice((2, 3, 4)), 4) for _ in range(300)]

def whole():
    return [deal_position(mode, seed, 8) for mode in MODES for seed in range(5)]

def solved():
    return solve_many(few(), "cards"), solve_many(whole(), "cards")

def stopped():
    return [solve_many(whole(), "cards", limits=Limits(nodes=nodes)) for nodes in (1, 1000, 10_000)]

def in_little_memory():
    return solve_many([deal_position("partners, fewest", seed, 9) for seed in range(3)], limits=Limits(memory=1 << 20))

def max_n():
    return [Search().max_n(position, with_cards=True) for position in few()]

def played_out():
    return [Search().playouts(few(), no_partners=no_partners) for no_partners in (False, True)]
"""
OVER_WASM = "from wasm.over_wasm import pytest_configure\npytest_configure()\n"
TELL = "from prikup.solver import exact\nimport prikup.solver.native as native\nprint(native.kernel, {what}())"


def kernel_output(prelude: str, function: str) -> list[str]:
    """Return the name of the kernel, and the output of a function of SOLVER_CODE."""
    environment = os.environ | {"PRIKUP_KERNEL": "plain", "PYTHONPATH": os.pathsep.join(sys.path)}
    code = prelude + SOLVER_CODE + TELL.format(what=function)
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.split(maxsplit=1)


@pytest.mark.parametrize("function", ["solved", "stopped", "in_little_memory", "max_n", "played_out"])
def test_wasm_kernel_gives_same_output_as_plain_kernel(function: str) -> None:
    plain, wasm = kernel_output("", function), kernel_output(OVER_WASM, function)
    assert (plain[0], wasm[0]) == ("plain", "wasm")
    assert wasm[1] == plain[1]
