"""Report each failure at once, and collect all of them in `build/failures`.

A failed test is printed with its reason when it fails, and added to `build/failures/summary.txt`, which `make` prints
at the end of all parts. What a test leaves for whoever looks into its failure (screenshots, traces, server logs) goes
into `build/failures/` too, below `folder_of` its name.
"""

import re
import sys
from pathlib import Path

import pytest

__all__ = ["FAILURES", "SUMMARY", "FailureReporter", "folder_of"]

FAILURES = Path(__file__).parents[2] / "build" / "failures"
SUMMARY = FAILURES / "summary.txt"


def folder_of(nodeid: str) -> Path:
    """Return the folder for the artefacts of a test, which is made."""
    folder = FAILURES / re.sub(r"[^\w.-]+", "-", nodeid.removeprefix("tests/"))[:150]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class FailureReporter:
    """Print and note the failures of a run; it belongs to the process that the others report to."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._note(report.nodeid, str(report.when), report.longrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._note(report.nodeid, "collect", report.longrepr)

    def _note(self, nodeid: str, when: str, longrepr: object) -> None:
        reason = str(getattr(getattr(longrepr, "reprcrash", None), "message", longrepr)).strip().partition("\n")[0]
        line = f"FAILED {nodeid}{'' if when == 'call' else f' ({when})'}: {reason[:300]}"
        sys.stderr.write(f"\n{line}\n")
        FAILURES.mkdir(parents=True, exist_ok=True)
        with SUMMARY.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
