"""Run parts of the test suite one after another: `python -m support.parts TARGET …`.

Each part is a target of the Makefile. All parts run, even after a failure. The summary has the wall time and processor
time of each part, and the names of all failed tests.
"""

import os
import resource
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

from support.failures import FAILURES, SUMMARY

__all__ = ["Part", "run"]


class Part(NamedTuple):
    """The result of one part of the test suite.

    `name` is its target in the Makefile, `wall_s` and `processor_s` are its wall time and processor time in seconds,
    and `passed` says whether all its tests passed.
    """

    name: str
    wall_s: float
    processor_s: float
    passed: bool

    def __str__(self) -> str:
        result = "passed" if self.passed else "FAILED"
        return f"{result}  {self.name:20} {self.wall_s:6.0f} s  {self.processor_s:6.0f} s of the processors"


def _children_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(name: str) -> Part:
    """Run the target `name` of the Makefile, and return its result."""
    start_s, cpu_before_s = time.monotonic(), _children_s()
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    has_passed = subprocess.run(["make", "--no-print-directory", name], env=environment).returncode == 0
    return Part(name, time.monotonic() - start_s, _children_s() - cpu_before_s, has_passed)


def main(names: list[str]) -> bool:
    """Run the targets `names` of the Makefile and print the summary; return whether all of them passed."""
    shutil.rmtree(FAILURES, ignore_errors=True)
    parts = [run(name) for name in names]
    sys.stdout.write("\n" + "".join(f"{part}\n" for part in parts))
    if SUMMARY.exists():
        sys.stdout.write(SUMMARY.read_text(encoding="utf-8"))
    return all(part.passed for part in parts)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
