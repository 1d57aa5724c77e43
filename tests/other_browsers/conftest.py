"""Fixtures for tests in browsers other than Chromium."""

from collections.abc import Iterator

import pytest
from other_browsers.driver import Driver
from other_browsers.launch import BROWSERS
from support.server_process import Server, started_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all these tests; its computer players act at once."""
    with started_server(tmp_path_factory.mktemp("server"), "--pace", "0.02") as running_server:
        yield running_server


@pytest.fixture(scope="session", params=BROWSERS)
def brand(request: pytest.FixtureRequest) -> str:
    """The name of each browser."""
    return str(request.param)


@pytest.fixture(scope="session")
def window(brand: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    """The window of each browser."""
    with BROWSERS[brand](tmp_path_factory.mktemp(brand)) as window:
        yield window
