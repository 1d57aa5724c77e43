"""These tests need PostgreSQL (make test-postgres); without it, only tests that do not need it are collected."""

import pytest
from server.conftest import SERVER

NEED_IT = ("broadcast", "fence", "lobby", "node", "relay", "secrecy", "spans")
collect_ignore = [] if SERVER else [f"test_{name}.py" for name in NEED_IT]


@pytest.fixture
def postgresql(url: str) -> str:
    """The URL of a new PostgreSQL database."""
    return url
