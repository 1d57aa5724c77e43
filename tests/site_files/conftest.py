"""Tests in a real browser over static files alone: the table stands in the tab."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import Accounts, browser_context_args, browser_type_launch_args, people
from playwright.sync_api import expect
from site_files.static_server import LOADING, copied, served

__all__ = ["Accounts", "browser_context_args", "browser_type_launch_args", "people"]

expect.set_options(timeout=LOADING)  # each page starts an engine before it can be answered, or waits for another's


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Every page begins at a static server."""
    with served(copied(tmp_path_factory.mktemp("site") / "site")) as url:
        yield url


@pytest.fixture(autouse=True)
def servers() -> Iterator[ExitStack]:
    """The servers of one test, which end after its browsers: a worker of a page may ask for something at any moment."""
    with ExitStack() as running:
        yield running


@pytest.fixture
def own_site(tmp_path: Path) -> Path:
    """A site for one test alone, which may serve it, or end to, and change it."""
    return copied(tmp_path / "site")
