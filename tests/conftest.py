"""Options of the whole suite, and its reports of failures. docs/testing.md explains the circles."""

import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from msgspec.structs import replace
from support.circles import CIRCLES, Circle, depth, select
from support.durations import DurationMeter, DurationWriter
from support.failures import FailureReporter

from prikup import claims
from prikup.locale import Words
from prikup.rules.errors import MessageArgument

# Programs started by tests are compiled once, as when installed: otherwise compiling takes half of many a test.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--circle", choices=CIRCLES, default="test", help="how much runs (docs/testing.md)")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run in a random order")
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden files again")
    parser.addoption("--write-durations", action="store_true", help="measure each test, and list the slow ones")


def pytest_configure(config: pytest.Config) -> None:
    Circle.name = config.getoption("--circle")
    settings.register_profile(
        "prikup",
        deadline=None,
        derandomize=True,
        max_examples=depth(100),
        suppress_health_check=[HealthCheck.too_slow],  # like `deadline`, it measures real time
    )
    settings.load_profile("prikup")
    in_worker = hasattr(config, "workerinput")
    if not in_worker:
        config.pluginmanager.register(FailureReporter())
    if config.getoption("--write-durations"):
        config.pluginmanager.register(DurationMeter())
        if not in_worker:
            config.pluginmanager.register(DurationWriter())


def pytest_report_header() -> str:
    if os.environ.get("PRIKUP_POSTGRES"):
        return "Databases are made at the PostgreSQL server that PRIKUP_POSTGRES names."
    return "Not collected: the tests of tests/server/nodes that need PostgreSQL (make test-postgres)."


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests outside the circle, and shuffle the rest if requested."""
    select(config, items)
    if (seed := config.getoption("--shuffle")) is not None:
        random.Random(seed).shuffle(items)


@pytest.fixture(autouse=True, scope="session")
def no_claim_refused_for_want_of_time() -> Iterator[None]:
    """Give the solver of claims as long as it needs: a busy machine may take two seconds for any position."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claims, "LIMITS", replace(claims.LIMITS, seconds=None))
        yield


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Return whether golden files are written instead of compared."""
    return bool(request.config.getoption("--regenerate-golden"))


@pytest.fixture
def every_key_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a missing message fail the test, where it would otherwise be shown as its key."""
    original = Words.format_message

    def strict(words: Words, key: str, /, **values: MessageArgument) -> tuple[str, list[Exception]]:
        text, wrong = original(words, key, **values)
        assert not wrong, f"{key}: {wrong}"
        return text, wrong

    monkeypatch.setattr(Words, "format_message", strict)
