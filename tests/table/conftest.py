"""The suite of the table runs over each kind of host."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from table.stores import HOSTED, STORES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test at a table over each kind of host."""
    if getattr(metafunc.function, "hosted", False):
        metafunc.parametrize("hosted", STORES, indirect=True)


@pytest.fixture(autouse=True)
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Let tables be kept as this kind of host keeps them."""
    HOSTED.kind, HOSTED.root = getattr(request, "param", next(iter(STORES))), tmp_path
    yield
    HOSTED.kind, HOSTED.root = "memory", None
