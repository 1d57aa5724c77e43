"""Tests in a real browser over static files alone: the table stands in the tab."""

from collections.abc import Iterator

import pytest
from browser.conftest import Accounts, browser_context_args, browser_type_launch_args, people
from site_files.static_server import SITE, served

__all__ = ["Accounts", "browser_context_args", "browser_type_launch_args", "people"]


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """Every page begins at a static server."""
    assert (SITE / "engine" / "prikup.zip").exists(), "run: make site"
    with served() as url:
        yield url
