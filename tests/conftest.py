"""Settings of the whole suite: golden files are written anew with one flag, and hypothesis repeats itself."""

import pytest
from hypothesis import settings

settings.register_profile("prikup", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("prikup")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden files anew")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written rather than compared."""
    return bool(request.config.getoption("--regenerate-golden"))
