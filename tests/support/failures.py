"""Report each failed test at once, and collect all failures in `build/failures`.

A failed test is printed with its reason when it fails. It is also added to `build/failures/summary.txt`, which `make`
prints after all parts of the suite. Files for debugging a failure (screenshots, traces, server logs) go into the folder
returned by `folder_of`.
"""

import re
import sys
from pathlib import Path

import pytest

__all__ = ["FAILURES", "SUMMARY", "FailureReporter", "folder_of"]

FAILURES = Path(__file__).parents[2] / "build" / "failures"
SUMMARY = FAILURES / "summary.txt"


def folder_of(nodeid: str) -> Path:
    """Create and return the folder in `build/failures` for the files of a failed test.

    `nodeid` is pytest's name for the test.
    """
    folder = FAILURES / re.sub(r"[^\w.-]+", "-", nodeid.removeprefix("tests/"))[:150]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class FailureReporter:
    """A pytest plugin that prints and stores the failures of a run.

    With several test processes it runs in the process that controls them.
    """

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
