"""The extension: its kernels agree, and one is chosen at import."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("prikup.solver.native", reason="built without a C++ compiler")


@pytest.mark.parametrize("wanted", ["plain", "best"])
def test_a_kernel(wanted: str) -> None:
    code = "from prikup.solver import native; print(native.kernel, native.extract(0b1010_0110, 0b1111_0000))"
    environment = os.environ | {"PRIKUP_KERNEL": wanted}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    kernel, extracted = run.stdout.split()
    assert kernel in {"plain", "bmi2"}
    assert kernel == "plain" or wanted == "best"
    assert int(extracted) == 0b1010
