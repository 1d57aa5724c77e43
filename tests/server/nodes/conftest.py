"""What is tried here needs PostgreSQL."""

import pytest


@pytest.fixture
def postgresql(url: str) -> str:
    if not url.startswith("postgresql"):
        pytest.skip("this is about PostgreSQL (make test-postgres)")
    return url
