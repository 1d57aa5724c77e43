"""Measure the processor time of each test, and list the slow tests: `make durations`.

Wall time says little on a busy machine. So the processor time of the test process and of its finished child processes
is measured, including setup and teardown.
"""

import resource
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from support.circles import SLOW_TESTS

__all__ = ["MOST_IN_ALL", "MOST_SECONDS", "DurationMeter", "DurationWriter"]

MOST_SECONDS, MOST_IN_ALL = 0.2, 0.8
"""The processor times, in seconds, above which a test counts as slow.

`MOST_SECONDS` is the limit for one case of a test, and `MOST_IN_ALL` that for all its cases together.
"""
ROOT = Path(__file__).parents[2]
MEASURES = ROOT / "build" / "durations.txt"


def _processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _exists(name: str) -> bool:
    """Return whether a test (by its name `PATH::FUNCTION`) is still in its file."""
    path, _, test = name.partition("::")
    file = ROOT / path
    return file.exists() and f"def {test}(" in file.read_text(encoding="utf-8")


START_TIME_KEY = pytest.StashKey[float]()


class DurationMeter:
    """A pytest plugin that measures the processor time of each test.

    It stores the seconds in the last report of the test.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        item.stash[START_TIME_KEY] = _processor_seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":
            report.user_properties.append(("processor_s", _processor_seconds() - item.stash[START_TIME_KEY]))
        return report


class DurationWriter:
    """A pytest plugin that collects the processor seconds of all tests, and then updates the list of slow tests."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._seconds[report.nodeid] = sum(
                float(str(value)) for name, value in report.user_properties if name == "processor_s"
            )

    def pytest_sessionfinish(self) -> None:
        sums: dict[str, float] = defaultdict(float)
        slow_names: set[str] = set()
        for nodeid, seconds in self._seconds.items():
            name = nodeid.partition("[")[0]
            sums[name] += seconds
            if seconds > MOST_SECONDS:
                slow_names.add(name)
        slow_names |= {name for name, seconds in sums.items() if seconds > MOST_IN_ALL}
        old_names = {name for name in SLOW_TESTS.read_text().split() if name not in sums and _exists(name)}
        SLOW_TESTS.write_text("".join(f"{name}\n" for name in sorted(slow_names | old_names)))
        MEASURES.parent.mkdir(exist_ok=True)
        costly = sorted(sums.items(), key=lambda item: -item[1])
        MEASURES.write_text("".join(f"{seconds:8.2f} {name}\n" for name, seconds in costly))
