"""Select a circle of the test suite, which sets the tests to run and the number of random cases that each test tries.

`--circle unit` runs the quick tests, `test` (the default) runs the tests of everything that a change can plausibly
break, and `all` runs every test. docs/testing.md explains what each circle protects.
"""

from pathlib import Path

import pytest

__all__ = ["CIRCLES", "SLOW_TESTS", "Circle", "depth"]

CIRCLES = {"unit": 0.2, "test": 0.2, "all": 1.0}
"""The fraction of its random cases that a test tries in each circle, by the name of the circle."""
SLOW_TESTS = Path(__file__).with_name("slow_tests.txt")
"""The file with the names of the tests that the circle `unit` leaves out, one per line; `make durations` writes it."""


class Circle:
    """The circle of this run, which sets the tests to run and the number of random cases that each test tries.

    The name of the circle is a class attribute, which the test configuration sets.
    """

    name = "test"


def depth(cases: int) -> int:
    """Return the number of random cases that a test has to try in the current circle.

    It is the fraction of `cases` that `CIRCLES` has for this circle, but at least 1.
    """
    return max(1, round(cases * CIRCLES[Circle.name]))


def name_of(item: pytest.Item) -> str:
    """Return the name of a test in the form used in `slow_tests.txt`, without parameters."""
    return item.nodeid.partition("[")[0]


def is_left_out(item: pytest.Item, slow_tests: frozenset[str]) -> bool:
    """Return whether the current circle leaves out a test; `slow_tests` are the names in the file `SLOW_TESTS`."""
    if Circle.name == "all":
        return False
    is_slow = name_of(item) in slow_tests or bool(item.get_closest_marker("shared_work"))
    return bool(item.get_closest_marker("thorough")) or (Circle.name == "unit" and is_slow)


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect those of the collected tests (`items`) that the current circle leaves out."""
    slow_tests = frozenset(SLOW_TESTS.read_text().split())
    left_out = [item for item in items if is_left_out(item, slow_tests)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        left_out_items = set(left_out)
        items[:] = [item for item in items if item not in left_out_items]
