"""Report each failure at once, and collect all of them in `build/failures`.

A failed test is printed with its reason when it fails, and added to `build/failures/summary.txt`, which `make` prints
after all parts. Artefacts for debugging a failure (screenshots, traces, server logs) also go into `build/failures/`, to
the `folder_of` the test's name.
"""

import re
import sys
from pathlib import Path

import pytest

__all__ = ["FAILURES", "SUMMARY", "FailureReporter", "folder_of"]

FAILURES = Path(__file__).parents[2] / "build" / "failures"
SUMMARY = FAILURES / "summary.txt"


def folder_of(nodeid: str) -> Path:
    """Create and return the folder for the artefacts of a test."""
    folder = FAILURES / re.sub(r"[^\w.-]+", "-", nodeid.removeprefix("tests/"))[:150]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class FailureReporter:
    """Print and store the failures of a run, in the controlling process."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._note(report.nodeid, str(report.when), report.longrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._note(report.nodeid, "collect", report.longrepr)

    def _note(self, nodeid: str, phase: str, longrepr: object) -> None:
        reason = str(getattr(getattr(longrepr, "reprcrash", None), "message", longrepr)).strip().partition("\n")[0]
        line = f"FAILED {nodeid}{'' if phase == 'call' else f' ({phase})'}: {reason[:300]}"
        sys.stderr.write(f"\n{line}\n")
        FAILURES.mkdir(parents=True, exist_ok=True)
        with SUMMARY.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
